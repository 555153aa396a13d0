//===- ExperimentList.h - Experiments on a core as texts --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Collects experiments, the texts of which are a target's. Private to
/// lib/Measure.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_MEASURE_EXPERIMENTLIST_H
#define KERNEL_BOUNDS_LIB_MEASURE_EXPERIMENTLIST_H

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "kernel-bounds/Measure/FormTarget.h"

namespace kernelbounds {

/// The parts of texts that many experiments share.
struct CoreTexts {
  /// A root that waits for nothing, and one that waits for it.
  llvm::StringLiteral FirstRoot, Root;
  llvm::StringLiteral NextPlace; ///< Moves the pointer to memory by 8 bytes.
};

using KnownFigures = std::vector<std::pair<std::string, double>>;

/// The texts of "waiting.KIND.N": a chain that begins anew in each trip, and
/// micro-op I of those that wait for its end in the scheduler.
struct WaitingTexts {
  std::string Chain;
  llvm::function_ref<std::string(unsigned)> ReaderOf;
};

/// Links of both chains of "behind.vector.N", multiplications: about as many
/// cycles each.
constexpr unsigned LinksInFront = 15, LinksBehind = 11;

/// The texts of what a core has in flight.
struct SizeTexts {
  llvm::StringRef Slot; ///< Neither a register nor a port.
  /// The same, and half of it takes a general register; empty: none.
  llvm::StringRef SlotAndRegister;
  /// Number I of four that take a register of that kind.
  llvm::function_ref<std::string(unsigned)> General, Vector;
  /// Number I of four pairs of loads: half of the registers of either kind.
  llvm::function_ref<std::string(unsigned)> Loads;
  llvm::StringRef Store;
};

/// Collects experiments as texts.
class ExperimentList {
public:
  explicit ExperimentList(const FormTarget &Target) : Target(Target) {}

  /// A chain through \p Link, \p Parts times behind \p Before.
  void chain(llvm::StringRef Name, llvm::StringRef Link,
             KnownFigures Known = {}, unsigned Parts = 6,
             llvm::StringRef Before = "");
  /// A chain of NumLinks links, of which \p LinkOf gives the text, behind
  /// \p Before.
  void links(llvm::StringRef Name,
             llvm::function_ref<std::string(unsigned)> LinkOf,
             KnownFigures Known, llvm::StringRef Before);
  /// A trip of \p Body, of which tables show \p Text: it may be long.
  void trip(llvm::StringRef Name, llvm::StringRef Text, std::string Body);
  /// One that moves the pointer to memory by 8 bytes in each trip; it takes
  /// \p Trips of them from a store to its load.
  void walk(llvm::StringRef Name, llvm::StringRef Body, unsigned Trips,
            KnownFigures Known);
  /// What the copies of a pattern take of which the longer loop has more.
  /// \p LineOf gives the text of copy I.
  void rate(llvm::StringRef Name,
            llvm::function_ref<std::string(unsigned)> CopyOf,
            double PartsOfCopy = 1, unsigned Copies = 12);
  /// Entries that each \p Filler takes until a chain is done. \p S has the
  /// rest but for the instructions.
  void size(llvm::StringRef Name, llvm::StringRef Filler, SizeSearch S);
  /// While there is room for those that wait, the next trip's chain runs beside
  /// this one's.
  void waiting(const WaitingTexts &General, const WaitingTexts &Vector);
  /// "behind.vector.N": the end of \p Independent, a chain behind N micro-ops
  /// that wait for another one, is the root of both chains of the next trip.
  /// While it has room in a scheduler, both chains run side by side.
  void behind(const WaitingTexts &Vector, llvm::StringRef Independent);
  /// Of the ends of the ramp, which depend on when an entry is free again,
  /// simulated cores tell the entries besides the fillers.
  void sizes(const SizeTexts &Texts);
  /// Instructions of code like \p Filler, at most \p Most, that the cache of
  /// micro-ops holds.
  void codeSize(llvm::StringRef Name, llvm::StringRef Filler, unsigned Most);
  /// What each of \p Copies of an instruction takes.
  void straightCode(llvm::StringRef Name, llvm::StringRef Inst,
                    unsigned Copies);
  llvm::Expected<std::vector<CoreExperiment>> finish();
  /// Of all that were added.
  std::vector<std::string> names() const;

  static constexpr unsigned NumLinks = 8;

private:
  CoreExperiment &add(llvm::StringRef Name, llvm::StringRef Text,
                      std::string Body, std::string Less);

  const FormTarget &Target;
  std::vector<CoreExperiment> List;
  std::vector<unsigned> BodyCopies; ///< Of the text of each body.
  std::vector<std::string> Texts;   ///< Two for each: body, and what is less.
};

/// Updates of memory with a `lock` prefix, "atomic.*", of x86-64.
void addAtomicUpdates(ExperimentList &L);

/// \p Text so many times, each on lines of its own.
std::string repeat(llvm::StringRef Text, unsigned Times);

// The texts of each target.
void addX86Experiments(ExperimentList &L);
void addAArch64Experiments(ExperimentList &L);
void addRISCVExperiments(ExperimentList &L);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_MEASURE_EXPERIMENTLIST_H
