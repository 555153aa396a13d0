//===- TargetsTest.cpp - Tests for Targets.cpp and RegisterTarget.cpp -----===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Target/Targets.h"
#include "RegisterTarget.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "gtest/gtest.h"
#include <memory>

using namespace kernelbounds;
using namespace llvm;

// Each line of Targets.def has a folder behind it, and CPUs that LLVM knows.
TEST(Targets, AllAreComplete) {
  for (const TargetRecord &R : allTargets()) {
    SCOPED_TRACE(R.Name.str());
    const Triple TT(R.linuxTriple());
    ASSERT_EQ(findTarget(TT), &R);
    EXPECT_EQ(findTarget(Triple((R.DarwinName + "-apple-macosx").str())), &R);
    EXPECT_EQ(findTargetByName(R.Name), &R);
    Error E = registerTarget(TT);
    ASSERT_FALSE(bool(E)) << toString(std::move(E));
    std::string Problem;
    const Target *T = TargetRegistry::lookupTarget(TT, Problem);
    ASSERT_NE(T, nullptr) << Problem;
    std::unique_ptr<MCInstrInfo> MII(T->createMCInstrInfo());
    std::unique_ptr<MCRegisterInfo> MRI(T->createMCRegInfo(TT));
    std::unique_ptr<MCSubtargetInfo> STI(T->createMCSubtargetInfo(TT, "", ""));
    EXPECT_TRUE(STI->isCPUStringValid(R.GenericCpu));
    EXPECT_TRUE(STI->isCPUStringValid(R.DefaultCpu));
    auto Semantics = createTargetSemantics(TT, {T, MII.get(), MRI.get()});
    ASSERT_NE(Semantics, nullptr);
    EXPECT_EQ(&Semantics->code(), findTargetCode(TT));
    Kernel K;
    Semantics->nameStack(K);
    EXPECT_EQ(&targetOf(K), Semantics.get());
    EXPECT_FALSE(Semantics->registerFiles().empty());
    MemRef Mem;
    for (bool IsVector : {false, true})
      for (uint16_t Width : {4, 8, 16, 32, 64})
        for (bool IsStore : {false, true}) {
          Mem.IsVector = IsVector;
          Mem.Width = Width;
          EXPECT_NE(Semantics->plainAccess(Mem, IsStore), 0u);
        }
  }
}

TEST(Targets, Relocations) {
  struct {
    const char *Target;
    uint64_t Type;
    DataReference Data;
    bool IsTableEntry, IsHint;
  } Rows[] = {
      {"x86_64", ELF::R_X86_64_32S, DataReference::Plain, false, false},
      {"x86_64", ELF::R_X86_64_PC32, DataReference::FromField, false, false},
      {"x86_64", ELF::R_X86_64_GOTPCREL, DataReference::FromField, true, false},
      {"x86_64", ELF::R_X86_64_PLT32, DataReference::None, false, false},
      {"aarch64", ELF::R_AARCH64_ADD_ABS_LO12_NC, DataReference::Plain, false,
       false},
      {"aarch64", ELF::R_AARCH64_ADR_GOT_PAGE, DataReference::Plain, true,
       false},
      {"aarch64", ELF::R_AARCH64_CALL26, DataReference::None, false, false},
      {"riscv64", ELF::R_RISCV_LO12_S, DataReference::Plain, false, false},
      {"riscv64", ELF::R_RISCV_HI20, DataReference::None, false, false},
      {"riscv64", ELF::R_RISCV_GOT_HI20, DataReference::Plain, true, false},
      {"riscv64", ELF::R_RISCV_RELAX, DataReference::None, false, true},
  };
  for (auto &R : Rows) {
    const TargetRecord *Record = findTargetByName(R.Target);
    ASSERT_NE(Record, nullptr) << R.Target;
    const FieldReference Field =
        findTargetCode(Triple(Record->linuxTriple()))->referenceOf(R.Type);
    EXPECT_EQ(Field.Data, R.Data) << R.Target << " " << R.Type;
    EXPECT_EQ(Field.IsTableEntry, R.IsTableEntry) << R.Target << " " << R.Type;
    EXPECT_EQ(Field.IsHint, R.IsHint) << R.Target << " " << R.Type;
  }
}

TEST(Targets, UnknownTarget) {
  const Triple TT("sparcv9-unknown-linux-gnu");
  EXPECT_EQ(findTarget(TT), nullptr);
  EXPECT_EQ(findTargetCode(TT), nullptr);
  EXPECT_EQ(createTargetSemantics(TT, {}), nullptr);
  EXPECT_EQ(toString(registerTarget(TT)),
            "unsupported target 'sparcv9-unknown-linux-gnu': " +
                shownTargets() + " are known");
}

static unsigned NumCalls = 0;
static void countCall() { ++NumCalls; }

TEST(Targets, MissingInLLVM) {
  EXPECT_FALSE(initialize({countCall, nullptr, countCall}));
  EXPECT_EQ(NumCalls, 0u);
  EXPECT_TRUE(initialize({countCall, countCall}));
  EXPECT_EQ(NumCalls, 2u);
  EXPECT_EQ(toString(errorIfMissing(false, "RISC-V")),
            "LLVM was built without the target RISC-V");
  EXPECT_FALSE(bool(errorIfMissing(true, "RISC-V")));
}

TEST(Targets, Names) {
  for (const TargetRecord &R : allTargets()) {
    EXPECT_NE(shownTargets().find(R.Shown.str()), std::string::npos);
    EXPECT_NE(targetNames().find(R.Name.str()), std::string::npos);
  }
  EXPECT_NE(shownTargets(" or ").find(" or "), std::string::npos);
}
