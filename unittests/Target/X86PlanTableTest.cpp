//===- X86PlanTableTest.cpp - Tests for X86PlanCompiler.cpp ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "X86/X86PlanTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

static auto fields(const UsePlan &U) {
  return std::tuple(U.Reg, U.Operand, U.Role);
}

static auto fields(const DefPlan &D) {
  return std::tuple(D.Reg, D.Operand, D.DefIdx, D.IsWriteBack, D.IsHigh);
}

static auto fields(const MemRef &M) {
  return std::tuple(M.Base, M.Index, M.Scale, M.IsLoad, M.IsStore, M.IsVector,
                    M.IsGather, M.IsBroadcast, M.IndexExtend, M.WriteBack,
                    M.Segment, M.Width, M.Align, M.NumParts, M.IsScalable,
                    M.Displacement, M.Symbol);
}

static auto fields(const X87Action &A) {
  return std::tuple(A.Reads, A.Writes, A.Pushes, A.Pops, A.StoresTop);
}

static auto fields(const X86PlanBase &P) {
  return std::tuple(P.Flags, P.FlagReads, P.FlagWrites, P.FlagsDefIdx,
                    P.CondOperand, P.CondHasNoParity, P.MergeDef, P.ZeroesUpper,
                    P.MovesLowByte, P.Special, P.Idiom, P.IdiomA, P.IdiomB,
                    P.MemOperand, fields(P.Mem), P.StackWidth, fields(P.X87));
}

template <typename List, typename Other>
static bool areEqual(const List &A, const Other &B) {
  return A.size() == B.size() && all_of(zip(A, B), [](const auto &Pair) {
           return fields(std::get<0>(Pair)) == fields(std::get<1>(Pair));
         });
}

namespace {
struct X86PlanTableTest : testing::Test {
  X86PlanTableTest() {
    InitializeAllTargetInfos();
    InitializeAllTargetMCs();
    std::string Problem;
    const Target *T = TargetRegistry::lookupTarget(TT, Problem);
    MII.reset(T->createMCInstrInfo());
    MRI.reset(T->createMCRegInfo(TT));
    TD = {T, MII.get(), MRI.get()};
  }
  const Triple TT{"x86_64-unknown-linux-gnu"};
  std::unique_ptr<const MCInstrInfo> MII;
  std::unique_ptr<const MCRegisterInfo> MRI;
  TargetDescription TD;
};
} // namespace

// Each row is the plan of the opcode, field by field.
TEST_F(X86PlanTableTest, IsWhatIsPlanned) {
  const X86Registers Regs = X86Registers::find(*MRI);
  X86MemoryTable Memory(TT, TD);
  ASSERT_EQ(X86Plans.RowOf.size(), MII->getNumOpcodes());
  for (unsigned O = 0; O != MII->getNumOpcodes(); ++O) {
    const X86Plan P = planX86Opcode(O, TD, Regs, Memory);
    const X86PlanRow &Row = X86Plans.row(O);
    EXPECT_TRUE(fields(P) == fields(Row)) << MII->getName(O).str();
    EXPECT_TRUE(areEqual(P.Uses, X86Plans.uses(Row))) << MII->getName(O).str();
    EXPECT_TRUE(areEqual(P.Defs, X86Plans.defs(Row))) << MII->getName(O).str();
  }
}

TEST_F(X86PlanTableTest, Registers) {
  EXPECT_STREQ(MRI->getName(X86Plans.Registers.EFLAGS), "EFLAGS");
  EXPECT_STREQ(MRI->getName(X86Plans.Registers.RSP), "RSP");
  EXPECT_STREQ(MRI->getName(X86Plans.Registers.ST0), "ST0");
}

TEST_F(X86PlanTableTest, SharesRows) {
  unsigned Add = 0, Or = 0;
  for (unsigned O = 0; O != MII->getNumOpcodes(); ++O) {
    Add = MII->getName(O) == "ADD64rr" ? O : Add;
    Or = MII->getName(O) == "OR64rr" ? O : Or;
  }
  EXPECT_NE(Add, Or);
  EXPECT_EQ(&X86Plans.row(Add), &X86Plans.row(Or));
}
