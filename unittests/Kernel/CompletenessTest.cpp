//===- CompletenessTest.cpp - What is modelled, and what is said not to be ===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every opcode that LLVM can decode, on every core with a model file and on
/// one that LLVM alone serves: microcoded, serializing, system, string, atomic
/// and blocking instructions, found by LLVM's own descriptions, are modelled
/// from a file, or the loop is incomplete.
//
//===----------------------------------------------------------------------===//

#include "ToyTester.h"
#include "kernel-bounds/Model/Targets.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include <set>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// An MCInst of \p Opcode with the first register of each class, as far as
/// registers go, and \p Imm for the rest.
MCInst makeInst(const TargetDescription &TD, unsigned Opcode, int64_t Imm) {
  MCInst Inst;
  Inst.setOpcode(Opcode);
  for (const MCOperandInfo &Op : TD.MII->get(Opcode).operands()) {
    const int Class = TD.MII->getOpRegClassID(Op, /*HwMode=*/0);
    if (Class >= 0)
      Inst.addOperand(
          MCOperand::createReg(*TD.MRI->getRegClass(Class).begin()));
    else
      Inst.addOperand(MCOperand::createImm(Imm));
  }
  return Inst;
}

/// One instruction after the other on one core.
class Core {
public:
  Core(StringRef Triple, StringRef Cpu) : T(Cpu, Triple) {}

  const MCInstrInfo &instructions() const { return *TD().MII; }
  const MCRegisterInfo &registers() const { return *TD().MRI; }

  /// \p Inst must stay.
  struct Answer {
    bool IsModelled, IsFromFile, IsComplete, IsAtomic, IsNop;
    BaseSchedule Schedule; ///< Not valid where LLVM has no say.
    int Latency = 0;       ///< By LLVM, of the first result.
  };
  Answer ask(const MCInst &Inst) {
    ListedInst I;
    I.Inst = Inst;
    Kernel K;
    K.Target = &T.Semantics.semantics();
    T.Semantics.semantics().append(I, K);
    const MappedKernel M = mapKernel(K, T.model(), {});
    const MappedInst &Mapped = M.Insts.front();
    Answer A;
    A.IsModelled = !Mapped.is(MF_NotModeled);
    A.IsFromFile = A.IsModelled && !Mapped.is(MF_UopsFromLLVM);
    A.IsComplete = M.isComplete();
    A.IsAtomic = K.Insts.front().is(IF_Locked);
    A.IsNop = K.Insts.front().is(IF_Nop) || K.Insts.front().is(IF_Prefetch);
    if (LLVMSchedule *Base = T.model().llvmSchedule()) {
      A.Schedule = Base->schedule(Inst);
      A.Latency = Base->defLatency(A.Schedule, 0);
    }
    return A;
  }
  Answer ask(StringRef Asm) {
    std::vector<ListedInst> Insts = T.Semantics.assemble(Asm);
    EXPECT_EQ(Insts.size(), 1u) << Asm.str();
    return ask(Insts.front().Inst);
  }
  bool hasAtomicRule() { return T.model().atomicRule().has_value(); }
  const TargetDescription &TD() const { return T.Semantics.target(); }

private:
  ToyTester T;
};

struct Place {
  std::string Triple, Cpu;
};

/// The CPUs that the shipped models are for, and one of LLVM's alone.
std::vector<Place> allCores() {
  std::vector<Place> Cores = {{"x86_64-unknown-linux-gnu", "haswell"},
                              {"aarch64-unknown-linux-gnu", "cortex-a57"},
                              {"aarch64-unknown-linux-gnu", "neoverse-n3"},
                              {"riscv64-unknown-linux-gnu", "rocket"},
                              {"riscv64-unknown-linux-gnu", "sifive-p670"}};
  for (const ModelTables *M : shippedModels())
    if (M->Base != "any")
      Cores.push_back({findTargetByName(M->Target)->linuxTriple(),
                       M->Cpus.empty() ? M->Name.str() : M->Cpus[0].str()});
  return Cores;
}

/// Calls \p F with each opcode of \p C that is no pseudo, and its instruction.
template <typename Function> void forEachOpcode(Core &C, Function F) {
  for (unsigned Op = 1; Op < C.instructions().getNumOpcodes(); ++Op)
    if (const MCInstrDesc &Desc = C.instructions().get(Op);
        !Desc.isPseudo() && !Desc.isPreISelOpcode()) {
      SCOPED_TRACE(C.instructions().getName(Op).str());
      F(Desc, makeInst(C.TD(), Op, 1));
    }
}

bool usesRegister(const Core &C, const MCInstrDesc &Desc, StringRef Name) {
  return any_of(Desc.implicit_uses(),
                [&](MCPhysReg R) { return Name == C.registers().getName(R); });
}

