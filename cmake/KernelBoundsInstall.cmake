# cmake --install: the plugin, the tool, the libraries with their headers, the
# models, and a CMake package, so that `find_package(KernelBounds)` works.

include(CMakePackageConfigHelpers)

set(KB_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/KernelBounds")
set(KB_DATA_DIR "${CMAKE_INSTALL_DATADIR}/kernel-bounds")
set(KB_DOC_DIR "${CMAKE_INSTALL_DATADIR}/doc/kernel-bounds")

get_property(kb_libraries GLOBAL PROPERTY KB_LIBRARIES)
foreach(library ${kb_libraries})
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${library} PUBLIC $<INSTALL_INTERFACE:LLVM>)
endforeach()

# The components: what `kernel-opt` needs, the plugin, and what others build
# against. `cmake --install` takes all of them, a package one of them each.
if(TARGET kernel-opt)
  # Of a library that the loader finds by itself, no path is recorded.
  set(kb_llvm_library "libLLVM.so.${LLVM_VERSION_MAJOR}.${LLVM_VERSION_MINOR}")
  file(REAL_PATH "${LLVM_LIBRARY_DIR}/${kb_llvm_library}" kb_llvm_library_file)
  if(NOT kb_llvm_library_file STREQUAL "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/${kb_llvm_library}")
    set_target_properties(kernel-opt PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  endif()
  install(TARGETS kernel-opt RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
  install(PROGRAMS ${PROJECT_SOURCE_DIR}/integrations/compiler-explorer/kernel-opt-explorer
    DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/kernel-bounds COMPONENT tool)
  install(TARGETS KernelBoundsIntercept LIBRARY DESTINATION ${CMAKE_INSTALL_LIBEXECDIR}/kernel-bounds COMPONENT tool)
endif()
if(TARGET KernelBounds)
  install(TARGETS KernelBounds KernelBoundsModelReader
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT plugin)
  # In a package of the system, the plugin lies where its LLVM has its own.
  install(TARGETS KernelBounds KernelBoundsModelReader
    LIBRARY DESTINATION ${KB_PLUGIN_DIR_OF_SYSTEM} COMPONENT plugin-of-system EXCLUDE_FROM_ALL)
endif()
install(TARGETS ${kb_libraries} EXPORT KernelBoundsTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT KernelBoundsTargets NAMESPACE KernelBounds:: DESTINATION ${KB_CMAKE_DIR} COMPONENT development)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kernel-bounds
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models
  DESTINATION ${KB_DATA_DIR} COMPONENT tool FILES_MATCHING PATTERN "*.yaml")
# Where `kernel-opt evaluate` looks for kernels, in the build tree as well.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/accuracy/kernels
  DESTINATION ${KB_DATA_DIR} COMPONENT kernels FILES_MATCHING
  PATTERN "*.c" PATTERN "*.cpp" PATTERN "*.h" PATTERN "*.hpp")
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/kernel-bounds)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/bench/accuracy/kernels
  ${PROJECT_BINARY_DIR}/share/kernel-bounds/kernels SYMBOLIC)
# The licences. Packages of systems have one file of their own for all of them.
# The reports have the scripts of chartjs inside.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE.txt
  ${PROJECT_SOURCE_DIR}/third_party/chartjs/LICENSE.chart.js
  ${PROJECT_SOURCE_DIR}/third_party/chartjs/LICENSE.chartjs-chart-boxplot
  DESTINATION ${KB_DOC_DIR} COMPONENT licences)
# What the man page refers to, and what that refers to in turn.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/ DESTINATION ${KB_DOC_DIR} COMPONENT tool
  FILES_MATCHING PATTERN "*.md" PATTERN "*.csv" PATTERN "*.png" PATTERN "*.yaml")
install(FILES ${PROJECT_SOURCE_DIR}/docs/kernel-opt.1
  DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
install(FILES ${PROJECT_SOURCE_DIR}/tools/kernel-opt/kernel-opt.bash-completion
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool RENAME kernel-opt)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/KernelBoundsConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfig.cmake
  INSTALL_DESTINATION ${KB_CMAKE_DIR}
  PATH_VARS KB_DATA_DIR CMAKE_INSTALL_BINDIR CMAKE_INSTALL_LIBDIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfigVersion.cmake
  DESTINATION ${KB_CMAKE_DIR} COMPONENT development)

include(KernelBoundsPackages)

# A sanitized library wants its runtime in every user: not for installing.
if(KERNEL_BOUNDS_BUILD_TESTS AND TARGET KernelBounds AND NOT KERNEL_BOUNDS_SANITIZE)
  set(kb_is_clang22 FALSE)
  if(CMAKE_C_COMPILER_ID STREQUAL "Clang" AND CMAKE_C_COMPILER_VERSION MATCHES "^22[.]")
    set(kb_is_clang22 TRUE)
  endif()
  add_test(NAME install-consumer
    COMMAND ${CMAKE_COMMAND}
      -D BUILD_DIR=${PROJECT_BINARY_DIR}
      -D CONFIG=$<CONFIG>
      -D CONSUMER_DIR=${PROJECT_SOURCE_DIR}/test/Package
      -D GENERATOR=${CMAKE_GENERATOR}
      -D C_COMPILER=${CMAKE_C_COMPILER}
      -D CXX_COMPILER=${CMAKE_CXX_COMPILER}
      -D CLANG22=${kb_is_clang22}
      -D LLVM_DIR=${LLVM_DIR}
      -P ${PROJECT_SOURCE_DIR}/cmake/PackageTest.cmake)
endif()
