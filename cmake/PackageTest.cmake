# Test install-consumer: installs the build into a prefix of its own, then
# configures, builds and runs test/Package against what is there. Run by ctest
# with -D BUILD_DIR= CONFIG= CONSUMER_DIR= GENERATOR= C_COMPILER= CXX_COMPILER= CLANG22= LLVM_DIR=.

set(work "${BUILD_DIR}/install-test")
set(prefix "${work}/prefix")
file(REMOVE_RECURSE "${work}")

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  if(status)
    list(JOIN ARGV " " command)
    message(FATAL_ERROR "${command}\nfailed (${status}):\n${out}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

function(expect pattern)
  if(NOT out MATCHES "${pattern}")
    message(FATAL_ERROR "expected '${pattern}' in:\n${out}")
  endif()
endfunction()

run(${CMAKE_COMMAND} --install "${BUILD_DIR}" --config "${CONFIG}" --prefix "${prefix}")
foreach(file share/kernel-bounds/models/skylake-avx512.yaml share/kernel-bounds/kernels/kernel.h share/doc/kernel-bounds/LICENSE.txt)
  if(NOT EXISTS "${prefix}/${file}")
    message(FATAL_ERROR "not installed: ${file}")
  endif()
endforeach()

# The man page refers to documents by their place below its documentation.
file(STRINGS "${prefix}/share/man/man1/kernel-opt.1" referring REGEX "[a-z]+/[a-z-]+\\.md")
list(LENGTH referring num_references)
if(num_references LESS 4)
  message(FATAL_ERROR "the man page refers to ${num_references} documents")
endif()
foreach(line ${referring})
  string(REGEX MATCH "[a-z/-]+\\.md" document "${line}")
  if(NOT EXISTS "${prefix}/share/doc/kernel-bounds/${document}")
    message(FATAL_ERROR "the man page refers to ${document}, which is not installed")
  endif()
endforeach()

# The package must not point back into the source or build tree: move it.
file(RENAME "${prefix}" "${work}/moved")
set(prefix "${work}/moved")

run(${CMAKE_COMMAND} -S "${CONSUMER_DIR}" -B "${work}/consumer" -G "${GENERATOR}"
  -D CMAKE_BUILD_TYPE=Release
  -D "CMAKE_C_COMPILER=${C_COMPILER}"
  -D "CMAKE_CXX_COMPILER=${CXX_COMPILER}"
  -D "CMAKE_PREFIX_PATH=${prefix}"
  -D "LLVM_DIR=${LLVM_DIR}")
run(${CMAKE_COMMAND} --build "${work}/consumer")
if(CLANG22)
  expect("remark: ")
endif()
# The tool's report, from a build rule.
expect("\n    bracket ")

run("${work}/consumer/consumer")
expect("model skylake-avx512\n")
expect("skylake-avx512 has 8 issue ports\n4/5 cycles per iteration\n")

# Where the plugin is not installed, as without the package that brings it, the
# libraries can be used all the same, and asking for remarks is an error.
file(GLOB_RECURSE plugin "${prefix}/*/KernelBounds.so")
file(REMOVE ${plugin})
execute_process(COMMAND ${CMAKE_COMMAND} -S "${CONSUMER_DIR}" -B "${work}/without" -G "${GENERATOR}"
  -D "CMAKE_C_COMPILER=${C_COMPILER}" -D "CMAKE_CXX_COMPILER=${CXX_COMPILER}"
  -D "CMAKE_PREFIX_PATH=${prefix}" -D "LLVM_DIR=${LLVM_DIR}"
  RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
string(REGEX REPLACE "[ \n]+" " " out "${out}")
expect("kernel_bounds_enable\\(dot\\): the plugin is not installed beside this package")
