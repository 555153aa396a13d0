//===- Dataset.h - Loops that others measured -------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads published measurements, so that cores that are not at hand can be
/// evaluated. The form is told from the content:
///
///   BHive      one block a line, no names of columns: bytes in hexadecimal,
///              then cycles for 100 iterations of the block, unrolled
///   PMEvo      JSON: experiments of instruction forms without dependences
///   CSV        columns file, cpu, cycles: an assembly or object file (from the
///              data set's directory), LLVM's name of the core, and cycles for
///              each trip of its only loop or marked region
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_DATASET_H
#define KERNEL_BOUNDS_MEASURE_DATASET_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace kernelbounds {

struct DatasetLoop {
  std::string Name;
  std::string Cpu; ///< LLVM's name; empty: not said.
  /// "x86_64-unknown-linux-gnu"; empty: to be found out from the file.
  std::string Triple;
  double Cycles = 0; ///< For each iteration; > 0.
  /// Where the code is: a file, or
  std::string File;
  /// bytes, or
  std::string Bytes;
  /// text: x86 in Intel syntax.
  std::string Assembly;
  /// Measured without dependences between iterations.
  bool IsThroughput = false;
  /// Measured as many copies behind each other; Cycles is for each of them.
  bool IsUnrolled = false;
  /// The code cannot be made: why.
  std::string Failure;
};

struct Dataset {
  std::string Form; ///< "BHive", "PMEvo", "CSV".
  std::vector<DatasetLoop> Loops;
};

/// Fails, with "File:Line: ", on what is none of these forms.
llvm::Expected<Dataset> readDataset(llvm::StringRef File);
llvm::Expected<Dataset> parseDataset(llvm::StringRef Text,
                                     llvm::StringRef File);

/// One PMEvo form with registers and constants put in; \p Serial numbers the
/// forms of an experiment, so that each has registers of its own.
/// Example: "ADD_((REG:RW:G:64)),_((IMM:32))" is "ADD rcx, 100000".
llvm::Expected<std::string> instantiatePMEvoForm(llvm::StringRef Form,
                                                 unsigned Serial, bool IsX86);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_DATASET_H
