! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Seven-point heat step in three dimensions, out of place and in place.
subroutine heat(b, a, c, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(in) :: a(n, n, n), c
  real(8), intent(inout) :: b(n, n, n)
  integer :: i, j, k
  do k = 2, n - 1
    do j = 2, n - 1
      do i = 2, n - 1
        b(i, j, k) = a(i, j, k) + c * (a(i - 1, j, k) + a(i + 1, j, k) + a(i, j - 1, k) &
          + a(i, j + 1, k) + a(i, j, k - 1) + a(i, j, k + 1) - 6.0d0 * a(i, j, k))
      end do
    end do
  end do
end subroutine

subroutine sweep(a, c, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n, n, n)
  real(8), intent(in) :: c
  integer :: i, j, k
  do k = 2, n - 1
    do j = 2, n - 1
      do i = 2, n - 1
        a(i, j, k) = c * (a(i - 1, j, k) + a(i + 1, j, k) + a(i, j - 1, k) &
          + a(i, j + 1, k) + a(i, j, k - 1) + a(i, j, k + 1))
      end do
    end do
  end do
end subroutine
