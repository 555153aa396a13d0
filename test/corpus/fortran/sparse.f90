! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Sparse products and indexed access.
subroutine csr_product(y, v, col, row, x, n)
  implicit none
  integer, intent(in) :: n, row(n + 1), col(*)
  real(8), intent(in) :: v(*), x(*)
  real(8), intent(out) :: y(n)
  real(8) :: s
  integer :: i, k
  do i = 1, n
    s = 0.0d0
    do k = row(i), row(i + 1) - 1
      s = s + v(k) * x(col(k))
    end do
    y(i) = s
  end do
end subroutine

subroutine deposit(grid, cell, w, n)
  implicit none
  integer, intent(in) :: n, cell(n)
  real(8), intent(inout) :: grid(*)
  real(8), intent(in) :: w(n)
  integer :: i
  do i = 1, n
    grid(cell(i)) = grid(cell(i)) + w(i)
  end do
end subroutine
