//===- FloatRate.cpp - Floating-point operations per cycle ----------------
//===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The peak for a type is that of the best of a few instructions that the
/// target names, as fused multiply-adds of the widest vectors, each alone in a
/// loop without dependences: what the port bound and the issue width give.
///
/// Tested by unittests/Advice/FloatRateTest.cpp, test/kernel-opt/flops*.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/FloatRate.h"
#include "CpuFeature.h"
#include "kernel-bounds/Bounds/PortBound.h"
#include "kernel-bounds/Kernel/MappedKernel.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCInst.h"
#include "llvm/MC/MCInstrInfo.h"
#include <array>
#include <deque>

using namespace kernelbounds;
using namespace llvm;

static CyclesPerIter quotient(const CyclesPerIter &A, const CyclesPerIter &B) {
  return A * B.denominator() / B.numerator();
}

StringRef kernelbounds::floatTypeName(FloatType Type) {
  static constexpr StringLiteral Names[NumFloatTypes] = {"bf16", "fp16", "fp32",
                                                         "fp64", "fp80"};
  return Names[static_cast<unsigned>(Type)];
}

unsigned FloatRate::operations() const {
  unsigned Sum = 0;
  for (const FloatShare &S : Shares)
    Sum += S.Operations;
  return Sum;
}

FlopsPerCycle FloatRate::perCycle(const CyclesPerIter &Cycles) const {
  return quotient(CyclesPerIter(operations()), Cycles);
}

std::optional<int64_t>
FloatRate::milliOfPeak(const CyclesPerIter &Cycles) const {
  CyclesPerIter AtPeak;
  for (const FloatShare &S : Shares) {
    if (S.Peak.isZero())
      return std::nullopt;
    AtPeak += quotient(CyclesPerIter(S.Operations), S.Peak);
  }
  return quotient(AtPeak, Cycles).milli();
}

/// Cycles of \p Form alone on \p Model; 0 if the model does not know it.
static CyclesPerIter cyclesOf(const FloatPeakForm &Form, const Kernel &Of,
                              PortModel &Model) {
  Kernel K;
  K.Target = Of.Target;
  std::deque<MCInst> Insts;
  for (unsigned Opcode : Form.Opcodes) {
    MCInst &I = Insts.emplace_back();
    I.setOpcode(Opcode);
    for (const MCOperandInfo &Op : Model.instrInfo().get(Opcode).operands())
      I.addOperand(Op.RegClass >= 0 ? MCOperand::createReg(0)
                                    : MCOperand::createImm(0));
    KernelInst &Inst = K.Insts.emplace_back();
    Inst.Opcode = Opcode;
    Inst.Inst = &I;
    Inst.Mode = Form.Mode;
  }
  const MappedKernel Mapped = mapKernel(K, Model, {});
  if (!Mapped.isComplete())
    return 0;
  SmallVector<UopGroup, 8> Groups;
  for (const MappedUop &U : Mapped.Uops)
    if (!U.Ports.empty())
      Groups.push_back({U.Ports, U.Cycles});
  CyclesPerIter Cycles = computePortBound(Groups).Value;
  unsigned Slots = 0;
  for (const MappedInst &I : Mapped.Insts)
    Slots += I.IssueSlots;
  if (unsigned Width = Model.pipeline(PipelineParam::IssueWidth).Value)
    Cycles = std::max(Cycles, CyclesPerIter(Slots, Width));
  return Cycles;
}

static FlopsPerCycle peakOf(FloatType Type, const Kernel &K, PortModel &Model,
                            unsigned LengthFactor) {
  FlopsPerCycle Peak;
  for (const FloatPeakForm &Form : targetOf(K).floatPeaks(Type)) {
    // Of a core that LLVM does not know, its model says what there is.
    if (is_contained(Form.Opcodes, 0u) ||
        (!Form.Feature.empty() &&
         !cpuHasFeature(Model, Model.cpu(), Form.Feature).value_or(true)))
      continue;
    const CyclesPerIter Cycles = cyclesOf(Form, K, Model);
    if (Cycles.isZero())
      continue;
    const unsigned Factor = Form.IsScalable ? LengthFactor : 1;
    Peak = std::max(Peak,
                    quotient(CyclesPerIter(Form.Operations * Factor), Cycles));
  }
  return Peak;
}

FloatRate kernelbounds::findFloatRate(const Kernel &K, PortModel &Model) {
  constexpr unsigned ShortestBits = 128;
  FloatRate R;
  const TargetSemantics &Target = targetOf(K);
  std::array<unsigned, NumFloatTypes> Operations = {};
  const unsigned Bits = Target.scalableBits(Model.cpu());
  const unsigned LengthFactor = Bits ? Bits / ShortestBits : 1;
  for (const KernelInst &I : K.Insts) {
    const FloatWork W = Target.floatWork(I);
    if (W.Operations == 0)
      continue;
    Operations[static_cast<unsigned>(W.Type)] +=
        W.Operations * (W.IsScalable ? LengthFactor : 1);
    R.HasMasked |= W.IsMasked;
    R.IsShortest |= W.IsScalable && Bits == 0;
  }
  for (unsigned T = 0; T < NumFloatTypes; ++T)
    if (Operations[T] != 0) {
      const auto Type = static_cast<FloatType>(T);
      const FlopsPerCycle Peak = Model.floatPeak(
          T, [&] { return peakOf(Type, K, Model, LengthFactor); });
      R.Shares.push_back({Type, Operations[T], Peak});
    }
  return R;
}

//===----------------------------------------------------------------------===//
// In words
//===----------------------------------------------------------------------===//

std::string kernelbounds::percentText(int64_t Milli) {
  return std::to_string(Milli / 10) + "." + std::to_string(Milli % 10);
}

std::string kernelbounds::floatRateText(const FloatRate &R,
                                        const CyclesPerIter &Cycles) {
  if (R.Shares.empty())
    return "";
  std::string Text = R.perCycle(Cycles).str() + " flop/cy";
  std::string Peaks, Types;
  for (const FloatShare &S : R.Shares) {
    const std::string Type = floatTypeName(S.Type).str();
    Types += (Types.empty() ? "" : ", ") + Type;
    // Peaks are whole numbers but where ports are shared unevenly.
    Peaks += (Peaks.empty() ? "" : " and ") +
             (S.Peak.denominator() == 1 ? S.Peak.exactStr() : S.Peak.str()) +
             " (" + Type + ")";
  }
  if (std::optional<int64_t> Milli = R.milliOfPeak(Cycles))
    return Text + ", " + percentText(*Milli) + " % of the core's peak of " +
           Peaks;
  return Text + " (" + Types + ")";
}

std::string kernelbounds::floatRateNote(const FloatRate &R) {
  SmallVector<StringRef, 2> Notes;
  if (R.HasMasked)
    Notes.push_back("elements that are masked off count, too");
  if (R.IsShortest)
    Notes.push_back("scalable vectors count as 128 bits");
  return join(Notes, "; ");
}
