# Compiler settings and the two functions by which every target is made.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(kb_options INTERFACE)
target_compile_options(kb_options INTERFACE -Wall -Wextra -Werror -fno-rtti)
# MCSchedClassDesc has a field under #if !NDEBUG: agree with the LLVM libraries.
target_compile_definitions(kb_options INTERFACE NDEBUG ${LLVM_DEFINITIONS_LIST})
target_include_directories(kb_options INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
  $<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/include>)
target_include_directories(kb_options SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS})
if(KERNEL_BOUNDS_SANITIZE)
  target_compile_options(kb_options INTERFACE
    -fsanitize=${KERNEL_BOUNDS_SANITIZE} -fno-sanitize=vptr,function
    -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
  target_link_options(kb_options INTERFACE -fsanitize=${KERNEL_BOUNDS_SANITIZE} -fno-sanitize=vptr,function)
endif()

# kb_add_library(Name [SOURCES ...] [DEPENDS ...]): static library
# KernelBounds<Name>, part of the plugin and of the tool. LLVM is not linked
# here: the plugin takes its symbols from the host, the tool links it itself.
function(kb_add_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(KernelBounds${name} STATIC ${ARG_SOURCES})
  add_library(KernelBounds::${name} ALIAS KernelBounds${name})
  set_target_properties(KernelBounds${name} PROPERTIES EXPORT_NAME ${name})
  target_link_libraries(KernelBounds${name} PUBLIC $<BUILD_INTERFACE:kb_options> ${ARG_DEPENDS})
  set_property(GLOBAL APPEND PROPERTY KB_LIBRARIES KernelBounds${name})
endfunction()

# kb_add_tool(name sources...): executable linked with the shared LLVM.
function(kb_add_tool name)
  add_executable(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE kb_options LLVM)
endfunction()
