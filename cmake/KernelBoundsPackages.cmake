# Debian packages by CPack: `cpack -G DEB --config BUILD/CPackConfig.cmake`, or
# scripts/package.sh, which also checks them. DebianPackages.cmake adds to what
# is installed what Debian's policy wants besides.

set(kb_llvm "${LLVM_VERSION_MAJOR}")
math(EXPR kb_llvm_next_minor "${LLVM_VERSION_MINOR} + 1")

set(CPACK_GENERATOR "DEB")
set(CPACK_PACKAGE_NAME "kernel-bounds")
set(CPACK_PACKAGING_INSTALL_PREFIX "/usr")
set(CPACK_COMPONENTS_ALL tool kernels plugin-of-system development)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PROJECT_CONFIG_FILE "${PROJECT_SOURCE_DIR}/cmake/DebianMaintainer.cmake")
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/DebianPackages.cmake")
set(CPACK_PACKAGE_CONTACT "set by DebianMaintainer.cmake")
set(KERNEL_BOUNDS_DEBIAN_REVISION "1" CACHE STRING "Debian's revision of the packages")

# Each package has its own; CPack would put this one before it.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE "${KERNEL_BOUNDS_DEBIAN_REVISION}")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY "optional")

# kb_debian_package(COMPONENT name section summary description
#                   [DEPENDS ...] [RECOMMENDS ...] [SUGGESTS ...])
macro(kb_debian_package component name section summary description)
  cmake_parse_arguments(ARG "" "" "DEPENDS;RECOMMENDS;SUGGESTS" ${ARGN})
  string(TOUPPER "${component}" kb_component)
  set(CPACK_DEBIAN_${kb_component}_PACKAGE_NAME "${name}")
  set(CPACK_DEBIAN_${kb_component}_PACKAGE_SECTION "${section}")
  set(CPACK_COMPONENT_${kb_component}_DESCRIPTION "${summary}\n${kb_about}${description}")
  foreach(field DEPENDS RECOMMENDS SUGGESTS)
    list(JOIN ARG_${field} ", " kb_value)
    set(CPACK_DEBIAN_${kb_component}_PACKAGE_${field} "${kb_value}")
  endforeach()
  # The dependences on libraries come from the files that use them.
  set(CPACK_DEBIAN_${kb_component}_PACKAGE_SHLIBDEPS ON)
endmacro()

set(kb_about "Kernel Bounds says how many processor cycles one trip of an inner loop
takes, why it takes that many, and which change would make it faster. It
reads the machine code that the compiler emits, and knows cores of Intel,
AMD, Arm and RISC-V.
.
")
# The scheduling tables of another version do not fit.
set(kb_libllvm "libllvm${kb_llvm} (>= 1:${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}~)"
  "libllvm${kb_llvm} (<< 1:${LLVM_VERSION_MAJOR}.${kb_llvm_next_minor}~)")
kb_debian_package(tool kernel-bounds devel
  "how fast a loop can run on a processor core, and why"
  "This package has the tool kernel-opt, the models of the cores, and the
documentation."
  DEPENDS ${kb_libllvm}
  RECOMMENDS "clang-${kb_llvm}-kernel-bounds" SUGGESTS "clang-${kb_llvm}" "linux-perf")
kb_debian_package(plugin-of-system "clang-${kb_llvm}-kernel-bounds" devel
  "plugin for clang ${kb_llvm} that says how fast each loop can run"
  "This package has the plugin for the compilers and linkers of LLVM ${kb_llvm}:
clang-${kb_llvm} -fpass-plugin=/usr/lib/llvm-${kb_llvm}/lib/KernelBounds.so"
  # The plugin takes LLVM's symbols from its host, which no file of it says.
  DEPENDS ${kb_libllvm} "clang-${kb_llvm} | flang-${kb_llvm} | lld-${kb_llvm} | llvm-${kb_llvm}"
  SUGGESTS "kernel-bounds")
kb_debian_package(development libkernel-bounds-dev libdevel
  "libraries that say how fast a loop can run, for developers"
  "This package has the static libraries, their headers, and a package for
CMake's find_package()."
  DEPENDS "llvm-${kb_llvm}-dev (>= 1:${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}~)" "libyaml-cpp-dev"
  RECOMMENDS "kernel-bounds" "clang-${kb_llvm}-kernel-bounds")
# The archives need nothing at run time.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)

# One package for the tool and its kernels.
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_COMPONENT_TOOL_GROUP tool)
set(CPACK_COMPONENT_KERNELS_GROUP tool)

# What the scripts of the packages need to know.
set(CPACK_KB_PACKAGES
  "tool=kernel-bounds;plugin-of-system=clang-${kb_llvm}-kernel-bounds;development=libkernel-bounds-dev")
set(CPACK_KB_DEBIAN_VERSION "${PROJECT_VERSION}-${KERNEL_BOUNDS_DEBIAN_REVISION}")
set(CPACK_KB_SOURCE_DIR "${PROJECT_SOURCE_DIR}")
set(CPACK_KB_BINARY_DIR "${PROJECT_BINARY_DIR}")
include(CPack)
