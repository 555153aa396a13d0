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
#include "kernel-bounds/Bounds/PortUnions.h"
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

namespace {

/// The bounds of an Analysis with some bottlenecks faster.
class Evaluator {
public:
  explicit Evaluator(const Analysis &A) : A(A) {}
  void accelerate(const Bottleneck &B) {
    Faster.push_back(B);
    Ports = Ports | B.Ports;
  }
  /// The largest bound, and of several the first.
  std::pair<CyclesPerIter, Bottleneck> largest();

private:
  bool isFaster(Limit Kind) const {
    return any_of(Faster, [&](const Bottleneck &B) {
      // A wider core also retires more.
      return B.Kind == Kind ||
             (Kind == Limit::Retire && B.Kind == Limit::Issue);
    });
  }
  PortBound portBound();

  const Analysis &A;
  SmallVector<Bottleneck, 4> Faster;
  PortSet Ports;
  std::optional<PortUnions> Unions;
};

} // namespace

PortBound Evaluator::portBound() {
  PortBound B;
  if (Ports.empty()) {
    const ResourceBound &R = A.Units.Value > A.Ports.Value ? A.Units : A.Ports;
    B.Value = R.Value;
    B.Ports = R.Ports;
    return B;
  }
  if (A.Options.Assignment != PortAssignment::Uniform) {
    if (!Unions)
      Unions.emplace(A.Groups, A.LineGroups);
    return Unions->bound(Ports, Verdict::Num, Verdict::Den);
  }
  // Each port has its share, whatever the others do.
  for (auto [P, Load] : enumerate(A.PortLoads)) {
    CyclesPerIter Value = Load;
    if (Ports.contains(P))
      Value = Value * Verdict::Den / Verdict::Num;
    if (Value > B.Value) {
      B.Value = Value;
      B.Ports = PortSet::single(P);
    }
  }
  return B;
}

std::pair<CyclesPerIter, Bottleneck> Evaluator::largest() {
  PortBound P = portBound();
  bool IsUnit = (P.Ports & A.model().issuePorts()).empty();
  CyclesPerIter Value = P.Value;
  Bottleneck Which{IsUnit ? Limit::Unit : Limit::Ports, P.Ports};
  auto Consider = [&](CyclesPerIter Bound, Limit Kind) {
    if (isFaster(Kind))
      Bound = Bound * Verdict::Den / Verdict::Num;
    if (Bound > Value) {
      Value = Bound;
      Which = {Kind, PortSet()};
    }
  };
  Consider(A.Issue.Value, Limit::Issue);
  Consider(A.Retire.Value, Limit::Retire);
  Consider(A.FrontEnd.Value, Limit::FrontEnd);
  Consider(A.LCD.Ratio, Limit::Latency);
  Consider(A.Branches.Value, Limit::Branch);
  return {Value, Which};
}

static PortSet portsOf(const Analysis &A) {
  if (A.LimitedBy == Limit::Ports)
    return A.Ports.Ports;
  return A.LimitedBy == Limit::Unit ? A.Units.Ports : PortSet();
}

Verdict kernelbounds::findVerdict(const Analysis &A) {
  Verdict V;
  V.Base = V.Faster = A.Prediction;
  if (A.LimitedBy == Limit::None)
    return V;
  Evaluator E(A);
  Bottleneck Add{A.LimitedBy, portsOf(A)};
  while (true) {
    // A wider set of ports takes the place of its parts.
    erase_if(V.Limits, [&](const Bottleneck &B) {
      return !B.Ports.empty() && B.Ports.isSubsetOf(Add.Ports);
    });
    V.Limits.push_back(Add);
    E.accelerate(Add);
    auto [Value, Which] = E.largest();
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

StringRef kernelbounds::portsUse(PortSet Ports, const MappedKernel &M) {
  bool Loads = false, Stores = false, Computes = false;
  for (const MappedInst &I : M.Insts)
    for (const MappedUop &U : M.uops(I)) {
      if (!U.Ports.isSubsetOf(Ports))
        continue;
      Loads |= U.Kind == UopKind::Load;
      Stores |= U.Kind == UopKind::StoreAddress || U.Kind == UopKind::StoreData;
      Computes |= U.Kind == UopKind::Compute;
    }
  if (Computes || !(Loads || Stores))
    return "";
  return Loads ? Stores ? "loads and stores" : "loads" : "stores";
}

static std::string portNames(const Bottleneck &B, const Analysis &A) {
  std::string Text;
  B.Ports.forEach([&](unsigned P) { Text += " " + A.model().ports()[P].Name; });
  return Text;
}

std::string kernelbounds::bottleneckName(const Bottleneck &B,
                                         const Analysis &A) {
  switch (B.Kind) {
  case Limit::None:
    return "nothing that is modeled";
  case Limit::Ports:
    return (B.Ports.size() == 1 ? "port" : "ports") + portNames(B, A);
  case Limit::Unit:
    return "unit" + portNames(B, A);
  case Limit::Issue:
    if (A.Issue.isByInsts())
      return std::to_string(A.Issue.InstWidth) + " instructions/cy";
    return "issue width " + std::to_string(A.Issue.IssueWidth);
  case Limit::Latency:
    return "latency";
  case Limit::FrontEnd:
    return "the front end";
  case Limit::Branch:
    // Every loop takes one branch a trip, and no core two a cycle here.
    return A.Branches.Insts.size() > 1 ? "taken branches" : "one trip/cy";
  case Limit::Retire:
    return "retirement width " + std::to_string(A.Retire.IssueWidth);
  }
  return "";
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
