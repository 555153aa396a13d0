! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Jacobi sweep in two dimensions with explicit bounds and with array
! sections.
subroutine jacobi(b, a, ni, nk)
  implicit none
  integer, intent(in) :: ni, nk
  real(8), intent(in) :: a(ni, nk)
  real(8), intent(inout) :: b(ni, nk)
  integer :: i, k
  do k = 2, nk - 1
    do i = 2, ni - 1
      b(i, k) = 0.25d0 * (a(i - 1, k) + a(i + 1, k) + a(i, k - 1) + a(i, k + 1))
    end do
  end do
end subroutine

subroutine jacobi_sections(b, a, n)
  implicit none
  integer, intent(in) :: n
  real(4), intent(in) :: a(n, n)
  real(4), intent(inout) :: b(n, n)
  b(2:n-1, 2:n-1) = 0.25 * (a(1:n-2, 2:n-1) + a(3:n, 2:n-1) + a(2:n-1, 1:n-2) + a(2:n-1, 3:n))
end subroutine
