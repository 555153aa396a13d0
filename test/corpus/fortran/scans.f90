! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Prefix sums, filters and compensated sums.
subroutine prefix(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 2, n
    a(i) = a(i) + a(i - 1)
  end do
end subroutine

subroutine smooth(y, x, h, n, taps)
  implicit none
  integer, intent(in) :: n, taps
  real(4), intent(in) :: x(n + taps), h(taps)
  real(4), intent(out) :: y(n)
  integer :: i, k
  do i = 1, n
    y(i) = 0.0
    do k = 1, taps
      y(i) = y(i) + h(k) * x(i + k - 1)
    end do
  end do
end subroutine

function compensated(a, n) result(s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8) :: s, c, t, y
  integer :: i
  s = 0.0d0
  c = 0.0d0
  do i = 1, n
    y = a(i) - c
    t = s + y
    c = (t - s) - y
    s = t
  end do
end function
