//===- CandidateCompiler.h - A function compiled in several ways *- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiles a copy of one function by the passes that the compiler would run on
/// it, from the loop passes to machine code, with hints for its loops. The
/// function itself is not touched.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_PASSES_CANDIDATECOMPILER_H
#define KERNEL_BOUNDS_LIB_PASSES_CANDIDATECOMPILER_H

#include "LoopRegions.h"
#include "TransformLoops.h"
#include "Trial.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Passes/OptimizationLevel.h"
#include "llvm/Passes/PassBuilder.h"
#include <map>
#include <memory>
#include <optional>
#include <utility>

namespace kernelbounds {

/// The name of LLVM's option for Compilation::UnrollsAndJams.
inline constexpr llvm::StringLiteral UnrollAndJamOption =
    "enable-unroll-and-jam";

/// How the function's module is compiled.
struct Compilation {
  llvm::TargetMachine *TM = nullptr; ///< Null: no machine code is made.
  llvm::PipelineTuningOptions Tuning;
  llvm::OptimizationLevel Level;
  llvm::ThinOrFullLTOPhase Phase = llvm::ThinOrFullLTOPhase::None;
  /// The compiler obeys #pragma unroll_and_jam (-enable-unroll-and-jam).
  bool UnrollsAndJams = false;

  /// What \p PB was made for.
  static Compilation of(llvm::PassBuilder &PB, llvm::OptimizationLevel Level,
                        llvm::ThinOrFullLTOPhase Phase);
};

/// Bits of the vectors, of one length, that \p F is compiled with.
unsigned vectorBitsOf(const llvm::Function &F, const llvm::TargetMachine &TM);

/// What the compilation of a candidate gave.
struct CompiledCandidate {
  uint64_t Bytes = 0; ///< Of the function's code; 0: not known.
  llvm::SmallVector<char, 0> Object;
};

class CandidateCompiler {
public:
  /// Not with addresses of blocks of other functions, which stay behind.
  /// O(instructions).
  static bool canCopy(const llvm::Function &F);

  /// Keeps a copy of \p F with what it refers to. \pre canCopy(F).
  CandidateCompiler(const Compilation &How, const llvm::Function &F);
  /// The same for loops that were taken out of their function.
  CandidateCompiler(const Compilation &How, LoopRegion Region);

  /// Compiles with \p Hints for each of the innermost loops, and fills \p T.
  /// Where the loop passes make the same of them as of earlier hints, T gets
  /// what was found then, and there is no Object. With T.Recorded all is
  /// compiled. Vectors of \p VectorBits are preferred, if given, as by
  /// -mprefer-vector-width.
  /// \returns none if it was not compiled.
  std::optional<CompiledCandidate> compile(llvm::ArrayRef<LoopHints> Hints,
                                           Trial &T, unsigned VectorBits = 0);
  /// By innermost loop, what can be done with it; of transforms, \p Asked.
  std::vector<LoopChances> findChances(LoopTransforms Asked) const;
  /// By innermost loop, whether the loop vectorizer makes anything of it with
  /// \p Hints. True where that cannot be told. Takes a fraction of compile().
  std::vector<bool> findVectorizable(llvm::ArrayRef<LoopHints> Hints) const;
  /// Bits of the vectors that the compiler prefers in the function, and of the
  /// widest that it could be told to prefer.
  std::pair<unsigned, unsigned> findVectorBits() const;
  /// The copy of the function, without hints.
  llvm::ArrayRef<char> bitcode() const { return Bitcode; }
  llvm::StringRef name() const { return Name; }
  /// Instructions of LLVM IR in it.
  size_t size() const { return Size; }

private:
  using CodeHash = std::pair<uint64_t, uint64_t>;

  /// What a compilation found, of the loops that mattered then.
  struct Found {
    std::vector<bool> Mattered;
    std::vector<TrialLoop> Loops;
    uint64_t Bytes;
  };

  std::unique_ptr<llvm::Module> parse(llvm::LLVMContext &Context) const;

  const Compilation &How;
  std::string Name;
  llvm::SmallVector<char, 0> Bitcode;
  size_t Size;
  /// By a hash of what the loop passes made of the function.
  std::map<CodeHash, Found> Known;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_PASSES_CANDIDATECOMPILER_H
