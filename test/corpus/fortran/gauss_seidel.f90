! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Gauss-Seidel sweep in two dimensions, in place; the first index is
! contiguous, so the inner loop runs over it.
subroutine gauss_seidel(phi, c, ni, nk)
  implicit none
  integer, intent(in) :: ni, nk
  real(8), intent(inout) :: phi(ni, nk)
  real(8), intent(in) :: c
  integer :: i, k
  do k = 2, nk - 1
    do i = 2, ni - 1
      phi(i, k) = c * (phi(i - 1, k) + phi(i + 1, k) + phi(i, k - 1) + phi(i, k + 1))
    end do
  end do
end subroutine

subroutine over_relax(phi, rhs, w, ni, nk)
  implicit none
  integer, intent(in) :: ni, nk
  real(8), intent(inout) :: phi(ni, nk)
  real(8), intent(in) :: rhs(ni, nk), w
  real(8) :: r
  integer :: i, k
  do k = 2, nk - 1
    do i = 2, ni - 1
      r = phi(i - 1, k) + phi(i + 1, k) + phi(i, k - 1) + phi(i, k + 1) - rhs(i, k)
      phi(i, k) = (1.0d0 - w) * phi(i, k) + 0.25d0 * w * r
    end do
  end do
end subroutine
