! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Array streams: copy, scale, add and triad.
subroutine stream_copy(c, a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n)
  real(8), intent(out) :: c(n)
  integer :: i
  do i = 1, n
    c(i) = a(i)
  end do
end subroutine

subroutine stream_scale(b, c, s, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: c(n), s
  real(8), intent(out) :: b(n)
  integer :: i
  do i = 1, n
    b(i) = s * c(i)
  end do
end subroutine

subroutine stream_triad(a, b, c, s, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: b(n), c(n), s
  real(8), intent(out) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = b(i) + s * c(i)
  end do
end subroutine
