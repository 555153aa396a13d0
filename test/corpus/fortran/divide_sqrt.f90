! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Division, square root, and inverse distance.
subroutine ratio(q, a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n), b(n)
  real(8), intent(out) :: q(n)
  integer :: i
  do i = 1, n
    q(i) = a(i) / b(i)
  end do
end subroutine

subroutine inverse_distance(w, x, y, z, eps, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n), z(n), eps
  real(8), intent(out) :: w(n)
  integer :: i
  do i = 1, n
    w(i) = 1.0d0 / sqrt(x(i)**2 + y(i)**2 + z(i)**2 + eps)
  end do
end subroutine

subroutine remainders(r, a, m, n)
  implicit none
  integer, intent(in) :: n, m, a(n)
  integer, intent(out) :: r(n)
  integer :: i
  do i = 1, n
    r(i) = mod(a(i), m)
  end do
end subroutine
