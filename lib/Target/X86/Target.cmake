# What opcodes mean is a library of its own: the build tool that makes the table
# of their plans needs it before that table exists.
kb_add_library(X86Opcodes
  SOURCES
    X86/X86Idioms.cpp
    X86/X86Memory.cpp
    X86/X86Opcodes.cpp
    X86/X87Stack.cpp
  DEPENDS KernelBoundsOperands)

kb_add_tool(kb-x86-plans X86/X86PlanCompiler.cpp)
target_link_libraries(kb-x86-plans PRIVATE KernelBoundsX86Opcodes)

set(KB_X86_PLANS ${CMAKE_CURRENT_BINARY_DIR}/X86Plans.cpp)
add_custom_command(
  OUTPUT ${KB_X86_PLANS}
  COMMAND kb-x86-plans ${KB_X86_PLANS}
  DEPENDS kb-x86-plans
  COMMENT "Planning x86 opcodes"
  VERBATIM)
set_source_files_properties(${KB_X86_PLANS} PROPERTIES
  INCLUDE_DIRECTORIES ${CMAKE_CURRENT_LIST_DIR})

list(APPEND KB_TARGET_SOURCES
  X86/X86Code.cpp
  X86/X86Encoding.cpp
  X86/X86Floats.cpp
  X86/X86Forms.cpp
  X86/X86IntegerCode.cpp
  X86/X86Semantics.cpp
  ${KB_X86_PLANS})
list(APPEND KB_TARGET_DEPENDS KernelBoundsX86Opcodes)
