//===- Verdict.cpp - What must be faster for a loop to be -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Starts with the largest bound and makes it faster; while the loop does not
/// gain more than a hundredth, the bound that holds it now is made faster, too.
/// Each of them is needed: bounds do not depend on each other, and a port set
/// is added only if the sets before do not cover it.
///
/// Latency is taken as a whole: a chain in which every latency shrinks by a
/// factor shrinks by that factor, and so does every other chain. The port bound
/// is computed again only where ports become faster.
///
/// Idea: sensitivity analysis as in Gus (Pompougnac et al., "Performance
/// bottlenecks detection through microarchitectural sensitivity",
/// arXiv:2402.15773), which simulates; see Simulation/Sensitivity.h for that.
///
/// Tested by unittests/Bounds/VerdictTest.cpp, test/Bounds/verdict.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/Verdict.h"
#include "kernel-bounds/Bounds/BoundRules.h"
#include "kernel-bounds/Bounds/FasterBounds.h"
#include "kernel-bounds/Bounds/PortLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace kernelbounds;
using namespace llvm;

unsigned Verdict::gainPercent() const {
  if (Faster.isZero())
    return 0;
  CyclesPerIter Percent =
      Base * 100 * Faster.denominator() / Faster.numerator();
  return static_cast<unsigned>(Percent.numerator() / Percent.denominator()) -
         100;
}

Verdict kernelbounds::findVerdict(const Analysis &A) {
  Verdict V;
  V.Base = V.Faster = A.Prediction;
  if (A.LimitedBy == Limit::None)
    return V;
  const FasterBounds Faster(A, {Verdict::Num, Verdict::Den});
  SmallVector<Resource, 4> Wanted;
  auto *PortsOf = boundRules(A.LimitedBy).Ports;
  Bottleneck Add{A.LimitedBy,
                 PortsOf ? PortsOf(A.bound(A.LimitedBy)) : PortSet()};
  while (true) {
    // A wider set of ports takes the place of its parts.
    erase_if(V.Limits, [&](const Bottleneck &B) {
      return !B.Ports.empty() && B.Ports.isSubsetOf(Add.Ports);
    });
    V.Limits.push_back(Add);
    Wanted.push_back(wantedResource(Add));
    auto [Value, Which] = Faster.largest(Wanted);
    if (V.Base * 100 <= Value * 101) {
      Add = Which;
      continue;
    }
    V.Faster = Value;
    if (Value * Verdict::Num * 100 > V.Base * Verdict::Den * 101)
      V.Next = Which;
    return V;
  }
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string kernelbounds::bottleneckName(const Bottleneck &B,
                                         const Analysis &A) {
  return B.Kind == Limit::None ? "nothing that is modeled"
                               : boundRules(B.Kind).Name(A, B);
}

std::string kernelbounds::limitNames(const Analysis &A, unsigned Most) {
  if (A.Why.Limits.empty())
    return bottleneckName({}, A);
  SmallVector<std::string, 4> Names;
  for (const Bottleneck &B : ArrayRef(A.Why.Limits).take_front(Most))
    Names.push_back(bottleneckName(B, A));
  if (size_t More = A.Why.Limits.size() - Names.size())
    Names.push_back(std::to_string(More) + " more");
  std::string Text = join(ArrayRef(Names).drop_back(), ", ");
  Text += (Names.size() > 1 ? " and " : "") + Names.back();
  StringRef Use;
  if (!A.Why.isBalanced())
    Use = portsUse(A.Why.Limits.front().Ports, A.Mapped);
  return Use.empty() ? Text : Text + " (" + Use.str() + ")";
}

std::string kernelbounds::verdictText(const Analysis &A) {
  if (A.LimitedBy == Limit::None)
    return "no bound is known";
  return (A.Why.isBalanced() ? "balanced: " : "limited by ") + limitNames(A);
}

std::string kernelbounds::headroomText(const Analysis &A, bool NamesNext) {
  const Verdict &V = A.Why;
  if (V.Next.Kind == Limit::None)
    return "";
  std::string Text =
      "15 % faster: loop " + std::to_string(V.gainPercent()) + " % faster";
  return NamesNext ? Text + ", then " + bottleneckName(V.Next, A) : Text;
}
