# Read by CPack before it packs. Whoever builds a package is its maintainer, as
# Debian's own tools have it: DEBFULLNAME and DEBEMAIL say who that is.
if(NOT "$ENV{DEBEMAIL}" STREQUAL "")
  set(kb_name "$ENV{DEBFULLNAME}")
  if(kb_name STREQUAL "")
    set(kb_name "Kernel Bounds packager")
  endif()
  set(CPACK_PACKAGE_CONTACT "${kb_name} <$ENV{DEBEMAIL}>")
else()
  # ".invalid" is a domain that nobody can have.
  set(CPACK_PACKAGE_CONTACT "Local build <nobody@localhost.invalid>")
endif()
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${CPACK_PACKAGE_CONTACT}")
