//===- MeasuredModel.h - A port model from measurements ---------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Entries of a model file for what a machine does otherwise than its model
/// says. Example: a model says that VPACKUSWBrr takes 1 cycle, and measured are
/// 2; the entry restates all of its latencies.
///
///   - match: [VPACKUSWBrr, PACKUSWBrr]
///     latency: 2
///     source: measured
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_MEASUREDMODEL_H
#define KERNEL_BOUNDS_MEASURE_MEASUREDMODEL_H

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "kernel-bounds/Measure/FormStudy.h"
#include "kernel-bounds/Measure/PortStudy.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace kernelbounds {

/// What the file says of itself.
struct MeasuredModelHead {
  std::string Name;    ///< "measured-znver4".
  std::string Target;  ///< As model files name it.
  std::string Cpu;     ///< The core that it serves.
  std::string Base;    ///< A shipped model, or "llvm".
  std::string LLVMCpu; ///< With "llvm": the core of LLVM's model.
  /// With "llvm": the ports, which no shipped model names, in YAML.
  std::vector<std::string> Ports;
  std::string Sections; ///< Of the core, in YAML: CoreModel::Sections.
  CoreFigures Figures;  ///< Those of the machine, whose spreads go with them.
  /// Names and texts of sources beside `measured`.
  std::vector<std::pair<std::string, std::string>> Sources;
  std::string Source; ///< "measured by kernel-opt measure on ..., 2026-01-31".
};

/// One entry, and for which forms.
struct ModelEntry {
  std::string Body; ///< Of YAML, indented, without `match`.
  std::vector<const InstructionForm *> Forms;
  std::string Patterns; ///< Of opcodes that are no forms, as YAML has them.
  /// Also LikenedSource, of rows that addUnmeasuredForms() added, and
  /// CountedSource.
  std::string Source = "measured";
  /// The largest of the forms, relative; nullopt: not known.
  std::optional<double> Spread = std::nullopt;
};
/// The source of what was not measured itself, and its text.
constexpr llvm::StringLiteral
    LikenedSource = "likened",
    LikenedText = "not measured: differs from LLVM's tables as forms do that "
                  "were, of its class or of another width";

/// The source of micro-ops that were counted. Its text is that of `measured`
/// with "counted on each port" in it: countedText().
constexpr llvm::StringLiteral CountedSource = "counted";
/// "measured by kernel-opt measure on ...": "counted on each port, beside
/// blocking instructions, by kernel-opt measure on ...".
std::string countedText(llvm::StringRef Measured);

/// An entry for NOPs, which take a port in LLVM's tables, if as many of them go
/// to a cycle as of anything; else none. \p Nops: FormTarget::nops().
std::vector<ModelEntry> nopEntries(const CoreFigures &F, llvm::StringRef Nops);

class ModelEntryWriter {
public:
  /// \p Base is the model that the rows were compared with. The ports of
  /// micro-ops are chosen among those of its entries, those that LLVM gives the
  /// register forms among \p Forms, and \p Additions, the names of the ports of
  /// additions.
  ModelEntryWriter(PortModel &Base, const FormBuilder &Builder,
                   llvm::ArrayRef<const InstructionForm *> Forms,
                   llvm::ArrayRef<std::string> Additions = {});

  /// Entries for the forms of \p Forms that access memory and are served by
  /// LLVM: what they compute, so that rules of loads and stores add the rest.
  std::vector<ModelEntry>
  accessEntries(llvm::ArrayRef<const InstructionForm *> Forms) const;

  /// Entries for the forms of LEA among \p Forms, by kinds of addresses, from
  /// the figures "lea.*" of the core where they differ from those of \p Model.
  std::vector<ModelEntry>
  addressEntries(llvm::ArrayRef<const InstructionForm *> Forms,
                 const CoreFigures &Machine, const CoreFigures &Model) const;

