//===- CodeFile.h - What a reader makes of one input file -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The result of reading assembly or an object: the code, the markers in it,
/// and what was not understood. Readers go on after a line that they reject.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_CODEFILE_H
#define KERNEL_BOUNDS_FRONTEND_CODEFILE_H

#include "kernel-bounds/Kernel/Listing.h"
#include <string>
#include <vector>

namespace kernelbounds {

/// Something a user should know about an input that was read nevertheless.
/// Prints as "File:Line:Column: warning: Message", or without a place.
struct InputDiagnostic {
  std::string File;
  unsigned Line = 0, Column = 0; ///< 1-based; 0 = none.
  std::string Message;
};

/// Who marks a region. Begin and end pair up within one style only.
enum class MarkerStyle : uint8_t {
  Bytes, ///< `movl $111, %ebx; .byte 100,103,144` of IACA and OSACA.
  Osaca, ///< Comments OSACA-BEGIN and OSACA-END.
  Mca    ///< Comments LLVM-MCA-BEGIN and LLVM-MCA-END, with a name or not.
};

/// One begin or end marker.
struct CodeMarker {
  MarkerStyle Style = MarkerStyle::Bytes;
  bool IsBegin = false;
  /// Into Listing::Insts: the first instruction of the region, or the one
  /// after its last. The instruction of a byte marker is outside.
  unsigned InstIdx = 0;
  std::string Name; ///< After LLVM-MCA-BEGIN; else empty.
  unsigned Line = 0;
};

/// One file as read. The MCInsts point into the TargetContext it was read with.
struct CodeFile {
  Listing Code;
  std::vector<CodeMarker> Markers; ///< In the order of the file.
  /// At most MaxDiagnostics; the rest is counted only.
  std::vector<InputDiagnostic> Diagnostics;
  unsigned NumSuppressed = 0;
  /// Statements or runs of bytes that were not understood, in all. Those
  /// inside a block are counted there, too.
  unsigned NumUnread = 0;
  unsigned SyntaxVariant = 0; ///< For printing: 1 = x86 Intel syntax.

  static constexpr unsigned MaxDiagnostics = 100;
  void addDiagnostic(InputDiagnostic D) {
    if (Diagnostics.size() < MaxDiagnostics)
      Diagnostics.push_back(std::move(D));
    else
      ++NumSuppressed;
  }
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_CODEFILE_H
