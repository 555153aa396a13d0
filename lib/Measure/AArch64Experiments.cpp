//===- AArch64Experiments.cpp - Texts for cores of AArch64 ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The experiments of CoreExperiments.cpp that AArch64 has instructions for, by
/// the same names. x27 points to memory, x26 is zero, and nothing writes x1,
/// x2, v1 and v13. A NOP is what takes a slot and nothing else.
///
/// Left out are those on instructions that compute with memory, on vectors of
/// 32 and 64 bytes, on long instructions and addresses of three parts, and
/// accesses at distances that no instruction can name.
/// Tested by unittests/Measure/AArch64FormsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

static void addKnown(ExperimentList &L) {
  L.chain("op.imul", "mul x0, x0, x0");
  L.chain("op.add", "add x0, x0, x1");
  L.chain("op.addsd", "fadd d0, d0, d1");
  L.chain("op.mulsd", "fmul d0, d0, d1");
  L.chain("op.sqrtsd", "fsqrt d0, d0");
  L.chain("op.paddd", "add v0.4s, v0.4s, v1.4s");
  L.chain("op.cross", "fmov d0, x0\nfmov x0, d0");
}

//===----------------------------------------------------------------------===//
// From stores to loads
//===----------------------------------------------------------------------===//

static void addGeneralForwarding(ExperimentList &L) {
  const KnownFigures Mul = {{"op.imul", 1}};
  struct Row {
    const char *Name, *Store, *Load;
  };
  static constexpr Row Rows[] = {
      {"r64", "str x0, [x27]", "ldr x0, [x27]"},
      {"r32", "str w0, [x27]", "ldr w0, [x27]"},
      {"r16", "strh w0, [x27]", "ldrh w0, [x27]"},
      {"r8", "strb w0, [x27]", "ldrb w0, [x27]"},
      {"r64.indexed", "str x0, [x27, x26]", "ldr x0, [x27, x26]"},
      {"r32.sign", "str w0, [x27]", "ldrsw x0, [x27]"},
      {"r64.low", "str x0, [x27]", "ldr w0, [x27]"},
      {"r64.low8", "str x0, [x27]", "ldrb w0, [x27]"},
      {"r64.shifted", "str x0, [x27]", "ldr w0, [x27, #4]"},
      {"r32.partial", "str w0, [x27]", "ldr x0, [x27]"},
      {"r8.partial", "strb w0, [x27, #1]", "ldr x0, [x27]"}};
  for (const Row &R : Rows)
    L.chain(("forward." + Twine(R.Name)).str(),
            (Twine(R.Store) + "\n" + R.Load + "\nmul x0, x0, x0").str(), Mul);
  L.chain("forward.r64.other-base",
          "str x0, [x27]\nldr x0, [x3]\nmul x0, x0, x0", Mul, 6, "mov x3, x27");
  for (unsigned Trips : {1, 2, 3})
    L.walk(formatv("forward.r64.trips{0}", Trips).str(),
           formatv("ldr x0, [x27, #-{0}]\nmul x0, x0, x0\nstr x0, [x27]",
                   8 * Trips)
               .str(),
           Trips, Mul);
  for (unsigned Stores : storesBetween()) {
    std::string Link = "str x0, [x27]";
    for (unsigned I = 0; I < Stores; ++I)
      Link += formatv("\nstr x1, [x27, #{0}]", 64 + 8 * (I % 8)).str();
    // A chain longer than what the stores take.
    const unsigned Factors = Stores / 2 + 4;
    Link += "\nldr x0, [x27]\n" + repeat("mul x0, x0, x0", Factors);
    L.chain(formatv("forward.between.{0}", Stores).str(), Link,
            {{"op.imul", double(Factors)}}, 2);
  }
}

