//===- SymbolNameTest.cpp - Tests for Kernel/SymbolName.cpp ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Kernel/SymbolName.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

TEST(SymbolName, Table) {
  struct Row {
    const char *Symbol, *Name, *Short;
  };
  const Row Rows[] = {
      {"", "", ""},
      {"main", "main", ""},
      {"_start", "_start", ""},
      {"0x4010", "0x4010", ""},
      {"_ZN2ns3addEii", "ns::add(int, int)", "ns::add"},
      {"_Z1fIiEvT_", "void f<int>(int)", "f<int>"},
      {"_ZN1AC2Ev", "A::A()", "A::A"},
      {"_ZL5tableB5cxx11", "table[abi:cxx11]", ""},
      // Rust, the older and the newer mangling.
      {"_ZN1r3dot17h0123456789abcdefE", "r::dot", "r::dot"},
      {"_ZN54_$LT$f64$u20$as$u20$core..iter..traits..accum..Sum$GT$3sum"
       "17h6b4e5140fe8e0e8aE",
       "<f64 as core::iter::traits::accum::Sum>::sum",
       "<f64 as core::iter::traits::accum::Sum>::sum"},
      {"_RNvCs1234_7mycrate3foo", "mycrate::foo", ""},
      // No hash: C++ as it stands.
      {"_ZN1a3h12Ev", "a::h12()", "a::h12"},
      {"_Z", "_Z", ""},
  };
  for (const Row &R : Rows) {
    EXPECT_EQ(demangledName(R.Symbol), R.Name) << R.Symbol;
    EXPECT_EQ(demangledWithoutParameters(R.Symbol), R.Short) << R.Symbol;
  }
}

} // namespace
