! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Horner's rule at one point and at many, and a Chebyshev recurrence.
function horner(c, x, n) result(r)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n), x
  real(8) :: r
  integer :: i
  r = 0.0d0
  do i = n, 1, -1
    r = r * x + c(i)
  end do
end function

subroutine cubic(y, x, c, n)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n), c(4)
  real(4), intent(out) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = ((c(4) * x(i) + c(3)) * x(i) + c(2)) * x(i) + c(1)
  end do
end subroutine

subroutine chebyshev(t, x, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(out) :: t(n)
  real(8), intent(in) :: x
  integer :: i
  t(1) = 1.0d0
  t(2) = x
  do i = 3, n
    t(i) = 2.0d0 * x * t(i - 1) - t(i - 2)
  end do
end subroutine
