//===- FormStudy.cpp - All forms of a core --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The order of the groups, and of the forms in a group, is drawn with a fixed
/// seed, so that a machine that is slow for minutes spoils no family of
/// instructions. Of a group, the first two are measured; if these agree, they
/// speak for all of it, else each is measured.
/// Tested by unittests/Measure/FormStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/FormStudy.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Regex.h"
#include <cmath>
#include <map>
#include <numeric>
#include <random>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

static std::vector<const InstructionForm *> formsOf(const FormCatalog &C,
                                                    FormSet Set) {
  std::vector<const InstructionForm *> Forms;
  if (Set == FormSet::Core)
    return std::vector<const InstructionForm *>();
  // Where it is not known which are common, all may be.
  const ArrayRef<StringLiteral> Common = C.Target->commonForms();
  if (Set == FormSet::All || (Set == FormSet::Common && Common.empty())) {
    for (const InstructionForm &F : C.Forms)
      Forms.push_back(&F);
    return Forms;
  }
  for (StringRef Name : Common) {
    if (Set == FormSet::Quick && Forms.size() == NumQuickForms)
      break;
    if (const InstructionForm *F = C.find(Name))
      Forms.push_back(F);
  }
  llvm::sort(Forms, [](const InstructionForm *A, const InstructionForm *B) {
    return A->Name < B->Name;
  });
  return Forms;
}

Expected<std::vector<const InstructionForm *>>
kernelbounds::selectForms(const FormCatalog &C, FormSet Set,
                          ArrayRef<std::string> Names) {
  if (Set == FormSet::Quick && C.Target->commonForms().empty())
    return createStringError("it is not known which forms of " +
                             C.Target->name() +
                             " are frequent; another set takes all");
  std::vector<const InstructionForm *> Forms = formsOf(C, Set);
  if (Names.empty())
    return Forms;
  std::vector<const InstructionForm *> Chosen;
  for (const std::string &Name : Names) {
    Regex Pattern("^(" + Name + ")$");
    std::string Message;
    if (!Pattern.isValid(Message))
      return createStringError("'" + Name + "': " + Message);
    const size_t Before = Chosen.size();
    for (const InstructionForm *F : Forms)
      if (Pattern.match(F->Name))
        Chosen.push_back(F);
    if (Chosen.size() != Before)
      continue;
    auto Left = find_if(
        C.LeftOut, [&](const LeftOutForm &L) { return Pattern.match(L.Name); });
    if (Left != C.LeftOut.end())
      return createStringError("'" + Name +
                               "' cannot be measured: " + Left->Reason);
    return createStringError("'" + Name +
                             "' is no form of the chosen set; names are "
                             "LLVM's, such as ADD64rr");
  }
  llvm::sort(Chosen, [](const InstructionForm *A, const InstructionForm *B) {
    return A->Name < B->Name;
  });
  Chosen.erase(std::unique(Chosen.begin(), Chosen.end()), Chosen.end());
  return Chosen;
}

//===----------------------------------------------------------------------===//
// Differences
//===----------------------------------------------------------------------===//

bool kernelbounds::differ(double A, double B) {
  return std::fabs(A - B) > std::max(0.03, 0.06 * std::max(A, B));
}

bool kernelbounds::latenciesDiffer(double A, double B) {
  return std::fabs(A - B) > std::max(0.4, 0.07 * std::max(A, B));
}

std::string kernelbounds::formatCycles(double Cycles) {
  return formatv("{0:f2}", Cycles == 0 ? 0.0 : Cycles).str();
}

static double relative(double A, double B) {
  return std::fabs(A - B) / std::max({std::fabs(A), std::fabs(B), 0.05});
}

std::vector<double> FormRow::differences() const {
  std::vector<double> All;
  if (!Machine.isKnown() || !Model.isKnown())
    return All;
  if (differ(Machine.Throughput, Model.Throughput))
    All.push_back(relative(Machine.Throughput, Model.Throughput));
  for (const auto &[A, B] : zip(Machine.Latencies, Model.Latencies))
    if (A.Status == LoopStatus::Ok && B.Status == LoopStatus::Ok &&
        latenciesDiffer(A.Cycles, B.Cycles))
      All.push_back(relative(A.Cycles, B.Cycles));
  if (Machine.SameRegister != Model.SameRegister ||
      Machine.IsEliminatedMove != Model.IsEliminatedMove)
    All.push_back(0.5);
  return All;
}

double FormRow::difference() const {
  double Most = 0;
  for (double D : differences())
    Most = std::max(Most, D);
  return Most;
}

