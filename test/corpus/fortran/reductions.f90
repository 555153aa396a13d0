! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Inner product, sum, largest magnitude and a count.
function inner(x, y, n) result(s)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), y(n)
  real(8) :: s
  integer :: i
  s = 0.0d0
  do i = 1, n
    s = s + x(i) * y(i)
  end do
end function

function largest(x, n) result(m)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: x(n)
  real(4) :: m
  integer :: i
  m = 0.0
  do i = 1, n
    m = max(m, abs(x(i)))
  end do
end function

function total(x, n) result(s)
  implicit none
  integer, intent(in) :: n
  integer, intent(in) :: x(n)
  integer :: s
  s = sum(x)
end function

function above(x, t, n) result(c)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: x(n), t
  integer :: c
  c = count(x > t)
end function
