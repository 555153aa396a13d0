//===- JSONList.h - A JSON report with one list -----------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What reports share that are {"schema": 1, "generator": .., KEY: [..]}.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_REPORT_JSONLIST_H
#define KERNEL_BOUNDS_LIB_REPORT_JSONLIST_H

#include "kernel-bounds/Report/Report.h"
#include "llvm/Support/JSON.h"

namespace kernelbounds {

/// addLoop() of its heirs writes items of the list named \p Key.
class JSONList : public Report {
public:
  JSONList(llvm::raw_ostream &OS, const ReportOptions &Options,
           llvm::StringRef Key)
      : Report(OS, Options), J(OS, /*IndentSize=*/2), Key(Key) {}
  void begin() override {
    J.objectBegin();
    J.attribute("schema", 1);
    J.attribute("generator", Options.Generator);
    J.attributeBegin(Key);
    J.arrayBegin();
  }
  void end() override {
    J.arrayEnd();
    J.attributeEnd();
    tail();
    J.objectEnd();
    OS << '\n';
  }

protected:
  /// Writes members of the document that come after the list.
  virtual void tail() {}

  llvm::json::OStream J;

private:
  llvm::StringRef Key;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_REPORT_JSONLIST_H
