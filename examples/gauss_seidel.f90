! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! One Gauss-Seidel sweep over a plane, in place. The first index is contiguous
! and each point uses its neighbour as just written, so the sweep is bound by
! the latency from point to point.
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
