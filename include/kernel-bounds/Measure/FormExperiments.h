//===- FormExperiments.h - What one instruction takes -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Latency from each source to each result of an instruction form, throughput
/// and idioms, by the cycles of loops alone. A LoopRunner answers: a host, or a
/// port model; the experiments are the same for both.
///
/// A chain is closed by instructions whose latency is known. Example: from the
/// address of `vaddsd (%r14), %xmm3, %xmm4` to its result, the chain is
///
///   vaddsd (%r14), %xmm3, %xmm4
///   vmovq %xmm4, %r12             a crossing, measured before as a pair
///   xor %r12, %r14                1 cycle
///   xor %r12, %r14                1 cycle: r14 is what it was
///
/// and what is stored is loaded again:
///
///   movq %rsi, 64(%r14)           the form, from the stored datum
///   movq 64(%r14), %r12           until here
///   xor %r12, %rsi                1 cycle
///   xor %r12, %rsi                1 cycle: rsi is what it was
///
/// The chains follow uops.info (A. Abel and J. Reineke, ASPLOS 2019,
/// doi:10.1145/3297858.3304062), which has performance counters besides.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_FORMEXPERIMENTS_H
#define KERNEL_BOUNDS_MEASURE_FORMEXPERIMENTS_H

#include "kernel-bounds/Measure/FormCatalog.h"
#include "kernel-bounds/Measure/LoopRunner.h"
#include <optional>
#include <string>
#include <vector>

namespace kernelbounds {

/// Cycles of the instructions that close chains.
struct LinkLatencies {
  double Xor = 1; ///< Of general registers.
  double VectorXor = 1, MaskXor = 1;
  double FloatXor = 1; ///< Of two between units of floating point, each.
  double ToVector = 1, FromVector = 1; ///< From and to general registers.
  double ToMask = 1, FromMask = 1;
  double ToFlags = 1, FromFlags = 1; ///< TEST and CMOV.
};

/// Measures them. A crossing there and back is known only as a sum. Of that
/// between general and vector registers, each way gets a half. Of that to mask
/// registers and back, the way in is what makes the latency of a masked
/// addition from its mask the same as from its data. Logic beside floating
/// point may take longer, as on Golden Cove, where two such take 3 cycles
/// behind a multiplication.
LinkLatencies measureLinks(LoopRunner &Runner, const FormBuilder &Builder,
                           FormEncoding Encoding);

/// From one source of an instruction to one of its results. To memory: until a
/// load of the same place has what was stored, so that it is the latency of the
/// form, of forwarding and of the load.
struct FormLatency {
  /// "op2", "rax", "flags", "address", "index" of a gather; "op1", ...,
  /// "flags", "memory".
  std::string From, To;
  ReadRole Role = ReadRole::Data;
  bool ToFlags = false, ToHigh = false, ToMemory = false;
  double Cycles = 0; ///< The chain less its links.
  double Links = 0;  ///< Cycles of what closes the chain.
  LoopStatus Status = LoopStatus::Ok;
};

enum class Idiom : uint8_t {
  None,
  DependencyBreaking, ///< Of one register: the result does not wait for it.
  Zeroing,            ///< And it takes no unit.
  Eliminated          ///< A move that takes no unit and no time.
};
/// "", "dependency-breaking", "zeroing", "eliminated".
llvm::StringRef idiomName(Idiom I);

struct FormResult {
  LoopStatus Status = LoopStatus::Ok; ///< Of the throughput.
  std::string Detail;
  double Throughput = 0; ///< Cycles of each of many independent ones.
  /// Relative, the largest of the loops that are steady; nullopt: not known.
  std::optional<double> Spread;
  std::vector<FormLatency> Latencies;
  /// With operands for which a division or square root takes longest.
  std::optional<double> SlowThroughput;
  std::vector<FormLatency> SlowLatencies;
  /// With denormal operands, and with those that are no numbers: of few forms,
  /// and only where that differs by more than 5 % from Throughput.
  std::optional<double> DenormalThroughput, NaNThroughput;
  /// The same of latencies: those of Latencies that differ from it.
  std::vector<FormLatency> DenormalLatencies, NaNLatencies;
  Idiom SameRegister = Idiom::None;
  /// Each of many with the same register for all operands.
  std::optional<double> SameRegisterThroughput;
  bool IsEliminatedMove = false;
  std::string MeasuredAs; ///< Another form of its group; empty: itself.

  bool isKnown() const { return Status == LoopStatus::Ok; }
};

class FormExperiments {
public:
  FormExperiments(LoopRunner &Runner, const FormBuilder &Builder);

  FormResult measure(const InstructionForm &F);
  /// The latencies that measure() would give, without figures.
  std::vector<FormLatency> plan(const InstructionForm &F);
  const LinkLatencies &links(FormEncoding E) {
    return E == Builder.target().linkEncodings().first ? FirstLinks
                                                       : SecondLinks;
  }

private:
  LoopRunner &Runner;
  const FormBuilder &Builder;
  LinkLatencies FirstLinks, SecondLinks; ///< Of linkEncodings().
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_FORMEXPERIMENTS_H