  /// Entries for moves and sets by two flags that the core keeps apart (x86:
  /// above, and below or equal), from the figures "cmov.*" and "set.*" of the
  /// core where they differ from those of \p Model.
  std::vector<ModelEntry>
  conditionEntries(llvm::ArrayRef<const InstructionForm *> Forms,
                   const CoreFigures &Machine, const CoreFigures &Model) const;

  /// Entries for moves of a register onto itself, which the core does not
  /// eliminate though it does others, from the figures "move.*"; none for what
  /// \p Model has so already. They go to the ports of additions, one of which
  /// is among \p Forms.
  std::vector<ModelEntry>
  moveEntries(llvm::ArrayRef<const InstructionForm *> Forms,
              const CoreFigures &Machine, const CoreFigures &Model) const;

  /// Entries for atomic updates that take longer than an addition, from the
  /// figures "atomic.*" of the core where they differ from those of \p Model:
  /// they hold the unit of atomic updates for the rest.
  std::vector<ModelEntry>
  atomicEntries(llvm::ArrayRef<const InstructionForm *> Forms,
                const CoreFigures &Machine, const CoreFigures &Model) const;

  /// The names of the ports that \p Form computes on.
  std::vector<std::string> portsOf(const InstructionForm &Form) const;

  /// Entries for the rows of \p Rows that differ, but for the forms in
  /// \p Without, in the order of the rows. Equal ones are one.
  std::vector<ModelEntry> entries(llvm::ArrayRef<FormRow> Rows,
                                  const llvm::StringSet<> &Without) const;

  /// Has the ports of the forms in \p Findings that explain the times of mixes
  /// better than those of the base, or that were counted and are not the
  /// base's.
  void useFindings(llvm::ArrayRef<PortFinding> Findings);

private:
  /// What useFindings() has for \p R, or for the register form of a load;
  /// null if that is nothing.
  const PortFinding *findingOf(const FormRow &R) const;
  std::string bodyOf(const FormRow &R) const;
  /// \p HasEntry: another one says what the form takes.
  std::string idiomOf(const FormRow &R, bool HasEntry) const;
  std::string latencyOf(const FormRow &R, bool Always) const;
  std::string uopsOf(const FormRow &R) const;
  std::string loadUops(const Kernel &K) const;
  std::string gatherBody(const FormRow &R) const;
  std::string divisionUops(const FormRow &R) const;
  /// The ports of the base named \p Prefix and a number.
  PortSet portsNamed(llvm::StringRef Prefix) const;
  PortSet portNamed(llvm::StringRef Name) const; ///< Empty if there is none.
  std::vector<PortSet> neighboursOf(PortSet P) const;

  PortModel &Base;
  const FormBuilder &Builder;
  std::vector<PortSet> PortSets; ///< Of micro-ops that compute.
  /// Those of the forms of vectors alone, by bytes.
  std::map<unsigned, std::vector<PortSet>> SetsOfWidth;
  PortSet Adders; ///< Of an addition; empty: not known.
  llvm::StringMap<PortFinding> Inferred;
  std::vector<PortSet> FoundSets; ///< Of what Inferred has.
  llvm::StringSet<> Confirmed;    ///< Forms whose ports were counted.
};

/// Forms whose ports are those of additions, general and of vectors.
constexpr llvm::StringLiteral AdditionForm = "ADD64rr";
constexpr llvm::StringLiteral VectorAdditionForm = "VPADDDrr";
constexpr llvm::StringLiteral ShiftForm = "RORX64ri";
constexpr llvm::StringLiteral ChoiceForm = "CMOV64rr";

/// MeasuredModelHead::Ports for a model that is LLVM's alone.
std::vector<std::string> listLLVMPorts(const PortModel &Model);

void printMeasuredModel(llvm::raw_ostream &OS, const MeasuredModelHead &Head,
                        llvm::ArrayRef<ModelEntry> Entries);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_MEASUREDMODEL_H
