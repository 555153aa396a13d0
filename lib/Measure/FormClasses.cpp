//===- FormClasses.cpp - Forms that use ports alike -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Measure/PortStudyTest.cpp and CountStudyTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "FormClasses.h"
#include "MappedForm.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// Whether mixes of the form say something of its ports.
static bool canBeMixed(const FormRow &R) {
  const InstructionForm &F = *R.Form;
  return F.Shape.Memory < 0 && R.Machine.isKnown() && R.Model.isKnown() &&
         R.Machine.Throughput > 0.1 && R.Machine.Throughput < 8 &&
         !R.Machine.IsEliminatedMove && !dependsOnValues(F) &&
         !F.Shape.Registers.empty() &&
         // Legacy vector instructions wait for the rest of their registers.
         (F.Encoding != FormEncoding::Legacy ||
          all_of(F.Shape.Registers, [](const FormOperand &Op) {
            return Op.File == RegFile::General;
          }));
}

std::vector<const FormRow *>
kernelbounds::orderForMixes(ArrayRef<FormRow> Rows) {
  StringMap<unsigned> Rank;
  for (auto [I, Name] : enumerate(commonForms()))
    Rank.try_emplace(Name, I);
  std::vector<const FormRow *> Order;
  for (const FormRow &R : Rows)
    if (canBeMixed(R))
      Order.push_back(&R);
  auto KeyOf = [&](const FormRow *R) {
    auto It = Rank.find(R->Form->Name);
    return std::pair(It == Rank.end() ? ~0u : It->second,
                     StringRef(R->Form->Name));
  };
  llvm::sort(Order, [&](const FormRow *A, const FormRow *B) {
    return KeyOf(A) < KeyOf(B);
  });
  return Order;
}

PortFinding kernelbounds::beginFinding(PortModel &Model,
                                       const FormBuilder &Builder,
                                       const FormRow &R) {
  const MappedForm F(Model, Builder, *R.Form);
  PortFinding Finding;
  Finding.Forms = {R.Form};
  Finding.Throughput = R.Machine.Throughput;
  Finding.HasThroughput = !differ(R.Machine.Throughput, R.Model.Throughput);
  Finding.Before.assign(F.uops().begin(), F.uops().end());
  return Finding;
}

std::vector<PortFinding> kernelbounds::classifyForms(
    PortModel &Model, const FormBuilder &Builder,
    ArrayRef<const FormRow *> Order, unsigned Most,
    function_ref<bool(const InstructionForm &)> IsMeant) {
  std::vector<PortFinding> Classes;
  StringMap<size_t> ByKey;
  for (const FormRow *R : Order) {
    if (!IsMeant(*R->Form))
      continue;
    const MappedForm F(Model, Builder, *R->Form);
    const std::string Key =
        formatv("{0} {1} {2} {3}", R->Form->SchedClass,
                describePorts(Model, F.uops()), F.inst().IssueSlots,
                std::lround(12 * R->Machine.Throughput))
            .str();
    auto [It, IsNew] = ByKey.try_emplace(Key, Classes.size());
    if (!IsNew) {
      Classes[It->second].Forms.push_back(R->Form);
      continue;
    }
    if (Classes.size() == Most) {
      ByKey.erase(It);
      continue;
    }
    Classes.push_back(beginFinding(Model, Builder, *R));
  }
  return Classes;
}

std::string kernelbounds::describePorts(const PortModel &Model,
                                        ArrayRef<MappedUop> Uops) {
  std::string Text;
  for (const MappedUop &U : Uops) {
    Text += Text.empty() ? "" : " ";
    if (U.Cycles != 1)
      Text += std::to_string(U.Cycles) + "*";
    std::string Names;
    U.Ports.forEach([&](unsigned P) {
      Names += (Names.empty() ? "" : "+") + (P < Model.ports().size()
                                                 ? Model.ports()[P].Name
                                                 : "new" + std::to_string(P));
    });
    Text += Names;
  }
  return Text.empty() ? "none" : Text;
}

//===----------------------------------------------------------------------===//
// Mixes
//===----------------------------------------------------------------------===//

std::string kernelbounds::nameOfMix(ArrayRef<PortFinding> Classes,
                                    ArrayRef<std::pair<FormId, unsigned>> M) {
  std::string Name;
  for (auto [F, Count] : M)
    Name += (Name.empty() ? "" : " ") + std::to_string(Count) + " " +
            Classes[F].Forms.front()->Name;
  return Name;
}

MixLoops kernelbounds::loopsOfMix(const FormBuilder &Builder,
                                  ArrayRef<PortFinding> Classes,
                                  ArrayRef<std::pair<FormId, unsigned>> M,
                                  bool Breaks) {
  std::vector<MixPart> Parts;
  for (auto [F, Count] : M)
    Parts.push_back({Classes[F].Forms.front(), Count});
  return mixLoops(Builder, Parts, Breaks);
}
