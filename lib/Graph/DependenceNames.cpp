//===- DependenceNames.cpp - Words for dependences through memory ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The keys that reports and files share.
/// Tested by test/kernel-opt/deps*.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/Twine.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::orderName(DependenceOrder O) {
  switch (O) {
  case DependenceOrder::RAW:
    return "RAW";
  case DependenceOrder::WAR:
    return "WAR";
  case DependenceOrder::WAW:
    return "WAW";
  }
  return "";
}

StringRef kernelbounds::className(DependenceClass C) {
  switch (C) {
  case DependenceClass::Must:
    return "must";
  case DependenceClass::Expected:
    return "expected";
  case DependenceClass::Drawn:
    return "drawn";
  case DependenceClass::May:
    return "may";
  }
  return "";
}

StringRef kernelbounds::evidenceName(DependenceEvidence E) {
  switch (E) {
  case DependenceEvidence::ClosedForm:
    return "closed-form";
  case DependenceEvidence::Randomized:
    return "randomized";
  case DependenceEvidence::ScalarEvolution:
    return "scalar-evolution";
  case DependenceEvidence::SpillSlot:
    return "spill-slot";
  case DependenceEvidence::Assumed:
    return "assumed";
  }
  return "";
}

StringRef kernelbounds::forwardName(Forwarding F) {
  switch (F) {
  case Forwarding::Full:
    return "full";
  case Forwarding::Partial:
    return "partial";
  case Forwarding::Unknown:
    return "unknown";
  }
  return "";
}

std::string kernelbounds::unlessText(const MemoryDependence &D, const Twine &By,
                                     const Twine &What) {
  if (D.restsOnPointer())
    return (By + " overwrites the pointer to " + What).str();
  return (By + " overwrites " + What + ", or the pointer to it").str();
}
