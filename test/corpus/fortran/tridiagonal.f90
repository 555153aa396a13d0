! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Solution of a tridiagonal system: elimination, then substitution.
subroutine tridiagonal(x, c, a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: x(n), c(n)
  real(8), intent(in) :: a(n), b(n)
  real(8) :: m
  integer :: i
  c(1) = c(1) / b(1)
  x(1) = x(1) / b(1)
  do i = 2, n
    m = 1.0d0 / (b(i) - a(i) * c(i - 1))
    c(i) = c(i) * m
    x(i) = (x(i) - a(i) * x(i - 1)) * m
  end do
  do i = n - 1, 1, -1
    x(i) = x(i) - c(i) * x(i + 1)
  end do
end subroutine
