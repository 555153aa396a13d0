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

LinkLatencies kernelbounds::measureLinks(LoopRunner &Runner,
                                         const FormBuilder &B,
                                         FormEncoding Encoding) {
  LinkLatencies L;
  const FormTarget &T = B.target();
  const LoopRegisters &Names = T.registers();
  constexpr unsigned Steps = 6;
  /// Cycles of \p Step, or \p Default where it cannot run.
  auto Measure = [&](ArrayRef<MCInst> Step, double Default) {
    TimedLoop Loop;
    if (Step.empty())
      return Default;
    for (unsigned I = 0; I < Steps; ++I)
      Loop.Body.insert(Loop.Body.end(), Step.begin(), Step.end());
    const LoopOutcome O = Runner.run(Loop);
    return O.isKnown() ? O.Cycles / Steps : Default;
  };
  // Whole cycles: no core has others here.
  auto Whole = [&](ArrayRef<MCInst> Step, double Default) {
    return std::max(std::round(Measure(Step, Default)), 1.0);
  };
  auto Xor = [&](StringRef To, StringRef From) {
    return T.xorOf(B, Encoding, B.named(To), B.named(From));
  };
  /// From one register to the other and back.
  auto There = [&](StringRef To, StringRef From) -> SmallVector<MCInst, 2> {
    std::optional<MCInst> In =
                              T.moveOf(B, Encoding, B.named(To), B.named(From)),
                          Out =
                              T.moveOf(B, Encoding, B.named(From), B.named(To));
    if (!In || !Out)
      return {};
    return {*In, *Out};
  };
  L.Xor = Whole(Xor(Names.General, Names.OtherGeneral), 1);
  L.VectorXor = Whole(Xor(Names.Vector, Names.OtherVector), 1);
  L.FloatXor = L.VectorXor;
  const MCRegister Vector = B.named(Names.Vector),
                   Other = B.named(Names.OtherVector);
  if (std::optional<MCInst> X = T.floatXorOf(B, Encoding, Vector, Other)) {
    const MCInst Product = *T.productOf(B, Encoding, Vector, Other);
    const double Alone = Measure(Product, 0),
                 Both = Measure({Product, *X, *X}, 0);
    if (Alone > 0 && Both > Alone)
      L.FloatXor = std::max((Both - Alone) / 2, L.VectorXor);
  }
  const double Vectors = Measure(There(Names.Vector, Names.General), 2);
  L.ToVector = L.FromVector = Vectors / 2;
  const MCRegister General = B.named(Names.General);
  if (std::optional<MCInst> Set = T.setFlags(B, General)) {
    const double Flags =
        Whole({*Set, *T.useFlags(B, General, /*HasCarry=*/true)}, 2);
    L.ToFlags = 1;
    L.FromFlags = std::max(Flags - 1, 1.0);
  }
  if (Encoding == FormEncoding::Legacy || Encoding == FormEncoding::Fixed ||
      Names.Mask.empty())
    return L;
  L.MaskXor = Whole(Xor(Names.Mask, Names.OtherMask), 1);
  const SmallVector<MCInst, 2> Mask = There(Names.Mask, Names.General);
  const double Masks = Measure(Mask, 2);
  L.ToMask = L.FromMask = Masks / 2;
  const std::optional<MaskedAddition> Addition = T.maskedAddition(B);
  if (!Addition)
    return L;
  // It takes from its mask what it takes from its data.
  const double Add = Measure(Addition->Plain, 0);
  const double Round = Measure(
      {Addition->Masked, *T.moveOf(B, Encoding, General, B.named(Names.Vector)),
       Mask.front()},
      0);
  const double ToMask = Round - Add - L.FromVector;
  if (Add > 0 && Round > 0 && ToMask >= 1 && ToMask <= Masks - 1) {
    L.ToMask = ToMask;
    L.FromMask = Masks - ToMask;
  }
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
  /// All latencies that can be measured, with their chains.
  std::vector<std::pair<FormLatency, FormChain>> plan() const;

private:
  LoopOutcome time(std::vector<MCInst> Body, bool Slow = false);
  /// Cycles of one further copy.
  LoopOutcome slope(bool Together, bool Breaks, bool Slow);
  LoopOutcome throughput(bool Slow);
  void latencies(bool Slow, std::vector<FormLatency> &Out);
  void idioms(FormResult &R);
  /// With operands of kind \p K, if that is measured and differs.
  std::optional<double> throughputOf(OperandKind K, double Usual);
  std::vector<FormLatency> latenciesOf(OperandKind K,
                                       ArrayRef<FormLatency> Usual);
  std::string nameOf(int Operand, unsigned Reg, ReadRole Role) const;

  LoopRunner &Runner;
  const FormBuilder &Builder;
  const InstructionForm &Form;
  FormChains Chains;
  std::optional<double> Spread;     ///< Of all loops so far.
  std::optional<LoopValues> Values; ///< In place of valuesOf().
};

} // namespace

