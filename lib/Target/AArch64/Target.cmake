list(APPEND KB_TARGET_SOURCES
  AArch64/AArch64Code.cpp
  AArch64/AArch64Floats.cpp
  AArch64/AArch64Forms.cpp
  AArch64/AArch64IntegerCode.cpp
  AArch64/AArch64Memory.cpp
  AArch64/AArch64Opcodes.cpp
  AArch64/AArch64Semantics.cpp)