double FormRow::totalDifference() const {
  const std::vector<double> All = differences();
  return std::accumulate(All.begin(), All.end(), 0.0);
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

/// What forms of a group have in common.
static std::string groupOf(const FormRow &R) {
  std::string Key =
      formatv("{0} {1} {2} {3:f3} {4} {5}", R.Form->SchedClass,
              unsigned(R.Form->Encoding), unsigned(R.Model.Status),
              R.Model.Throughput, unsigned(R.Model.SameRegister),
              R.Model.IsEliminatedMove)
          .str();
  for (const FormLatency &L : R.Model.Latencies)
    Key += formatv(" {0}>{1}={2:f3}", L.From, L.To, L.Cycles).str();
  // Another form of the group is measured with usual operands alone.
  if (R.Form->Target->valuesOfKind(*R.Form, OperandKind::Denormal))
    Key += " " + R.Form->Name;
  // Without a model, nothing says that forms are alike.
  return R.Model.isKnown() ? Key : R.Form->Name;
}

static bool agree(const FormResult &A, const FormResult &B) {
  if (!A.isKnown() || !B.isKnown() || differ(A.Throughput, B.Throughput) ||
      A.Latencies.size() != B.Latencies.size() ||
      A.SameRegister != B.SameRegister ||
      A.IsEliminatedMove != B.IsEliminatedMove)
    return false;
  return all_of(zip(A.Latencies, B.Latencies), [](const auto &Pair) {
    const auto &[L, R] = Pair;
    // How a store is forwarded may change from trip to trip.
    if (L.ToMemory && L.Status != R.Status)
      return true;
    return L.Status == LoopStatus::Ok && R.Status == LoopStatus::Ok &&
           !latenciesDiffer(L.Cycles, R.Cycles);
  });
}

Error FormStudy::measureGroup(ArrayRef<FormRow *> Group, size_t &Done,
                              size_t All) {
  auto Measure = [&](FormRow &R) -> Error {
    auto It = Known.find(R.Form->Name);
    if (It != Known.end()) {
      R.Machine = It->second;
      return Error::success();
    }
    R.Machine = Machine.measure(*R.Form);
    if (!IsOver()) {
      if (R.Machine.Status != LoopStatus::Unsteady)
        return OnRow(R, Done, All);
      Unsteady.push_back(&R);
      return Error::success();
    }
    R.Machine = FormResult();
    R.Machine.Status = LoopStatus::OutOfTime;
    return Error::success();
  };
  for (auto [I, R] : enumerate(Group)) {
    if (I >= 2 && agree(Group[0]->Machine, Group[1]->Machine) &&
        !Known.contains(R->Form->Name)) {
      R->Machine = Group[0]->Machine;
      R->Machine.MeasuredAs = Group[0]->Form->Name;
      if (Error E = OnRow(*R, Done, All))
        return E;
    } else if (Error E = Measure(*R)) {
      return E;
    }
    ++Done;
  }
  return Error::success();
}

/// What disturbed a form may be gone when all others are measured.
Error FormStudy::measureUnsteadyAgain(size_t All) {
  for (FormRow *R : Unsteady) {
    if (!IsOver())
      if (FormResult Again = Machine.measure(*R->Form);
          Again.Status == LoopStatus::Ok && !IsOver())
        R->Machine = std::move(Again);
    if (Error E = OnRow(*R, All, All))
      return E;
  }
  return Error::success();
}

Expected<std::vector<FormRow>>
FormStudy::run(ArrayRef<const InstructionForm *> Forms) {
  std::vector<FormRow> Rows(Forms.size());
  std::map<std::string, std::vector<FormRow *>> ByKey;
  for (auto [R, F] : zip_equal(Rows, Forms)) {
    R.Form = F;
    R.Model = Model.measure(*F);
    ByKey[groupOf(R)].push_back(&R);
  }
  std::vector<std::vector<FormRow *>> Groups;
  std::mt19937 Random(Seed);
  // Not std::shuffle, of which libraries have different ones.
  auto Shuffle = [&](auto &Range) {
    for (size_t I = Range.size(); I > 1; --I)
      std::swap(Range[I - 1], Range[Random() % I]);
  };
  for (auto &[Key, Group] : ByKey) {
    Shuffle(Group);
    Groups.push_back(std::move(Group));
  }
  Shuffle(Groups);
  size_t Done = 0;
  Unsteady.clear(); // An earlier run may have ended early.
  for (const std::vector<FormRow *> &Group : Groups)
    if (Error E = measureGroup(Group, Done, Rows.size()))
      return std::move(E);
  if (Error E = measureUnsteadyAgain(Rows.size()))
    return std::move(E);
  return Rows;
}