LoopOutcome Experiment::time(std::vector<MCInst> Body, bool Slow) {
  TimedLoop Loop;
  Loop.Body = std::move(Body);
  Loop.Values = Values ? *Values : valuesOf(Form, Slow);
  LoopOutcome O = Runner.run(Loop);
  if (O.isKnown())
    Spread = std::max(Spread.value_or(0), O.Spread);
  return O;
}

/// Few copies where one takes long, so that a trip stays short.
static unsigned copiesFor(double OneCopy, unsigned Results) {
  unsigned Copies = OneCopy > 40 ? 2 : OneCopy > 8 ? 4 : 12;
  // A multiple of the results, so that each has equally many.
  return Copies <= Results ? Copies
                           : (Copies + Results - 1) / Results * Results;
}

LoopOutcome Experiment::slope(bool Together, bool Breaks, bool Slow) {
  LoopOutcome One = time(Chains.copies(1, Together, Breaks), Slow);
  if (!One.isKnown() && One.Status != LoopStatus::Unsteady)
    return One;
  const unsigned Results = Chains.numResults();
  unsigned Copies = copiesFor(One.Cycles, Results);
  LoopOutcome Few = time(Chains.copies(Copies, Together, Breaks), Slow);
  // Of a form that overwrites a source, each copy waits for its own of the trip
  // before: too few take as long as one.
  const bool Overwrites = any_of(
      Form.Shape.Registers, [](const FormOperand &R) { return R.TiedTo >= 0; });
  while (Overwrites && Few.isKnown() && Few.Cycles < 1.2 * One.Cycles &&
         Copies < Results) {
    Copies = std::min(2 * Copies, Results);
    Few = time(Chains.copies(Copies, Together, Breaks), Slow);
  }
  LoopOutcome Many = time(Chains.copies(2 * Copies, Together, Breaks), Slow);
  if (!Few.isKnown() || !Many.isKnown())
    return Few.isKnown() ? Many : Few;
  double Each = std::max(Many.Cycles - Few.Cycles, 0.0) / Copies;
  // A short body may stand in the way of the front end, or take turns at the
  // ports that a longer one does not. On Zen 5, 12, 24, 48 and 96 additions
  // take 3.9, 4.2, 8.0 and 16.0 cycles.
  if (Each < 0.9 && Runner.noise() > 0) {
    const LoopOutcome Long = time(Chains.copies(4 * Copies, Together, Breaks)),
                      Twice = time(Chains.copies(8 * Copies, Together, Breaks));
    // One body that was disturbed makes one of two slopes too flat.
    if (Long.isKnown() && Twice.isKnown() && Twice.Cycles > Long.Cycles)
      Each = std::max((Twice.Cycles - Long.Cycles) / (4 * Copies),
                      (Twice.Cycles - Many.Cycles) / (6 * Copies));
  }
  Many.Cycles = Each;
  return Many;
}

