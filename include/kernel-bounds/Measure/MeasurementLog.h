//===- MeasurementLog.h - Measurements on disk ------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The file that grows while kernels are measured, one line for each kernel and
/// variant, so that a stopped run goes on where it was, and so that loops can
/// be predicted again without being measured again. Of several lines for one
/// kernel and variant the last one counts.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_MEASURE_MEASUREMENTLOG_H
#define KERNEL_BOUNDS_MEASURE_MEASUREMENTLOG_H

#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Measure/KernelMeasurement.h"
#include "llvm/ADT/StringMap.h"
#include <memory>
#include <optional>

namespace kernelbounds {

/// What a measurement belongs to. Another text, compiler or machine is another
/// measurement.
struct MeasurementKey {
  std::string Kernel, Variant;
  std::string Source;   ///< KernelSource::Hash.
  std::string Compiler; ///< "clang 22.1.8".
  std::string Flags;    ///< Of the compiler, with blanks between.
};

struct LoggedMeasurement {
  MeasurementKey Key;
  KernelMeasurement M;
};

class MeasurementLog {
public:
  /// Opens \p File, or makes it. Fails if it is from another \p Machine or
  /// faulty. An empty \p Machine stands for that of the file, whichever it is.
  static llvm::Expected<std::unique_ptr<MeasurementLog>>
  open(llvm::StringRef File, llvm::StringRef Machine);

  /// Null if there is none for this very key.
  const LoggedMeasurement *find(const MeasurementKey &K) const;
  llvm::Error append(const MeasurementKey &K, const KernelMeasurement &M);
  /// Where the rows were measured.
  llvm::StringRef machine() const { return Machine; }

private:
  MeasurementLog() = default;
  llvm::Error readRows(llvm::StringRef Text, llvm::StringRef File);

  std::string Machine;
  unsigned NumLaterColumns = 0; ///< That the file has, of those old logs lack.
  llvm::StringMap<LoggedMeasurement> Rows; ///< By kernel and variant.
  std::optional<CsvLog> Log;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_MEASURE_MEASUREMENTLOG_H
