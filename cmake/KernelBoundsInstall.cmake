# cmake --install: the plugin, the tool, the libraries with their headers, the
# models, and a CMake package, so that `find_package(KernelBounds)` works.

include(CMakePackageConfigHelpers)

set(KB_CMAKE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/KernelBounds")
set(KB_DATA_DIR "${CMAKE_INSTALL_DATADIR}/kernel-bounds")

get_property(kb_libraries GLOBAL PROPERTY KB_LIBRARIES)
set(kb_targets ${kb_libraries})
foreach(library ${kb_libraries})
  target_compile_features(${library} PUBLIC cxx_std_20)
  target_include_directories(${library} PUBLIC $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
  target_link_libraries(${library} PUBLIC $<INSTALL_INTERFACE:LLVM>)
endforeach()
# In the package these are KernelBounds::Plugin and KernelBounds::kernel-opt.
if(TARGET KernelBounds)
  set_target_properties(KernelBounds PROPERTIES EXPORT_NAME Plugin)
  set_target_properties(KernelBoundsModelReader PROPERTIES EXPORT_NAME ModelReader)
  list(APPEND kb_targets KernelBounds KernelBoundsModelReader)
endif()
if(TARGET kernel-opt)
  set_target_properties(kernel-opt PROPERTIES INSTALL_RPATH_USE_LINK_PATH ON)
  list(APPEND kb_targets kernel-opt KernelBoundsIntercept)
endif()

install(TARGETS ${kb_targets} EXPORT KernelBoundsTargets
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT KernelBoundsTargets NAMESPACE KernelBounds:: DESTINATION ${KB_CMAKE_DIR})

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/kernel-bounds
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" PATTERN "*.def")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/models DESTINATION ${KB_DATA_DIR} FILES_MATCHING PATTERN "*.yaml")
# Where `kernel-opt evaluate` looks for kernels.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/bench/accuracy/kernels
  DESTINATION ${KB_DATA_DIR} FILES_MATCHING PATTERN "*.c" PATTERN "*.h")
# The reports have these scripts inside.
install(FILES ${PROJECT_SOURCE_DIR}/third_party/chartjs/LICENSE.chart.js
  ${PROJECT_SOURCE_DIR}/third_party/chartjs/LICENSE.chartjs-chart-boxplot
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kernel-bounds)
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE.txt DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kernel-bounds)
# What the man page refers to, and what that refers to in turn.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs/
  DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/kernel-bounds
  FILES_MATCHING PATTERN "*.md" PATTERN "*.csv" PATTERN "*.png" PATTERN "*.yaml")
install(FILES ${PROJECT_SOURCE_DIR}/docs/kernel-opt.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
install(FILES ${PROJECT_SOURCE_DIR}/tools/kernel-opt/kernel-opt.bash-completion
  DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME kernel-opt OPTIONAL)

configure_package_config_file(
  ${PROJECT_SOURCE_DIR}/cmake/KernelBoundsConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfig.cmake
  INSTALL_DESTINATION ${KB_CMAKE_DIR}
  PATH_VARS KB_DATA_DIR)
write_basic_package_version_file(
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfig.cmake
  ${PROJECT_BINARY_DIR}/cmake/KernelBoundsConfigVersion.cmake
  DESTINATION ${KB_CMAKE_DIR})

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
