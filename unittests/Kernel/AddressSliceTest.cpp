//===- AddressSliceTest.cpp - What the addresses of a loop need -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which instructions are left. That addresses are the same as without slicing
/// is held by AffineAddressTest.cpp on all of its rows.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/AddressSlice.h"
#include "SemanticsTester.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

namespace {

/// One letter for each instruction: x if it is in the slice.
std::string letters(const BitVector &Slice) {
  std::string Out;
  for (unsigned I = 0; I < Slice.size(); ++I)
    Out += Slice[I] ? 'x' : '.';
  return Out;
}

struct Row {
  const char *Name;
  const char *Before; ///< Lines of it that begin with ? may run.
  const char *Body;
  const char *Want; ///< Before, body, and "memory" if stored data count.
};

std::string sliceOf(const Row &R) {
  SemanticsTester T("x86_64", ""), BeforeT("x86_64", "");
  Kernel K = T.kernel(R.Body);
  T.semantics().nameStack(K);
  SmallVector<StringRef> Lines;
  StringRef(R.Before).split(Lines, '\n');
  std::string Text;
  for (StringRef Line : Lines)
    Text += Line.ltrim('?').str() + "\n";
  auto B = std::make_shared<Kernel>(BeforeT.kernel(Text));
  for (auto [I, Line] : enumerate(Lines))
    if (Line.starts_with("?"))
      B->Insts[I].Flags |= IF_MayRun;
  K.Before = B;
  AddressSlice S = sliceForAddresses(K, T.semantics().numUnits(), false);
  return letters(S.Before) + " " + letters(S.Body) +
         (!S.NeedsMemory       ? ""
          : S.HasInitialMemory ? " memory"
                               : " memory of the body");
}

TEST(AddressSlice, Table) {
  const Row Rows[] = {
      {"what feeds no address is left out", "movq %rsi, %rdi\nmovq %rax, %r8",
       "movq (%rdi,%rcx,8), %rdx\naddq %rdx, %r8\nincq %rcx", "x. ..x"},
      {"chains, also against program order", "movq %r8, %rax",
       "movq (%rdi), %rdx\nmovq %rsi, %rdi\nmovq %rax, %rsi\naddq $8, %rax",
       "x .xxx"},
      {"the last writer only", "movq %rax, %rdi\nmovq %rbx, %rdi",
       "movq (%rdi), %rdx", ".x ."},
      {"what the last writer reads",
       "leaq (%rax,%rbx), %rcx\nleaq 8(%rcx), %rdi", "movq (%rdi), %rdx",
       "xx ."},
      {"a pointer in memory: all stores before it count",
       "movq %rbx, (%rax)\nmovq (%rsi), %rdi\nmovq %rbx, 8(%rax)",
       "movq (%rdi), %rdx", "xx. ."},
      {"an index in memory that moves: the loop's own stores",
       "movq %rbx, (%rax)",
       "movq (%rsi,%rcx,8), %rdx\nmovq (%rdi,%rdx,8), %rax\n"
       "movq %rax, (%r8)\nincq %rcx",
       ". xxxx memory of the body"},
      {"a pointer in memory that stays: all stores", "movq %rbx, (%rax)",
       "movq (%rsi), %rdi\nmovq (%rdi), %rdx", "x x. memory"},
      {"what may run leaves unknown values",
       "movq %rax, %rdi\nmovq %rbx, %rsi\n?movq %rsi, %rdi",
       "movq (%rdi), %rdx", "..x ."},
  };
  for (const Row &R : Rows)
    EXPECT_EQ(sliceOf(R), R.Want) << R.Name;
}

} // namespace
