! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Strided and reversed loops, a transposition, and assumed-shape arrays.
subroutine every_other(a, c, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  real(8), intent(in) :: c
  integer :: i
  do i = 1, n, 2
    a(i) = c * a(i)
  end do
end subroutine

subroutine transposed(b, a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n)
  real(8), intent(out) :: b(n, n)
  integer :: i, j
  do j = 1, n
    do i = 1, n
      b(i, j) = a(j, i)
    end do
  end do
end subroutine

subroutine backward(a, b, n)
  implicit none
  integer, intent(in) :: n
  real(4), intent(out) :: a(n)
  real(4), intent(in) :: b(n)
  integer :: i
  do i = n, 1, -1
    a(i) = b(n + 1 - i)
  end do
end subroutine

subroutine add_shape(a, b)
  implicit none
  real(8), intent(inout) :: a(:)
  real(8), intent(in) :: b(:)
  integer :: i
  do i = 1, size(a)
    a(i) = a(i) + b(i)
  end do
end subroutine
