! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Matrix product with the contiguous index innermost, and matrix-vector.
subroutine product_jki(c, a, b, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n), b(n, n)
  real(8), intent(inout) :: c(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k) * b(k, j)
      end do
    end do
  end do
end subroutine

subroutine product_vec(y, a, x, m, n)
  implicit none
  integer, intent(in) :: m, n
  real(4), intent(in) :: a(m, n), x(n)
  real(4), intent(out) :: y(m)
  integer :: i, j
  y = 0.0
  do j = 1, n
    do i = 1, m
      y(i) = y(i) + a(i, j) * x(j)
    end do
  end do
end subroutine
