! SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
! Integer work: generator, bit counts, shortest paths, histogram.
subroutine generator(x, seed, n)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(out) :: x(n)
  integer(8), intent(in) :: seed
  integer(8) :: s
  integer :: i
  s = seed
  do i = 1, n
    s = ieor(s, ishft(s, 13))
    s = ieor(s, ishft(s, -7))
    s = ieor(s, ishft(s, 17))
    x(i) = s
  end do
end subroutine

function bits(x, n) result(c)
  implicit none
  integer, intent(in) :: n
  integer(8), intent(in) :: x(n)
  integer :: c, i
  c = 0
  do i = 1, n
    c = c + popcnt(x(i))
  end do
end function

subroutine shortest(d, n)
  implicit none
  integer, intent(in) :: n
  integer, intent(inout) :: d(n, n)
  integer :: i, j, k
  do k = 1, n
    do j = 1, n
      do i = 1, n
        d(i, j) = min(d(i, j), d(i, k) + d(k, j))
      end do
    end do
  end do
end subroutine

subroutine tally(h, a, n)
  implicit none
  integer, intent(in) :: n, a(n)
  integer, intent(inout) :: h(*)
  integer :: i
  do i = 1, n
    h(a(i)) = h(a(i)) + 1
  end do
end subroutine
