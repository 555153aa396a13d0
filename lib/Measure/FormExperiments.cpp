//===- FormExperiments.cpp - What one instruction takes -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Throughput is the slope between a body of some copies and one of twice as
/// many, so that the loop's own instructions drop out; the least of several
/// arrangements counts.
/// Tested by unittests/Measure/FormExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormExperiments.h"
#include "FormChains.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::idiomName(Idiom I) {
  constexpr StringLiteral Names[] = {"", "dependency-breaking", "zeroing",
                                     "eliminated"};
  return Names[static_cast<unsigned>(I)];
}

//===----------------------------------------------------------------------===//
// Links
//===----------------------------------------------------------------------===//

static MCOperand reg(MCRegister R) { return MCOperand::createReg(R); }

LinkLatencies kernelbounds::measureLinks(LoopRunner &Runner,
                                         const FormBuilder &B,
                                         FormEncoding Encoding) {
  LinkLatencies L;
  const bool IsLegacy = Encoding == FormEncoding::Legacy;
  constexpr unsigned Steps = 6;
  /// Cycles of \p Step, or \p Default where it cannot run.
  auto Measure = [&](ArrayRef<MCInst> Step, double Default) {
    TimedLoop Loop;
    Loop.Values.WideVectors = !IsLegacy;
    for (unsigned I = 0; I < Steps; ++I)
      Loop.Body.insert(Loop.Body.end(), Step.begin(), Step.end());
    const LoopOutcome O = Runner.run(Loop);
    return O.isKnown() ? O.Cycles / Steps : Default;
  };
  // Whole cycles: no core has others here.
  auto Whole = [&](ArrayRef<MCInst> Step, double Default) {
    return std::max(std::round(Measure(Step, Default)), 1.0);
  };
  auto R = [&](StringRef Name) { return reg(B.named(Name)); };
  const StringRef Xor = IsLegacy ? "PXORrr" : "VPXORrr",
                  In = IsLegacy ? "MOV64toPQIrr" : "VMOV64toPQIrr",
                  Out = IsLegacy ? "MOVPQIto64rr" : "VMOVPQIto64rr";
  L.Xor = Whole(B.make("XOR64rr", {R("R12"), R("R12"), R("R11")}), 1);
  L.VectorXor = Whole(B.make(Xor, {R("XMM14"), R("XMM14"), R("XMM15")}), 1);
  const double Vectors = Measure(
      {B.make(In, {R("XMM14"), R("R12")}), B.make(Out, {R("R12"), R("XMM14")})},
      2);
  L.ToVector = L.FromVector = Vectors / 2;
  const double Flags =
      Whole({B.make("TEST64rr", {R("R12"), R("R12")}),
             B.make("CMOV64rr", {R("R12"), R("R12"), R("R11"),
                                 MCOperand::createImm(2)})},
            2);
  L.ToFlags = 1;
  L.FromFlags = std::max(Flags - 1, 1.0);
  if (IsLegacy)
    return L;
  L.MaskXor = Whole(B.make("KXORWkk", {R("K7"), R("K7"), R("K6")}), 1);
  const double Masks =
      Measure({B.make("KMOVWkr", {R("K7"), R("R12D")}),
               B.make("KMOVWrk", {R("R12D"), R("K7")})},
              2);
  L.ToMask = L.FromMask = Masks / 2;
  return L;
}

//===----------------------------------------------------------------------===//
// One form
//===----------------------------------------------------------------------===//

namespace {

class Experiment {
public:
  Experiment(LoopRunner &Runner, const FormBuilder &Builder,
             const InstructionForm &Form, const LinkLatencies &Links)
      : Runner(Runner), Builder(Builder), Form(Form),
        Chains(Builder, Form, Links) {}
  FormResult run();

private:
  LoopOutcome time(std::vector<MCInst> Body, bool Slow = false);
  /// Cycles of one further copy.
  LoopOutcome slope(bool Together, bool Breaks, bool Slow);
  LoopOutcome throughput(bool Slow);
  void latencies(bool Slow, std::vector<FormLatency> &Out);
  void idioms(FormResult &R);
  std::string nameOf(int Operand, unsigned Reg, ReadRole Role) const;

  LoopRunner &Runner;
  const FormBuilder &Builder;
  const InstructionForm &Form;
  FormChains Chains;
};

} // namespace

LoopOutcome Experiment::time(std::vector<MCInst> Body, bool Slow) {
  TimedLoop Loop;
  Loop.Body = std::move(Body);
  Loop.Values = valuesOf(Form, Slow);
  return Runner.run(Loop);
}

/// Few copies where one takes long, so that a trip stays short.
static unsigned copiesFor(double OneCopy, unsigned Results) {
  unsigned Copies = OneCopy > 40 ? 2 : OneCopy > 8 ? 4 : 12;
  // A multiple of the results, so that each has equally many.
  return Copies <= Results ? Copies : (Copies + Results - 1) / Results * Results;
}