/// LLVM says of it that it does something, and of that nothing: it makes no
/// result, goes nowhere, and does not just load or store.
bool isSideEffectAlone(const MCInstrDesc &Desc) {
  return Desc.hasUnmodeledSideEffects() && Desc.getNumDefs() == 0 &&
         Desc.implicit_defs().empty() && !Desc.isBranch() && !Desc.isReturn() &&
         Desc.mayLoad() == Desc.mayStore();
}

/// LLVM's models of \p Triple, each once.
std::vector<const MCSchedModel *> modelsOf(const MCSubtargetInfo &STI) {
  std::set<const MCSchedModel *> Models;
  for (const SubtargetSubTypeKV &P : STI.getAllProcessorDescriptions())
    if (const MCSchedModel &M = STI.getSchedModelForCPU(P.Key);
        M.hasInstrSchedModel())
      Models.insert(&M);
  return {Models.begin(), Models.end()};
}

/// Whether LLVM puts \p Desc among the system and microcoded instructions: a
/// third of \p Models have nothing but a placeholder of its latency, or the
/// target's plain model gives it no unit.
bool isSystem(const MCSubtargetInfo &STI, const TargetRecord &Target,
              ArrayRef<const MCSchedModel *> Models, const MCInstrDesc &Desc) {
  unsigned NumKnown = 0, NumPlaceholders = 0;
  bool IsWithoutUnit = false;
  for (const MCSchedModel *M : Models) {
    const MCSchedClassDesc &Class = *M->getSchedClassDesc(Desc.getSchedClass());
    if (!Desc.getSchedClass() || !Class.isValid() || Class.isVariant())
      continue;
    ++NumKnown;
    if (Target.PlaceholderLatency != 0 && Class.NumWriteLatencyEntries != 0)
      NumPlaceholders += STI.getWriteLatencyEntry(&Class, 0)->Cycles ==
                         Target.PlaceholderLatency;
    if (M == &STI.getSchedModelForCPU(Target.PlainCpu))
      IsWithoutUnit = Class.NumWriteProcResEntries == 0;
  }
  return Desc.hasUnmodeledSideEffects() &&
         (IsWithoutUnit || NumPlaceholders * 3 > NumKnown);
}

TEST(Completeness, NothingIsModelledWithoutASource) {
  for (const Place &P : allCores()) {
    SCOPED_TRACE(P.Cpu);
    Core C(P.Triple, P.Cpu);
    const int Placeholder = findTarget(Triple(P.Triple))->PlaceholderLatency;
    forEachOpcode(C, [&](const MCInstrDesc &Desc, const MCInst &Inst) {
      const Core::Answer A = C.ask(Inst);
      if (Desc.isCall())
        EXPECT_FALSE(A.IsModelled);
      if (!A.IsModelled || A.IsFromFile || A.IsNop)
        return;
      // Opcodes that others stand for have no entry of their own.
      if (A.Schedule.Valid)
        EXPECT_TRUE(Placeholder == 0 || A.Latency != Placeholder);
      EXPECT_FALSE(isSideEffectAlone(Desc));
    });
  }
}

TEST(Completeness, SystemAndMicrocoded) {
  for (const Place &P : allCores()) {
    SCOPED_TRACE(P.Cpu);
    Core C(P.Triple, P.Cpu);
    Triple TT(P.Triple);
    std::unique_ptr<MCSubtargetInfo> STI(
        C.TD().Target->createMCSubtargetInfo(TT, "", ""));
    const auto Models = modelsOf(*STI);
    unsigned Number = 0;
    forEachOpcode(C, [&](const MCInstrDesc &Desc, const MCInst &Inst) {
      if (!isSystem(*STI, *findTarget(TT), Models, Desc))
        return;
      const Core::Answer A = C.ask(Inst);
      EXPECT_TRUE(!A.IsComplete || A.IsFromFile || A.IsNop);
      ++Number;
    });
    EXPECT_GT(Number, TT.isX86() ? 100u : TT.isAArch64() ? 20u : 5u);
  }
}

TEST(Completeness, StringsAndAtomicUpdates) {
  for (const Place &P : allCores()) {
    SCOPED_TRACE(P.Cpu);
    Core C(P.Triple, P.Cpu);
    unsigned NumStrings = 0, NumAtomic = 0;
    constexpr unsigned Repeat = 8;
    forEachOpcode(C, [&](const MCInstrDesc &Desc, MCInst Inst) {
      const Core::Answer A = C.ask(Inst);
      if (A.IsAtomic) {
        EXPECT_TRUE(!A.IsComplete || C.hasAtomicRule());
        ++NumAtomic;
      }
      if (!usesRegister(C, Desc, "DF") || Desc.getNumOperands() == 0)
        return;
      EXPECT_FALSE(A.IsModelled && !A.IsFromFile);
      Inst.setFlags(Repeat);
      EXPECT_FALSE(C.ask(Inst).IsModelled);
      ++NumStrings;
    });
    EXPECT_EQ(NumStrings, Triple(P.Triple).isX86() ? 26u : 0u);
    EXPECT_GT(NumAtomic, 50u);
  }
}

