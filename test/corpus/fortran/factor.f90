! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Elimination step and Cholesky column, both with the contiguous index inside.
subroutine eliminate(a, n, k)
  implicit none
  integer, intent(in) :: n, k
  real(8), intent(inout) :: a(n, n)
  integer :: i, j
  do i = k + 1, n
    a(i, k) = a(i, k) / a(k, k)
  end do
  do j = k + 1, n
    do i = k + 1, n
      a(i, j) = a(i, j) - a(i, k) * a(k, j)
    end do
  end do
end subroutine

subroutine cholesky(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n)
  integer :: i, j, k
  do j = 1, n
    do k = 1, j - 1
      do i = j, n
        a(i, j) = a(i, j) - a(i, k) * a(j, k)
      end do
    end do
    a(j, j) = sqrt(a(j, j))
    do i = j + 1, n
      a(i, j) = a(i, j) / a(j, j)
    end do
  end do
end subroutine