LoopOutcome Experiment::slope(bool Together, bool Breaks, bool Slow) {
  LoopOutcome One = time(Chains.copies(1, Together, Breaks), Slow);
  if (!One.isKnown() && One.Status != LoopStatus::Unsteady)
    return One;
  const unsigned Copies = copiesFor(One.Cycles, Chains.numResults());
  const LoopOutcome Few = time(Chains.copies(Copies, Together, Breaks), Slow);
  LoopOutcome Many = time(Chains.copies(2 * Copies, Together, Breaks), Slow);
  if (!Few.isKnown() || !Many.isKnown())
    return Few.isKnown() ? Many : Few;
  Many.Cycles = std::max(Many.Cycles - Few.Cycles, 0.0) / Copies;
  return Many;
}

LoopOutcome Experiment::throughput(bool Slow) {
  LoopOutcome Best = slope(false, false, Slow);
  if (!Best.isKnown())
    return Best;
  auto Try = [&](bool Together, bool Breaks) {
    const LoopOutcome O = slope(Together, Breaks, Slow);
    if (O.isKnown() && O.Cycles < Best.Cycles)
      Best = O;
  };
  const MCInstrDesc &Desc =
      Builder.description().MII->get(Form.Shape.Opcode);
  if (Form.Shape.Memory >= 0 && Desc.mayStore() && !Desc.mayLoad())
    Try(true, false);
  if (Chains.hasBreaks())
    Try(false, true);
  return Best;
}

std::string Experiment::nameOf(int Operand, unsigned Reg, ReadRole Role) const {
  if (Role == ReadRole::Address)
    return "address";
  if (Operand >= 0)
    return "op" + std::to_string(Operand + 1);
  if (Reg == 0)
    return "flags";
  return StringRef(Builder.description().MRI->getName(Reg)).lower();
}

void Experiment::latencies(bool Slow, std::vector<FormLatency> &Out) {
  const Kernel &K = Chains.facts();
  StringSet<> Done;
  for (const RegRead &R : K.Reads)
    for (const RegWrite &W : K.Writes) {
      FormLatency L;
      L.From = nameOf(R.Operand, R.Reg, R.Role);
      L.To = W.IsFlags ? "flags" : nameOf(W.Operand, W.Reg, ReadRole::Data);
      L.Role = R.Role;
      L.ToFlags = W.IsFlags;
      L.ToHigh = W.IsHigh;
      // Groups of flags come one by one.
      if (!Done.insert(L.From + ">" + L.To).second)
        continue;
      std::optional<FormChain> C = Chains.latency(R, W);
      if (!C)
        continue;
      const LoopOutcome O = time(std::move(C->Body), Slow);
      L.Status = O.Status;
      L.Links = C->Links;
      L.Cycles = O.Cycles / C->Steps - C->Links;
      Out.push_back(std::move(L));
    }
}

void Experiment::idioms(FormResult &R) {
  const Kernel &K = Chains.facts();
  if (K.Insts.front().is(IF_RegMove))
    for (const FormLatency &L : R.Latencies)
      R.IsEliminatedMove |=
          L.Status == LoopStatus::Ok && L.Role == ReadRole::Data &&
          !L.ToFlags && L.Links == 0 && L.Cycles < 0.6;
  std::vector<MCInst> Chain = Chains.sameRegister(8, true);
  if (Chain.empty())
    return;
  const LoopOutcome O = time(std::move(Chain));
  double Least = 1e9;
  for (const FormLatency &L : R.Latencies)
    if (L.Status == LoopStatus::Ok && !L.ToFlags && L.Links == 0)
      Least = std::min(Least, L.Cycles);
  if (!O.isKnown() || Least > 1e8 || O.Cycles / 8 > 0.75 * Least)
    return;
  R.SameRegister = Idiom::DependencyBreaking;
  const LoopOutcome Few = time(Chains.sameRegister(24, false)),
                    Many = time(Chains.sameRegister(48, false));
  if (!Few.isKnown() || !Many.isKnown())
    return;
  R.SameRegisterThroughput = (Many.Cycles - Few.Cycles) / 24;
  if (*R.SameRegisterThroughput < 0.85 * R.Throughput)
    R.SameRegister = Idiom::Zeroing;
}

FormResult Experiment::run() {
  FormResult R;
  const LoopOutcome T = throughput(false);
  R.Status = T.Status;
  R.Detail = T.Detail;
  R.Throughput = T.Cycles;
  if (T.Status != LoopStatus::Ok && T.Status != LoopStatus::Unsteady)
    return R;
  latencies(false, R.Latencies);
  idioms(R);
  if (dependsOnValues(Form)) {
    if (const LoopOutcome Slow = throughput(true); Slow.isKnown())
      R.SlowThroughput = Slow.Cycles;
    latencies(true, R.SlowLatencies);
  }
  return R;
}

FormExperiments::FormExperiments(LoopRunner &Runner, const FormBuilder &Builder)
    : Runner(Runner), Builder(Builder),
      LegacyLinks(measureLinks(Runner, Builder, FormEncoding::Legacy)),
      VexLinks(measureLinks(Runner, Builder, FormEncoding::Vex)) {}

FormResult FormExperiments::measure(const InstructionForm &F) {
  return Experiment(Runner, Builder, F, links(F.Encoding)).run();
}
