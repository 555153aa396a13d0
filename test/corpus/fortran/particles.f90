! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Derived types: an array of structures, and calls inside a loop.
subroutine drift(p, dt, n)
  implicit none
  type :: particle
    sequence
    real(8) :: x(3), v(3), m
    integer :: tag
  end type
  integer, intent(in) :: n
  type(particle), intent(inout) :: p(n)
  real(8), intent(in) :: dt
  integer :: i
  do i = 1, n
    p(i)%x(1) = p(i)%x(1) + dt * p(i)%v(1)
    p(i)%x(2) = p(i)%x(2) + dt * p(i)%v(2)
    p(i)%x(3) = p(i)%x(3) + dt * p(i)%v(3)
  end do
end subroutine

function kinetic(p, n) result(e)
  implicit none
  type :: particle
    sequence
    real(8) :: x(3), v(3), m
    integer :: tag
  end type
  integer, intent(in) :: n
  type(particle), intent(in) :: p(n)
  real(8) :: e
  integer :: i
  e = 0.0d0
  do i = 1, n
    e = e + 0.5d0 * p(i)%m * (p(i)%v(1)**2 + p(i)%v(2)**2 + p(i)%v(3)**2)
  end do
end function

subroutine waves(a, n)
  implicit none
  integer, intent(in) :: n
  real(8), intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = sin(a(i)) + exp(-a(i))
  end do
end subroutine
