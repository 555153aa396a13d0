//===- ListCpus.cpp - kernel-opt --list-cpus ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Every core and what serves it. Sample of `kernel-opt --list-cpus`:
///
///   x86_64
///   cpu             model file      LLVM's model written for  borrowed
///   ...
///   arrowlake       lion-cove       alderlake                 yes
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "kernel-bounds/Frontend/Target.h"
#include "kernel-bounds/Model/PortModel.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

static StringRef orDash(StringRef S) { return S.empty() ? "-" : S; }

static Error listTarget(raw_ostream &OS, const Triple &TT) {
  Expected<std::unique_ptr<TargetContext>> Target =
      TargetContext::create(TT, "", "");
  if (!Target)
    return Target.takeError();
  constexpr const char *Row = "{0,-26} {1,-22} {2,-26} {3}\n";
  OS << TT.getArchName() << '\n'
     << formatv(Row, "cpu", "model file", "LLVM's model written for",
                "borrowed");
  for (const CpuSupport &C : listCpus((*Target)->target(), TT))
    OS << formatv(Row, C.Cpu, orDash(C.Model), orDash(C.WrittenFor),
                  C.Borrowed ? "yes" : "no");
  return Error::success();
}

Error kernelbounds::runListCpus(const CommandLine &Options, raw_ostream &OS) {
  if (!Options.Triple.empty())
    return listTarget(OS, Triple(Triple::normalize(Options.Triple)));
  if (Error E = listTarget(OS, Triple("x86_64-unknown-linux-gnu")))
    return E;
  OS << '\n';
  return listTarget(OS, Triple("aarch64-unknown-linux-gnu"));
}
