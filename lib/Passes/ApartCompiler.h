//===- ApartCompiler.h - Candidates without their function ------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Candidates of a loop in a large function are compiled without the rest of
/// that function, where the compiler makes the same of the loop.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_APARTCOMPILER_H
#define KERNEL_BOUNDS_LIB_PASSES_APARTCOMPILER_H

#include "CandidateCompiler.h"
#include "kernel-bounds/Tuning/JointSearch.h"
#include <map>
#include <vector>

namespace kernelbounds {

/// The regions of all functions of a module. Many are the same, as functions
/// are inlined in several places: what was compiled once is known of all of
/// them.
class RegionPool {
public:
  struct Region {
    Region(const Compilation &How, LoopRegion From,
           std::vector<MetadataLoop> Source)
        : Source(std::move(Source)), Compiler(How, std::move(From)) {}

    /// By loop of the region; null if it cannot be compiled.
    const std::vector<TrialLoop> *compile(const std::vector<LoopHints> &Hints,
                                          const std::vector<bool> &Mattered);

    std::vector<MetadataLoop> Source;
    CandidateCompiler Compiler;
    /// By hints and loops that mattered; none: it cannot be compiled.
    std::map<std::pair<std::vector<LoopHints>, std::vector<bool>>,
             std::optional<std::vector<TrialLoop>>>
        Known;
  };

  /// One with the code of \p From, of whose loops as much is known as of \p
  /// Source. O(log(regions) + size of the code).
  Region &get(const Compilation &How, LoopRegion From,
              std::vector<MetadataLoop> Source);

private:
  /// By a hash of the code. What is in it stays where it is.
  std::multimap<uint64_t, Region> Regions;
};

class ApartCompiler {
public:
  /// \p AsCompiled is what \p Whole made of the loops \p Source without hints;
  /// those with a user's hint or a problem are not looked at.
  ApartCompiler(const Compilation &How, const CandidateCompiler &Whole,
                llvm::ArrayRef<MetadataLoop> Source,
                llvm::ArrayRef<TrialLoop> AsCompiled, RegionPool &Pool);

  /// What loop \p Loop is without hints and without its function; null if its
  /// candidates are compiled with its function.
  const TrialLoop *find(unsigned Loop) const {
    return Loops[Loop] ? &*Loops[Loop] : nullptr;
  }
  /// Compiles with \p Hints the regions of loops that matter, and with
  /// \p Whole the function if one matters that is in none.
  std::optional<std::vector<TrialLoop>> compile(llvm::ArrayRef<LoopHints> Hints,
                                                Trial::Question Matters,
                                                JointSearch::Compiler Whole);
  /// Instructions of LLVM IR in all regions.
  size_t size() const;

private:
  /// The loops of the function that a region stands for.
  struct Place {
    RegionPool::Region *Region;
    std::vector<unsigned> Loops;
  };

  std::vector<Place> Places;
  std::vector<std::optional<TrialLoop>> Loops; ///< By number, without hints.
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_APARTCOMPILER_H
