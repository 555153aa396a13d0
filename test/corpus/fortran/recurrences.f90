! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Recurrences through memory at distances 1, 2, 3, 7 and 20.
subroutine rec1(a, b, c, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: b(n), c
  integer :: i
  do i = 2, n
    a(i) = c * a(i - 1) + b(i)
  end do
end subroutine

subroutine rec23(a, p, q, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: p, q
  integer :: i
  do i = 4, n
    a(i) = p * a(i - 2) + q * a(i - 3)
  end do
end subroutine

subroutine rec7(a, n)
  implicit none
  integer, intent(in) :: n
  real(4), intent(inout) :: a(n)
  integer :: i
  do i = 8, n
    a(i) = a(i) + 0.5 * a(i - 7)
  end do
end subroutine

subroutine rec20(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 21, n
    a(i) = a(i) * a(i - 20)
  end do
end subroutine