LoopOutcome Experiment::throughput(bool Slow) {
  LoopOutcome Best = slope(false, false, Slow);
  if (!Best.isKnown())
    return Best;
  auto Try = [&](bool Together, bool Breaks) {
    LoopOutcome O = slope(Together, Breaks, Slow);
    // Without it, a chain would be taken for the throughput.
    if (O.Status == LoopStatus::Unsteady)
      O = slope(Together, Breaks, Slow);
    if (O.isKnown() && O.Cycles < Best.Cycles)
      Best = O;
  };
  const MCInstrDesc &Desc = Builder.description().MII->get(Form.Shape.Opcode);
  if (Form.Shape.Memory >= 0 && Desc.mayStore())
    Try(true, false);
  if (Chains.hasBreaks())
    Try(false, true);
  return Best;
}

std::string Experiment::nameOf(int Operand, unsigned Reg, ReadRole Role) const {
  if (any_of(Form.Shape.Registers, [&](const FormOperand &R) {
        return R.IsVectorIndex && int(R.Index) == Operand;
      }))
    return "index";
  if (Role == ReadRole::Address)
    return "address";
  if (Operand >= 0)
    return "op" + std::to_string(Operand + 1);
  if (Reg == 0)
    return "flags";
  return StringRef(Builder.description().MRI->getName(Reg)).lower();
}

std::vector<std::pair<FormLatency, FormChain>> Experiment::plan() const {
  // Those of gathers and of what is stored come last: kept tables may have a
  // form without them, and lists of a machine and a model are compared in
  // order.
  std::vector<std::pair<FormLatency, FormChain>> Out, OfGathers, Stored;
  const Kernel &K = Chains.facts();
  StringSet<> Done;
  auto Add = [&](FormLatency L, std::optional<FormChain> C, auto &Into) {
    if (!C)
      return;
    L.Links = C->Links;
    Into.push_back({std::move(L), std::move(*C)});
  };
  for (const RegRead &R : K.Reads) {
    FormLatency L;
    L.From = nameOf(R.Operand, R.Reg, R.Role);
    L.Role = R.Role;
    FormLatency M = L;
    M.To = "memory";
    M.ToMemory = true;
    if (Done.insert(L.From + ">" + M.To).second)
      Add(M, Chains.throughMemory(R), Stored);
    for (const RegWrite &W : K.Writes) {
      L.To = W.IsFlags ? "flags" : nameOf(W.Operand, W.Reg, ReadRole::Data);
      L.ToFlags = W.IsFlags;
      L.ToHigh = W.IsHigh;
      // Groups of flags come one by one.
      if (Done.insert(L.From + ">" + L.To).second)
        Add(L, Chains.latency(R, W), Chains.isOfGather(R) ? OfGathers : Out);
    }
  }
  append_range(Out, std::move(OfGathers));
  append_range(Out, std::move(Stored));
  return Out;
}

void Experiment::latencies(bool Slow, std::vector<FormLatency> &Out) {
  for (auto &[L, C] : plan()) {
    const LoopOutcome O = time(std::move(C.Body), Slow);
    L.Status = O.Status;
    L.Cycles = O.Cycles / C.Steps - C.Links;
    Out.push_back(std::move(L));
  }
}

void Experiment::idioms(FormResult &R) {
  const Kernel &K = Chains.facts();
  if (K.Insts.front().is(IF_RegMove))
    for (const FormLatency &L : R.Latencies)
      R.IsEliminatedMove |= L.Status == LoopStatus::Ok &&
                            L.Role == ReadRole::Data && !L.ToFlags &&
                            L.Links == 0 && L.Cycles < 0.6;
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
  const LoopOutcome Few = time(Chains.sameRegister(48, false)),
                    Many = time(Chains.sameRegister(96, false));
  if (!Few.isKnown() || !Many.isKnown())
    return;
  R.SameRegisterThroughput = (Many.Cycles - Few.Cycles) / 48;
  if (*R.SameRegisterThroughput < 0.85 * R.Throughput)
    R.SameRegister = Idiom::Zeroing;
}

