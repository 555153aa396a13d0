//===- RegisterReader.cpp - Addresses from registers ----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/RegisterReader.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/MC/MCRegisterInfo.h"

using namespace kernelbounds;
using namespace llvm;

using Field = decltype(&user_regs_struct::rax);

RegisterReader::RegisterReader(const MCRegisterInfo &MRI) {
  struct Row {
    StringLiteral Wide, Narrow;
    Field F;
  };
  static constexpr Row Rows[] = {{"RAX", "EAX", &user_regs_struct::rax},
                                 {"RBX", "EBX", &user_regs_struct::rbx},
                                 {"RCX", "ECX", &user_regs_struct::rcx},
                                 {"RDX", "EDX", &user_regs_struct::rdx},
                                 {"RSI", "ESI", &user_regs_struct::rsi},
                                 {"RDI", "EDI", &user_regs_struct::rdi},
                                 {"RBP", "EBP", &user_regs_struct::rbp},
                                 {"RSP", "ESP", &user_regs_struct::rsp},
                                 {"R8", "R8D", &user_regs_struct::r8},
                                 {"R9", "R9D", &user_regs_struct::r9},
                                 {"R10", "R10D", &user_regs_struct::r10},
                                 {"R11", "R11D", &user_regs_struct::r11},
                                 {"R12", "R12D", &user_regs_struct::r12},
                                 {"R13", "R13D", &user_regs_struct::r13},
                                 {"R14", "R14D", &user_regs_struct::r14},
                                 {"R15", "R15D", &user_regs_struct::r15},
                                 {"FS", "", &user_regs_struct::fs_base},
                                 {"GS", "", &user_regs_struct::gs_base}};
  Places.resize(MRI.getNumRegs());
  for (unsigned Reg = 1; Reg < MRI.getNumRegs(); ++Reg) {
    StringRef Name = MRI.getName(Reg);
    if (Name == "RIP")
      InstructionPointer = Reg;
    for (const Row &R : Rows)
      if (Name == R.Wide || Name == R.Narrow)
        Places[Reg] = {R.F, Name == R.Narrow};
  }
}

uint64_t RegisterReader::value(unsigned Reg,
                               const user_regs_struct &Regs) const {
  const Place &P = Places[Reg];
  if (!P.Field)
    return 0;
  uint64_t Value = Regs.*P.Field;
  return P.IsNarrow ? uint32_t(Value) : Value;
}

uint64_t RegisterReader::address(const MemRef &M, const user_regs_struct &Regs,
                                 uint64_t Bias) const {
  uint64_t Address = M.WriteBack == WriteBackKind::PostIndex
                         ? 0
                         : static_cast<uint64_t>(M.Displacement);
  if (M.Base == InstructionPointer)
    return Address + Bias; // The displacement is the file's address.
  if (M.Base)
    Address += value(M.Base, Regs);
  if (M.Index)
    Address += value(M.Index, Regs) * M.Scale;
  if (M.Segment)
    Address += value(M.Segment, Regs);
  return Address;
}
