! The plugin in flang: remarks, and code that stays the same.
! REQUIRES: flang
! RUN: %flang -O2 --target=x86_64-linux-gnu -march=cascadelake -fpass-plugin=%plugin -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -S %s -o %t.s 2>&1 | FileCheck %s
! RUN: %flang -O2 --target=x86_64-linux-gnu -march=cascadelake -S %s -o %t.plain.s
! RUN: cmp %t.s %t.plain.s
! RUN: %flang -O2 --target=x86_64-linux-gnu -march=cascadelake -fverbose-asm -fpass-plugin=%plugin -mllvm -kernel-bounds-annotate -S %s -o - | FileCheck %s --check-prefix=ASM

! One fused multiply-add for each element, 4 cycles.
! CHECK: fortran.f90:[[#@LINE+8]]:3: remark: loop takes {{[0-9.]+}} cy/it {{expected|or more.*}}: TP {{[0-9.]+}}, LCD {{[0-9.]+}}
! CHECK: independent accumulators
! ASM: # kb: loop
subroutine dot(a, b, s, n)
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(out) :: s
  integer :: i
  do i = 1, n
    s = s + a(i) * b(i)
  end do
end subroutine