std::optional<double> Experiment::throughputOf(OperandKind K, double Usual) {
  Values = Builder.target().valuesOfKind(Form, K);
  if (!Values)
    return std::nullopt;
  const LoopOutcome O = slope(false, false, false);
  Values.reset();
  if (!O.isKnown() || std::fabs(O.Cycles - Usual) <= 0.05 * Usual)
    return std::nullopt;
  return O.Cycles;
}

/// The least difference from \p Usual cycles that is said.
static double saidFrom(double Usual) { return std::max(0.05 * Usual, 0.3); }

/// By what a chain in which sources keep their values takes longer, or shorter,
/// than with usual values: what closes it takes the same.
std::vector<FormLatency> Experiment::latenciesOf(OperandKind K,
                                                 ArrayRef<FormLatency> Usual) {
  std::vector<FormLatency> Out;
  const std::optional<LoopValues> Odd = Builder.target().valuesOfKind(Form, K);
  if (!Odd)
    return Out;
  const Kernel &Facts = Chains.facts();
  for (const RegRead &R : Facts.Reads)
    for (const RegWrite &W : Facts.Writes) {
      const auto Own = find_if(Usual, [&](const FormLatency &L) {
        return L.From == nameOf(R.Operand, R.Reg, R.Role) &&
               L.To == nameOf(W.Operand, W.Reg, ReadRole::Data);
      });
      const std::optional<FormChain> C = Chains.keeping(R, W);
      if (!C || Own == Usual.end() || Own->Status != LoopStatus::Ok)
        continue;
      Values.reset();
      const LoopOutcome Plain = time(C->Body);
      Values = Odd;
      const LoopOutcome O = time(C->Body);
      Values.reset();
      const double By = (O.Cycles - Plain.Cycles) / C->Steps;
      if (!Plain.isKnown() || !O.isKnown() ||
          std::fabs(By) <= saidFrom(Own->Cycles))
        continue;
      Out.push_back(*Own);
      Out.back().Cycles += By;
      Out.back().Status = O.Status;
    }
  return Out;
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
    if (const LoopOutcome Slow = throughput(true); Slow.isKnown()) {
      R.SlowThroughput = Slow.Cycles;
      // Now and then the loop of values that are usually fast is slower, or
      // takes another time in each run.
      if (Slow.Status == LoopStatus::Ok &&
          (T.Status != LoopStatus::Ok || Slow.Cycles < T.Cycles)) {
        R.Status = Slow.Status;
        R.Throughput = Slow.Cycles;
      }
    }
    latencies(true, R.SlowLatencies);
  }
  R.Spread = Spread;
  R.DenormalThroughput = throughputOf(OperandKind::Denormal, R.Throughput);
  R.NaNThroughput = throughputOf(OperandKind::NaN, R.Throughput);
  R.DenormalLatencies = latenciesOf(OperandKind::Denormal, R.Latencies);
  R.NaNLatencies = latenciesOf(OperandKind::NaN, R.Latencies);
  return R;
}

FormExperiments::FormExperiments(LoopRunner &Runner, const FormBuilder &Builder)
    : Runner(Runner), Builder(Builder),
      FirstLinks(measureLinks(Runner, Builder,
                              Builder.target().linkEncodings().first)),
      SecondLinks(measureLinks(Runner, Builder,
                               Builder.target().linkEncodings().second)) {
  // Of a legacy move into a vector register, the rest of the register may be
  // an input, too. The way out is the same for both.
  const double Both = FirstLinks.ToVector + FirstLinks.FromVector;
  if (SecondLinks.FromVector < FirstLinks.FromVector) {
    FirstLinks.FromVector = SecondLinks.FromVector;
    FirstLinks.ToVector = Both - FirstLinks.FromVector;
  }
}

std::vector<FormLatency> FormExperiments::plan(const InstructionForm &F) {
  std::vector<FormLatency> Out;
  for (auto &[L, C] : Experiment(Runner, Builder, F, links(F.Encoding)).plan())
    Out.push_back(std::move(L));
  return Out;
}

FormResult FormExperiments::measure(const InstructionForm &F) {
  return Experiment(Runner, Builder, F, links(F.Encoding)).run();
}
