! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Conditional bodies: where, merge, and an if with two sides.
subroutine clip(a, lo, hi, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: lo, hi
  integer :: i
  do i = 1, n
    a(i) = min(max(a(i), lo), hi)
  end do
end subroutine

subroutine safe_ratio(q, a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(out) :: q(n)
  where (b > 0.0d0)
    q = a / b
  elsewhere
    q = 0.0d0
  end where
end subroutine

subroutine two_sides(a, b, key, n)
  implicit none
  integer, intent(in) :: n, key(n)
  real(4), intent(inout) :: a(n), b(n)
  integer :: i
  do i = 1, n
    if (key(i) > 0) then
      a(i) = a(i) + b(i)
    else
      b(i) = merge(a(i), 2.0 * b(i), b(i) > 1.0)
    end if
  end do
end subroutine
