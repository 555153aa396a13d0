! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Complex scale-and-add, conjugated inner product, and powers.
subroutine caxpy(y, x, a, n)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(in) :: x(n), a
  complex(8), intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + a * x(i)
  end do
end subroutine

function cdot(x, y, n) result(s)
  implicit none
  integer, intent(in) :: n
  complex(4), intent(in) :: x(n), y(n)
  complex(4) :: s
  integer :: i
  s = (0.0, 0.0)
  do i = 1, n
    s = s + conjg(x(i)) * y(i)
  end do
end function

subroutine phases(z, w, n)
  implicit none
  integer, intent(in) :: n
  complex(8), intent(out) :: z(n)
  complex(8), intent(in) :: w
  complex(8) :: p
  integer :: i
  p = (1.0d0, 0.0d0)
  do i = 1, n
    z(i) = p
    p = p * w
  end do
end subroutine
