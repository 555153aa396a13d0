//===- MemoryTester.h - Dependences of a loop given as text -----*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the dependences through memory of a loop given as assembly, and those
/// of a list of accesses by running it.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_UNITTESTS_GRAPH_MEMORYTESTER_H
#define KERNEL_BOUNDS_UNITTESTS_GRAPH_MEMORYTESTER_H

#include "../Kernel/SemanticsTester.h"
#include "kernel-bounds/Graph/MemoryDependence.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <set>
#include <tuple>
#include <vector>

namespace kernelbounds::test {

/// Source and destination instruction, distance, bytes.
using Pair = std::tuple<uint32_t, uint32_t, uint32_t, unsigned>;

class MemoryTester {
public:
  explicit MemoryTester(llvm::StringRef Triple, llvm::StringRef Features = "")
      : T(Triple, Features), BeforeT(Triple, Features) {}

  std::vector<MemoryDependence> find(llvm::StringRef Text) {
    K = T.kernel(Text);
    T.semantics().nameStack(K);
    if (!BeforeText.empty()) {
      auto B = std::make_shared<Kernel>(BeforeT.kernel(BeforeText));
      BeforeT.semantics().nameStack(*B);
      B->StartsFunction = true;
      K.Before = B;
    }
    KernelAddresses Addresses(K, *T.target().MII, T.semantics().numUnits());
    return findMemoryDependences(Addresses, O);
  }
  std::set<Pair> must(llvm::StringRef Text) {
    std::set<Pair> Out;
    for (const MemoryDependence &D : find(Text))
      if (D.Class == DependenceClass::Must && D.Order == DependenceOrder::RAW)
        Out.insert({D.SourceInst, D.DestInst, D.Distance, D.OverlapBytes});
    return Out;
  }

  SemanticsTester T, BeforeT; ///< Each keeps the code that it read last.
  Kernel K;
  std::string BeforeText;
  MemoryDependenceOptions O{/*ReorderBuffer=*/0};
};

/// One access of a random body: pointer register, offset, width.
struct Access {
  unsigned Pointer;
  int64_t Offset;
  unsigned Width;
  bool IsStore;
};

/// Last writers by running the body on two arrays that lie \p Apart bytes
/// apart.
inline std::set<Pair> interpret(llvm::ArrayRef<Access> Body,
                                llvm::ArrayRef<int64_t> Steps,
                                unsigned NumIterations,
                                int64_t Apart = 1000000) {
  struct Writer {
    uint32_t Inst, Iteration;
  };
  std::map<int64_t, Writer> Memory;
  std::set<Pair> Seen;
  for (unsigned It = 0; It < NumIterations; ++It)
    for (auto [I, A] : llvm::enumerate(Body)) {
      int64_t At = int64_t(A.Pointer + 1) * Apart + A.Offset +
                   Steps[A.Pointer] * int64_t(It);
      std::map<std::pair<uint32_t, uint32_t>, unsigned> Bytes;
      for (unsigned B = 0; B < A.Width; ++B) {
        if (A.IsStore)
          Memory[At + B] = {uint32_t(I), It};
        else if (auto Found = Memory.find(At + B); Found != Memory.end())
          ++Bytes[{Found->second.Inst, It - Found->second.Iteration}];
      }
      if (It + 1 == NumIterations) // Steady by then.
        for (auto [Key, Count] : Bytes)
          Seen.insert({Key.first, uint32_t(I), Key.second, Count});
    }
  return Seen;
}

} // namespace kernelbounds::test

#endif // KERNEL_BOUNDS_UNITTESTS_GRAPH_MEMORYTESTER_H
