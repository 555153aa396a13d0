//===- UnmeasuredForms.cpp - What measured forms say of others ------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A difference between machine and model is carried over, not the figure, so
/// that what the model knows of the other form stays.
/// Tested by unittests/Measure/UnmeasuredFormsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/UnmeasuredForms.h"
#include "FormChains.h"
#include "kernel-bounds/Measure/Statistics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace kernelbounds;
using namespace llvm;

std::pair<std::string, unsigned> kernelbounds::splitWidth(StringRef Name) {
  if (!Name.starts_with("V"))
    return {Name.str(), 0};
  const size_t Operands =
      std::min(Name.find_if([](char C) { return isLower(C); }), Name.size());
  const StringRef Tail = Name.substr(Operands);
  StringRef Head = Name.take_front(Operands);
  static constexpr std::pair<StringLiteral, unsigned> Widths[] = {
      {"Z128", 16}, {"Z256", 32}, {"Z", 64}, {"Y", 32}};
  for (auto [Suffix, Bytes] : Widths)
    if (Head.consume_back(Suffix))
      return {(Head + Tail).str(), Bytes};
  return {Name.str(), 16};
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

/// By how many whole cycles the machine takes longer than the model from
/// sources of the kind of \p Like; 0 if it does not or that is not known.
static int differenceOf(const FormRow &R, const FormLatency &Like) {
  for (const auto &[A, B] : zip(R.Machine.Latencies, R.Model.Latencies))
    if (A.Role == Like.Role && A.ToFlags == Like.ToFlags &&
        A.ToHigh == Like.ToHigh && A.ToMemory == Like.ToMemory &&
        A.Status == LoopStatus::Ok && B.Status == LoopStatus::Ok)
      return latenciesDiffer(A.Cycles, B.Cycles)
                 ? std::lround(A.Cycles - B.Cycles)
                 : 0;
  return 0;
}

/// The machine's throughput over the model's; 0 if it is not known.
static double ratioOf(const FormRow &R) {
  return R.Machine.isKnown() && R.Model.isKnown() && R.Model.Throughput > 0 &&
                 R.Machine.Throughput > 0
             ? R.Machine.Throughput / R.Model.Throughput
             : 0;
}

/// Whether the machine differs from the model in the same way by both.
static bool differAlike(const FormRow &A, const FormRow &B) {
  const double Ratio = ratioOf(A) / ratioOf(B);
  return Ratio < 1.1 && Ratio > 1 / 1.1 &&
         all_of(A.Model.Latencies, [&](const FormLatency &L) {
           return differenceOf(A, L) == differenceOf(B, L);
         });
}

/// A row of \p F, of which the base says \p Model. The machine differs from
/// that as it does from the base of \p Like. Where that has no throughput on
/// the base, its machine's is that of \p F; 0: the base's.
static FormRow liken(const InstructionForm &F, const FormRow &Like,
                     FormResult Model) {
  FormRow R;
  R.Form = &F;
  R.Machine.MeasuredAs = UnmeasuredForm.str();
  const double Ratio = ratioOf(Like);
  R.Machine.Throughput = Ratio > 0 ? Ratio * Model.Throughput
                         : Like.Machine.Throughput > 0 ? Like.Machine.Throughput
                                                       : Model.Throughput;
  if (Like.Machine.SlowThroughput && Like.Machine.Throughput > 0)
    R.Machine.SlowThroughput = R.Machine.Throughput *
                               *Like.Machine.SlowThroughput /
                               Like.Machine.Throughput;
  R.Machine.Latencies = Model.Latencies;
  for (FormLatency &L : R.Machine.Latencies)
    L.Cycles = std::max(L.Cycles + differenceOf(Like, L), 0.0);
  R.Model = std::move(Model);
  return R;
}

//===----------------------------------------------------------------------===//
// Likenesses
//===----------------------------------------------------------------------===//

namespace {

/// Rows by what they say of others.
class Likenesses {
public:
  Likenesses(ArrayRef<FormRow> Rows, const FormCatalog &Catalog,
             FormOnBase OnBase);
  /// A row to liken \p F to; nullopt if nothing is known of it.
  std::optional<FormRow> find(const InstructionForm &F) const;

private:
  using ClassKey = std::tuple<unsigned, bool, FormEncoding>;
  static ClassKey keyOf(const InstructionForm &F) {
    return {F.SchedClass, F.Shape.Memory >= 0, F.Encoding};
  }
  std::optional<FormRow> byWidth(const InstructionForm &F) const;

  /// The first of each class; null if they differ.
  std::map<ClassKey, const FormRow *> OfClass;
  StringMap<std::map<unsigned, const FormRow *>> OfWidth;
  StringMap<std::map<unsigned, const InstructionForm *>> FormOfWidth;
  FormOnBase OnBase;
  /// From one width to another: the factor of cycles; 0 if there is none.
  std::map<std::pair<unsigned, unsigned>, double> Factors;
};

} // namespace

/// What most of \p Values are, of at least six; 0 if there is no such value.
static double usualOf(std::vector<double> Values) {
  if (Values.size() < 6)
    return 0;
  llvm::sort(Values);
  const double Usual = quantile(Values, 0.5);
  const size_t NumNear = count_if(
      Values, [&](double V) { return V < 1.1 * Usual && V > Usual / 1.1; });
  return NumNear * 4 >= Values.size() * 3 ? Usual : 0;
}

Likenesses::Likenesses(ArrayRef<FormRow> Rows, const FormCatalog &Catalog,
                       FormOnBase OnBase)
    : OnBase(OnBase) {
  for (const InstructionForm &F : Catalog.Forms)
    if (auto [Name, Bytes] = splitWidth(F.Name); Bytes)
      FormOfWidth[Name].try_emplace(Bytes, &F);
  for (const FormRow &R : Rows) {
    if (ratioOf(R) == 0 || R.Machine.MeasuredAs == UnmeasuredForm)
      continue;
    auto [It, IsNew] = OfClass.try_emplace(keyOf(*R.Form), &R);
    if (!IsNew && It->second && !differAlike(*It->second, R))
      It->second = nullptr;
    if (auto [Name, Bytes] = splitWidth(R.Form->Name); Bytes)
      OfWidth[Name].try_emplace(Bytes, &R);
  }
  std::map<std::pair<unsigned, unsigned>, std::vector<double>> Found;
  for (const auto &Entry : OfWidth)
    for (const auto &[From, A] : Entry.second)
      for (const auto &[To, B] : Entry.second)
        if (From != To)
          Found[{From, To}].push_back(B->Machine.Throughput /
                                      A->Machine.Throughput);
  for (auto &[Widths, Values] : Found)
    Factors[Widths] = usualOf(std::move(Values));
}

/// Of a division or square root whose wider and narrower form were measured,
/// the cycles in the middle: each width may take twice as long as the one
/// before. 0 if that is not known.
static double between(const InstructionForm &F,
                      const std::map<unsigned, const FormRow *> &Rows,
                      unsigned Bytes) {
  auto Narrow = Rows.find(Bytes / 2), Wide = Rows.find(Bytes * 2);
  if (!dependsOnValues(F) || Narrow == Rows.end() || Wide == Rows.end())
    return 0;
  return std::sqrt(Narrow->second->Machine.Throughput *
                   Wide->second->Machine.Throughput);
}

std::optional<FormRow> Likenesses::byWidth(const InstructionForm &F) const {
  const auto [Name, Bytes] = splitWidth(F.Name);
  if (Bytes == 0)
    return std::nullopt;
  auto FactorOf = [&, To = Bytes](unsigned From) {
    auto It = Factors.find({From, To});
    return From == To ? 1 : It == Factors.end() ? 0 : It->second;
  };
  // The same width in another encoding, or the nearest, of which the wider one.
  if (auto It = OfWidth.find(Name); It != OfWidth.end())
    for (unsigned From : {Bytes, Bytes * 2, Bytes / 2, Bytes * 4, Bytes / 4}) {
      auto Row = It->second.find(From);
      const double Between = From == Bytes ? 0 : between(F, It->second, Bytes);
      if (Row == It->second.end() || (FactorOf(From) == 0 && Between == 0))
        continue;
      FormRow Like = *Row->second;
      const double Fast = Like.Machine.Throughput;
      Like.Machine.Throughput = Between ? Between : Fast * FactorOf(From);
      if (Like.Machine.SlowThroughput && Fast > 0)
        *Like.Machine.SlowThroughput *= Like.Machine.Throughput / Fast;
      // The factor is the machine's own.
      Like.Model.Throughput = 0;
      return Like;
    }
  if (auto It = FormOfWidth.find(Name); It != FormOfWidth.end())
    for (unsigned From : {Bytes / 2, Bytes / 4}) {
      auto Form = It->second.find(From);
      if (Form == It->second.end() || FactorOf(From) == 0)
        continue;
      FormRow Like;
      Like.Machine.Throughput =
          OnBase(*Form->second).Throughput * FactorOf(From);
      return Like;
    }
  return std::nullopt;
}

std::optional<FormRow> Likenesses::find(const InstructionForm &F) const {
  if (dependsOnValues(F))
    if (std::optional<FormRow> Like = byWidth(F))
      return Like;
  if (auto It = OfClass.find(keyOf(F)); It != OfClass.end() && It->second)
    return *It->second;
  return byWidth(F);
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

void kernelbounds::useRegisterDivisions(MutableArrayRef<FormRow> Rows) {
  StringMap<const FormRow *> OfRegisters;
  for (const FormRow &R : Rows)
    if (R.Machine.isKnown() && R.Form->Shape.Memory < 0)
      OfRegisters[R.Form->Name] = &R;
  for (FormRow &R : Rows) {
    if (!R.Machine.isKnown() || R.Form->Shape.Memory < 0 ||
        !dependsOnValues(*R.Form))
      continue;
    auto It = OfRegisters.find(registerFormOf(R.Form->Name));
    if (It == OfRegisters.end())
      continue;
    R.Machine.Throughput = It->second->Machine.Throughput;
    R.Machine.SlowThroughput = It->second->Machine.SlowThroughput;
  }
}

void kernelbounds::addUnmeasuredForms(std::vector<FormRow> &Rows,
                                      const FormCatalog &Catalog,
                                      FormOnBase OnBase) {
  StringSet<> Measured;
  StringMap<double> Throughput;
  for (const FormRow &R : Rows) {
    Measured.insert(R.Form->Name);
    if (R.Machine.isKnown() && R.Form->Shape.Memory < 0)
      Throughput[R.Form->Name] = R.Machine.Throughput;
  }
  const Likenesses Known(Rows, Catalog, OnBase);
  std::vector<FormRow> Added;
  for (const InstructionForm &F : Catalog.Forms) {
    if (Measured.contains(F.Name))
      continue;
    std::optional<FormRow> Like = Known.find(F);
    if (!Like) {
      auto It = Throughput.find(registerFormOf(F.Name));
      const bool Loads = F.Shape.Memory >= 0 && It != Throughput.end();
      if (!Loads && !dependsOnValues(F))
        continue;
      Like.emplace();
      Like->Machine.Throughput = Loads ? It->second : 0;
    }
    if (FormResult Model = OnBase(F); Model.isKnown())
      Added.push_back(liken(F, *Like, std::move(Model)));
  }
  std::move(Added.begin(), Added.end(), std::back_inserter(Rows));
}
