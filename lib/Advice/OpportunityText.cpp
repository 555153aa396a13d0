//===- OpportunityText.cpp - Words for what would help --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Short, since remarks have 120 characters for all.
/// Tested by test/Bounds/opportunity-*.s.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Advice/OpportunityText.h"
#include "kernel-bounds/Advice/LoopControl.h"
#include "kernel-bounds/Bounds/Evidence.h"
#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"

using namespace kernelbounds;
using namespace llvm;

/// " for each of 3 reductions", if several are split.
static std::string eachReduction(const Opportunity &O) {
  return O.Reductions > 1
             ? " for each of " + std::to_string(O.Reductions) + " reductions"
             : "";
}

static std::string reuseText(const Opportunity &O) {
  std::string Text = "keeping ";
  Text += O.Count == 1 ? "a loaded value" : counted(O.Count, "loaded value");
  Text += O.Count == 1 ? " in a register" : " in registers";
  return O.Iterations == 0
             ? Text
             : Text + " for " + counted(O.Iterations, "iteration");
}

/// "vectors of ", with the name of the scalable ones before it.
static std::string vectorsText(const Analysis &A) {
  const ScalableSet *Set = targetOf(A.kernel()).scalableSet();
  return Set ? (Set->Name + " vectors of ").str() : "vectors of ";
}

/// "the square", "the 4th power".
static std::string power(unsigned N) {
  return N == 2   ? "the square"
         : N == 3 ? "the cube"
                  : "the " + std::to_string(N) + "th power";
}

/// Options of compilers that fuse products.
static std::string fuseOptions(const Analysis &A) {
  std::string Text = "-ffp-contract=fast";
  return hasFeature(A, "fma") ? Text + " -mfma" : Text;
}

/// The phrase of kinds that are one argument of a remark.
static std::string
changeText(const Opportunity &O, const Analysis &A,
           function_ref<std::string(ArrayRef<uint32_t>)> Places) {
  auto At = [&](StringRef Text, StringRef More = "") {
    std::string In = Places(O.Insts);
    if (!In.empty() && !More.empty())
      In += "; ";
    In += More;
    return In.empty() ? Text.str() : (Text + " (" + In + ")").str();
  };
  const std::string IfApart =
      O.IfApart ? " (if their accesses do not overlap)" : "";
  switch (O.What) {
  case Opportunity::Kind::None:
  case Opportunity::Kind::IndependentChains:
  case Opportunity::Kind::Unroll:
    break;
  case Opportunity::Kind::KeepInRegister:
    return At("keeping stored values in registers until they are loaded");
  case Opportunity::Kind::MatchWidths:
    return At("loading with the width and place of the store");
  case Opportunity::Kind::ReuseLoads:
    return At(reuseText(O), O.IfApart ? "if no store writes there" : "");
  case Opportunity::Kind::Reciprocal:
    return At("multiplying by a reciprocal", "-freciprocal-math");
  case Opportunity::Kind::IntegerReciprocal:
    return At("multiplying by a precomputed integer reciprocal");
  case Opportunity::Kind::VectorDivide:
    return At("vectors that divide " + std::to_string(O.Count) + " at once",
              O.IfApart ? "if accesses do not overlap" : "");
  case Opportunity::Kind::SinglePrecision:
    return At("single precision, if it is enough,");
  case Opportunity::Kind::AlignLoop:
    return "aligning the loop (-falign-loops=" + std::to_string(O.Count) + ")";
  case Opportunity::Kind::PadJumps:
    return At("jumps off 32-byte boundaries",
              "-mbranches-within-32B-boundaries");
  case Opportunity::Kind::FitCache:
    return "less unrolling, so that " + std::to_string(O.Count) + " of " +
           counted(frontEndWitness(A).NumWindows, "window") +
           " of code fit the micro-op cache, too,";
  case Opportunity::Kind::PlainAddresses:
    return At("pointers without index registers");
  case Opportunity::Kind::WiderVectors:
    return vectorsText(A) + std::to_string(O.Count) + " bytes" + IfApart;
  case Opportunity::Kind::Vectorize:
    return "vectors of " + std::to_string(O.Count) + " elements" + IfApart;
  case Opportunity::Kind::SplitRecurrence:
    return At("splitting the recurrence into " + std::to_string(O.Count),
              "each goes on by " + power(O.Count) + " of the factor");
  case Opportunity::Kind::FuseMultiplyAdd:
    return At(O.Count == 1 ? "fusing a product with its sum"
                           : "fusing " + std::to_string(O.Count) +
                                 " products with their sums",
              fuseOptions(A));
  case Opportunity::Kind::WideIndex:
    return At("an index that needs no extension of its sign",
              "size_t or ptrdiff_t instead of int");
  case Opportunity::Kind::ShiftVectors:
    return At("shifting aligned vectors instead of " +
              counted(O.Count, "load") + " across cache lines");
  case Opportunity::Kind::AlignData:
    return At("aligning the data of " + counted(O.Count, "access") +
              " to cache lines");
  case Opportunity::Kind::Interleave:
    return "interleaving " + std::to_string(O.Count) + " iterations" + IfApart;
  }
  return "";
}

std::vector<PhrasePart> kernelbounds::opportunityParts(
    const Opportunity &O, const Analysis &A,
    function_ref<std::string(ArrayRef<uint32_t>)> Places) {
  switch (O.What) {
  case Opportunity::Kind::None:
    return {};
  case Opportunity::Kind::IndependentChains:
    if (O.Unroll != 0)
      return {{"", "unrolling by "},
              {"Unroll", std::to_string(O.Unroll)},
              {"", " with "},
              {"Chains", std::to_string(O.Count)},
              {"", " independent accumulators" + eachReduction(O)}};
    return {{"Chains", std::to_string(O.Count)},
            {"", " independent accumulators (unroll or interleave)" +
                     eachReduction(O)}};
  case Opportunity::Kind::Unroll:
    return {{"", "unrolling by "}, {"Unroll", std::to_string(O.Count)}};
  default:
    return {{"Change", changeText(O, A, Places)}};
  }
}

std::string kernelbounds::opportunityText(
    const Opportunity &O, const Analysis &A,
    function_ref<std::string(ArrayRef<uint32_t>)> Places) {
  std::string Text;
  for (const PhrasePart &P : opportunityParts(O, A, Places))
    Text += P.Text;
  return Text;
}