static void addVectorForwarding(ExperimentList &L) {
  struct Row {
    const char *Name, *Store, *Load;
  };
  static constexpr Row Rows[] = {
      {"v4", "str s0, [x27]", "ldr s0, [x27]"},
      {"v8", "str d0, [x27]", "ldr d0, [x27]"},
      {"v16", "str q0, [x27]", "ldr q0, [x27]"},
      {"v8.indexed", "str d0, [x27, x26]", "ldr d0, [x27, x26]"},
      {"v16.shifted", "str q0, [x27]", "ldr d0, [x27, #8]"},
      {"v8.partial", "str d0, [x27]", "ldr q0, [x27]"},
      {"v4.partial", "str s0, [x27, #2]", "ldr q0, [x27]"}};
  for (const Row &R : Rows)
    L.chain(("forward." + Twine(R.Name)).str(),
            (Twine(R.Store) + "\n" + R.Load).str());
  const KnownFigures HalfCross = {{"op.cross", 0.5}};
  L.chain("forward.v8.to-general", "str d0, [x27]\nldr x0, [x27]\nfmov d0, x0",
          HalfCross);
  L.chain("forward.r64.to-vector", "str x0, [x27]\nldr d0, [x27]\nfmov x0, d0",
          HalfCross);
  for (unsigned Trips : {1, 2})
    L.walk(formatv("forward.v8.trips{0}", Trips).str(),
           formatv("ldr d0, [x27, #-{0}]\nfmul d0, d0, d1\nstr d0, [x27]",
                   8 * Trips)
               .str(),
           Trips, {{"op.mulsd", 1}});
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {
struct AccessKind {
  StringLiteral Name;
  unsigned Bytes;
  char Register;
};
} // namespace

static constexpr AccessKind Kinds[] = {{"r64", 8, 'x'}, {"v16", 16, 'q'}};

static std::string access(const AccessKind &K, bool IsStore, unsigned Copy,
                          int Place) {
  return formatv("{0} {1}{2}, [x27, #{3}]", IsStore ? "str" : "ldr", K.Register,
                 8 + Copy % 4, Place)
      .str();
}

static void addAccesses(ExperimentList &L, const AccessKind &K) {
  // A line each, and a place of its own in it: banks of the cache may serve few
  // loads of the same place.
  auto LineOf = [](unsigned Copy) {
    constexpr int Lines[] = {0, 64, -64, -128};
    return Lines[Copy % 4];
  };
  auto PlaceOf = [&](unsigned Copy) {
    return LineOf(Copy) + int(Copy % 4 * K.Bytes % 64);
  };
  auto Together = [&](unsigned Copy) { return int(K.Bytes * Copy % 64); };
  const std::string Name = K.Name.str();
  L.rate("load." + Name,
         [&](unsigned I) { return access(K, false, I, PlaceOf(I)); });
  L.rate("store." + Name + ".one-line",
         [&](unsigned I) { return access(K, true, I, Together(I)); });
  L.rate("store." + Name + ".lines",
         [&](unsigned I) { return access(K, true, I, LineOf(I)); });
  // Loads from other places than the stores, which go to one line.
  for (unsigned Loads : {1, 2, 3, 4})
    L.rate(formatv("mix.{0}.{1}", Name, Loads).str(), [&](unsigned I) {
      std::string Text = access(K, true, I, Together(I));
      for (unsigned J = 0; J < Loads; ++J)
        Text += "\n" + access(K, false, J, 256 + PlaceOf(J));
      return Text;
    });
  const int Cross = 64 - int(K.Bytes) / 2;
  L.rate("load." + Name + ".crossing", [&](unsigned I) {
    return access(K, false, I, Cross + 64 * int(I % 4));
  });
  L.rate("store." + Name + ".crossing",
         [&](unsigned I) { return access(K, true, I, Cross); });
  // x27 is at the start of a page.
  L.rate("store." + Name + ".page",
         [&](unsigned I) { return access(K, true, I, -int(K.Bytes) / 2); });
  if (K.Bytes == Kinds[0].Bytes)
    return;
  // Beside integer ones, to see what they share.
  L.rate("load." + Name + "+r64", [&](unsigned I) {
    return access(K, false, I, PlaceOf(I)) + "\n" +
           access(Kinds[0], false, I, PlaceOf(I + 1));
  });
  L.rate("store." + Name + "+r64", [&](unsigned I) {
    return access(K, true, I, 0) + "\n" + access(Kinds[0], true, I, 0);
  });
}

/// Loads in a chain beside stores to other pages that agree with them in the
/// lower bits of the address; see addAliases() of x86.
static void addAliases(ExperimentList &L) {
  auto Add = [&](StringRef Name, std::initializer_list<int> Aparts) {
    L.links(("alias." + Name).str(),
            [&](unsigned I) {
              std::string Text;
              for (int Apart : Aparts)
                Text +=
                    formatv("str x2, [x3, #{0}]\n", 64 * int(I) + Apart).str();
              return Text +
                     formatv("ldr x24, [x27, #{0}]\nadd x27, x27, x24", 64 * I)
                         .str();
            },
            {{"op.add", 1}, {"latency.r64", 1}}, "mov x3, x27");
  };
  Add("one", {4096});
  Add("two", {4096, 8192});
}

static void addLoadLatencies(ExperimentList &L) {
  const KnownFigures Add = {{"op.add", 1}};
  const std::string Link = "\nadd x27, x27, x24";
  L.chain("latency.r64", "ldr x24, [x27]" + Link, Add);
  L.chain("latency.r32", "ldr w24, [x27]" + Link, Add);
  L.chain("latency.r8", "ldrb w24, [x27]" + Link, Add);
  L.chain("latency.r32.sign", "ldrsw x24, [x27]" + Link, Add);
  L.chain("latency.r64.indexed", "ldr x24, [x27, x24]");
  L.chain("latency.r64.scaled", "ldr x24, [x27, x24, lsl #3]");
  const std::pair<StringRef, StringRef> Vectors[] = {{"v4", "ldr s0, [x27]"},
                                                     {"v8", "ldr d0, [x27]"},
                                                     {"v16", "ldr q0, [x27]"}};
  for (auto [Name, Load] : Vectors)
    L.chain(("latency." + Name).str(), (Load + "\nfmov x24, d0" + Link).str(),
            {{"op.cross", 0.5}, {"op.add", 1}});
  L.rate(
      "atomic.add", [](unsigned) { return "ldadd x1, x2, [x27]"; }, 1, 4);
}

//===----------------------------------------------------------------------===//
// Widths, code and buffers
//===----------------------------------------------------------------------===//

static void addPipeline(ExperimentList &L) {
  for (const char *Name : {"width.nop", "width.zero"})
    L.rate(
        Name, [](unsigned) { return "nop"; }, 1, 24);
  L.rate(
      "width.vector.zero", [](unsigned) { return "movi v1.2d, #0"; }, 1, 24);
  L.rate(
      "width.vector.add", [](unsigned) { return "add v1.4s, v13.4s, v13.4s"; },
      1, 24);
  L.rate(
      "width.test", [](unsigned) { return "tst x0, x1"; }, 1, 24);
  L.rate("width.test.store", [](unsigned I) {
    return repeat("tst x0, x1", 3) +
           formatv("str x2, [x27, #{0}]", 8 * (I % 8)).str();
  });
  for (unsigned N : {8, 10, 11, 12, 13, 14, 16, 18, 20, 24, 28, 32})
    L.chain(formatv("code.dense.{0}", N).str(), repeat("nop", N), {}, 1);
  const std::pair<StringRef, StringRef> Insts[] = {
      {"one", "nop"},
      {"store", "str x26, [x27]"},
      {"store.indexed", "str x26, [x27, x26]"}};
  const std::string Fillers = repeat("nop", 10);
  for (auto [Name, Inst] : Insts)
    L.rate(("slots." + Name).str(),
           [&, I = Inst](unsigned) { return (I + "\n" + Fillers).str(); });
  L.rate("branch.taken", [](unsigned) { return "b 1f\n1:"; });
  L.rate("branch.taken.apart",
         [&](unsigned) { return "b 1f\n1: " + repeat("nop", 8); });
  L.codeSize("code-size.dense", "nop", 9000);
  L.straightCode("code.decoded", "nop", 9000);
}

/// What waits in schedulers, and what a core has in flight.
static void addSizes(ExperimentList &L) {
  L.waiting(
      {"fsqrt d0, d13\nfsqrt d0, d0\nfmov x0, d0\n",
       [](unsigned I) {
         return formatv("add x{0}, x0, x26", 8 + I % 4).str();
       }},
      {"mul x0, x26, x26\n" + repeat("mul x0, x0, x0", 14) + "fmov d0, x0\n",
       [](unsigned I) {
         return formatv("add v{0}.4s, v0.4s, v13.4s", 1 + I % 12).str();
       }});
  L.behind({"fmov x0, d1\n" + repeat("mul x0, x0, x0", LinksInFront) +
                "fmov d0, x0\n",
            [](unsigned I) {
              return formatv("add v{0}.4s, v0.4s, v13.4s", 2 + I % 11).str();
            }},
           repeat("fmul d1, d1, d13", LinksBehind));
  L.sizes(
      {"nop", /*SlotAndRegister=*/"",
       [](unsigned I) { return formatv("add x{0}, x26, #1", 8 + I).str(); },
       [](unsigned I) {
         return formatv("add v{0}.4s, v13.4s, v13.4s", 2 + I).str();
       },
       [](unsigned I) {
         return formatv("ldr x{0}, [x27]\nldr q{1}, [x27]", 8 + I, 2 + I).str();
       },
       "str x26, [x27]"});
}

void kernelbounds::addAArch64Experiments(ExperimentList &L) {
  addKnown(L);
  addGeneralForwarding(L);
  addVectorForwarding(L);
  for (const AccessKind &K : Kinds)
    addAccesses(L, K);
  addLoadLatencies(L);
  addAliases(L);
  addPipeline(L);
  addSizes(L);
}
