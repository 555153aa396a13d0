list(APPEND KB_TARGET_SOURCES
  RISCV/RISCVCode.cpp
  RISCV/RISCVFloats.cpp
  RISCV/RISCVForms.cpp
  RISCV/RISCVIntegerCode.cpp
  RISCV/RISCVMemory.cpp
  RISCV/RISCVOpcodes.cpp
  RISCV/RISCVQueries.cpp
  RISCV/RISCVSemantics.cpp
  RISCV/RISCVVectorState.cpp)