/// What the loop is that has nothing else.
struct Row {
  const char *Asm;
  bool IsComplete;
};

void check(StringRef Triple, StringRef Cpu, ArrayRef<Row> Rows) {
  Core C(Triple, Cpu);
  for (const Row &R : Rows)
    EXPECT_EQ(C.ask(R.Asm).IsComplete, R.IsComplete)
        << R.Asm << " on " << Cpu.str();
}

TEST(Completeness, X86) {
  const Row Rows[] = {
      {"pause", false},
      {"rep stosq", false},
      {"rep movsb", false},
      {"repne scasb", false},
      {"syscall", false},
      {"cpuid", false},
      {"rdtsc", false},
      {"rdtscp", false},
      {"rdrand %rax", false},
      {"lfence", false},
      {"inb $3, %al", false},
      {"int3", false},
      {"ud2", false},
      {"hlt", false},
      {"clflush (%rax)", false},
      {"clwb (%rax)", false},
      {"rdmsr", false},
      {"movq %cr0, %rax", false},
      {"xgetbv", false},
      {"xsave (%rax)", false},
      {"stosq", false},
      {"rep nop", false},
      // They have side effects that LLVM does not describe, too.
      {"nop", true},
      {"endbr64", true},
      {"xchgw %ax, %ax", true},
      {"cld", true},
      {"stc", true},
      {"clc", true},
      {"ldmxcsr (%rax)", true},
      {"stmxcsr (%rax)", true},
      {"fldcw (%rax)", true},
      {"fnstcw (%rax)", true},
      {"emms", true},
      {"divq %rcx", true},
      {"fadd %st(1)", true},
      {"prefetcht0 (%rax)", true},
      {"vcompresspd %zmm0, %zmm1", true},
  };
  check("x86_64-unknown-linux-gnu", "cascadelake", Rows);
  const Row Modelled[] = {{"mfence", true},
                          {"lock incl (%rax)", true},
                          {"xchg %eax, (%rdi)", true},
                          {"vzeroupper", true}};
  check("x86_64-unknown-linux-gnu", "cascadelake", Modelled);
  const Row Not[] = {{"mfence", false},
                     {"lock incl (%rax)", false},
                     {"xchg %eax, (%rdi)", false}};
  check("x86_64-unknown-linux-gnu", "haswell", Not);
}

TEST(Completeness, AArch64) {
  const Row Rows[] = {
      {"yield", false},
      {"wfe", false},
      {"isb", false},
      {"dsb sy", false},
      {"dmb ish", false},
      {"mrs x0, cntvct_el0", false},
      {"msr fpcr, x0", false},
      {"svc #0", false},
      {"brk #1", false},
      {"clrex", false},
      {"dc zva, x0", false},
      {"ldadd x0, x1, [x2]", false},
      // They have side effects that LLVM does not describe, too.
      {"nop", true},
      {"bti j", true},
      {"prfm pldl1keep, [x0]", true},
      {"ldar x0, [x1]", true},
  };
  for (const char *Cpu : {"neoverse-n1", "neoverse-v2", "apple-m1",
                          "thunderx2t99", "cortex-a72", "cortex-a57"})
    check("aarch64-unknown-linux-gnu", Cpu, Rows);
}

TEST(Completeness, RISCV) {
  const Row Rows[] = {
      {"csrr a0, cycle", false},
      {"csrw fcsr, a0", false},
      {"ecall", false},
      {"ebreak", false},
      {"fence", false},
      {"fence.i", false},
      {"wfi", false},
      {"nop", true},
      {"amoadd.w a0, a1, (a2)", false},
  };
  SemanticsTester Reader("riscv64-unknown-linux-gnu", "+a,+c,+f,+d");
  for (const char *Cpu : {"sifive-p670", "xiangshan-nanhu"}) {
    Core C("riscv64-unknown-linux-gnu", Cpu);
    for (const Row &R : Rows) {
      std::vector<ListedInst> Insts = Reader.assemble(R.Asm);
      EXPECT_EQ(C.ask(Insts.front().Inst).IsComplete, R.IsComplete)
          << R.Asm << " on " << Cpu;
    }
  }
}

} // namespace
