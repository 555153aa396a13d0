//===- CoreExperiments.cpp - What a core takes beside instructions --------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The texts of the experiments. Memory is at r14, r13 holds zero, and all
/// other registers and memory hold zero, too, so that what is loaded may be
/// added to an address.
///
/// Tested by unittests/Measure/CoreExperimentsTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CoreExperiments.h"
#include "CacheBanks.h"
#include "DecoderSwitch.h"
#include "ExperimentList.h"
#include "MovesInRow.h"
#include "RenameRules.h"
#include "RetireWidth.h"
#include "UnitDelays.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

ArrayRef<unsigned> kernelbounds::storesBetween() {
  static constexpr unsigned Counts[] = {1, 4, 8, 12, 15, 16, 20, 24, 32, 48};
  return Counts;
}

ArrayRef<unsigned> kernelbounds::numsWaiting() {
  static constexpr unsigned Counts[] = {30, 40, 50, 60, 80, 100, 140};
  return Counts;
}

ArrayRef<unsigned> kernelbounds::numsBehind() {
  static constexpr unsigned Counts[] = {4,  16, 24, 32,  40,  48,  56, 64,
                                        72, 80, 96, 112, 128, 144, 176};
  return Counts;
}

ArrayRef<unsigned> kernelbounds::numsTripFillers() {
  static constexpr unsigned Counts[] = {9, 10, 11, 16, 17};
  return Counts;
}

ArrayRef<unsigned> kernelbounds::numsAliasAdditions() {
  static constexpr unsigned Counts[] = {0, 1, 2, 3, 4, 5, 7, 10, 15};
  return Counts;
}

//===----------------------------------------------------------------------===//
// From stores to loads
//===----------------------------------------------------------------------===//

/// Latencies that the other experiments subtract. Those of forwarding multiply,
/// since an addition of floating point may be faster behind another one.
static void addKnown(ExperimentList &L) {
  L.chain("op.imul", "imul %rax, %rax");
  L.chain("op.add", "add %rbx, %rax");
  L.chain("op.addsd", "vaddsd %xmm1, %xmm0, %xmm0");
  L.chain("op.mulsd", "vmulsd %xmm1, %xmm0, %xmm0");
  L.chain("op.sqrtsd", "vsqrtsd %xmm0, %xmm0, %xmm0");
  L.chain("op.paddd", "vpaddd %xmm1, %xmm0, %xmm0");
  // There and back; each way counts half, as in the latencies of forms.
  L.chain("op.cross", "vmovq %rax, %xmm0\nvmovq %xmm0, %rax");
}

/// Forwarding to instructions that load and compute, with products behind it:
/// some cores take more cycles where nothing else is in the chain.
static void addComputingLoads(ExperimentList &L) {
  const std::string Times = "\nimul %rax, %rax";
  auto Computes = [&](StringRef Name, StringRef Load, unsigned Additions) {
    L.chain(("forward.r64." + Name).str(),
            ("mov %rax, (%r14)\n" + Load + Times + Times).str(),
            {{"op.imul", 2}, {"op.add", double(Additions)}});
  };
  Computes("cmov", "cmove (%r14), %rbx\nmov %rbx, %rax", 1);
  Computes("shift", "shrx %r13, (%r14), %rax", 1);
  Computes("rotate", "rorx $5, (%r14), %rax", 1);
  Computes("andn", "andn (%r14), %r13, %rax", 1);
  Computes("adc", "mov $0, %eax\nadc (%r14), %rax", 1);
  L.chain("forward.r8.set",
          "cmp %cl, %al\nsetb (%r14)\nmovzbl (%r14), %eax" + Times + Times,
          {{"op.imul", 2}, {"op.add", 2}});
  L.chain("forward.r64.mul", "mov %rax, (%r14)\nmulq (%r14)" + Times + Times,
          {{"op.imul", 3}});
  Computes("cmp", "cmp (%r14), %rbx\nsbb %rax, %rax", 2);
  L.chain("forward.r64.store-indexed",
          "mov %rax, (%r14,%r13)\nmov (%r14), %rax" + Times, {{"op.imul", 1}});
  L.chain("forward.r64.update.register",
          "mov %rax, (%r14)\naddq %rbx, (%r14)\nmov (%r14), %rax" + Times +
              Times + Times + Times,
          {{"op.imul", 4}, {"op.add", 1}, {"forward.r64", 1}});
}

/// Of general registers: widths, addresses, and what loads.
static void addGeneralForwarding(ExperimentList &L) {
  const KnownFigures Imul = {{"op.imul", 1}};
  const std::string Times = "\nimul %rax, %rax", Times32 = "\nimul %eax, %eax";
  L.chain("forward.r64", "mov %rax, (%r14)\nmov (%r14), %rax" + Times, Imul);
  L.chain("forward.r32", "mov %eax, (%r14)\nmov (%r14), %eax" + Times32, Imul);
  L.chain("forward.r16", "mov %ax, (%r14)\nmovzwl (%r14), %eax" + Times32,
          Imul);
  L.chain("forward.r8", "mov %al, (%r14)\nmovzbl (%r14), %eax" + Times32, Imul);
  L.chain("forward.r64.indexed",
          "mov %rax, (%r14,%r13)\nmov (%r14,%r13), %rax" + Times, Imul);
  L.chain("forward.r64.other-base",
          "mov %rax, (%r14)\nmov (%rbx), %rax" + Times, Imul, 6,
          "mov %r14, %rbx");
  L.chain("forward.r64.pc", "mov %rax, 64(%rip)\nmov 64(%rip), %rax" + Times,
          Imul);
  L.chain("forward.r64.computes", "mov %rax, (%r14)\nimul (%r14), %rax", Imul);
  L.chain("forward.r64.adds", "mov %rax, (%r14)\nadd (%r14), %rax",
          {{"op.add", 1}});
  L.chain("forward.r64.computes.indexed",
          "mov %rax, (%r14,%r13)\nimul (%r14,%r13), %rax", Imul);
  addComputingLoads(L);
  L.chain("forward.r64.update", "addq $1, (%r14)", {{"op.add", 1}});
  L.chain("forward.r32.update", "addl $1, (%r14)", {{"op.add", 1}});
  L.chain("forward.r16.update", "addw $1, (%r14)", {{"op.add", 1}});
  L.chain("forward.r8.update", "addb $1, (%r14)", {{"op.add", 1}});
  L.chain("forward.r64.update.indexed", "addq $1, (%r14,%r13)",
          {{"op.add", 1}});
  L.chain("forward.r32.sign", "mov %eax, (%r14)\nmovslq (%r14), %rax" + Times,
          Imul);
  L.chain("forward.r64.low", "mov %rax, (%r14)\nmov (%r14), %eax" + Times,
          Imul);
  L.chain("forward.r64.low8", "mov %rax, (%r14)\nmovzbl (%r14), %eax" + Times,
          Imul);
  // A load by an instruction that computes may be renamed where none that keeps
  // a part of a register is, and a datum that its store computes come sooner.
  const KnownFigures Xor = {{"op.imul", 1}, {"op.add", 1}},
                     Xors = {{"op.imul", 1}, {"op.add", 2}};
  L.chain("forward.r8.computes", "mov %al, (%r14)\nxor (%r14), %al" + Times,
          Xor);
  L.chain("forward.r64.low8.computes",
          "mov %rax, (%r14)\nxor (%r14), %al" + Times, Xor);
  L.chain("forward.r8.computed", "xor %al, (%r14)\nmovzbl (%r14), %eax" + Times,
          Xor);
  L.chain("forward.r8.computed.computes",
          "xor %al, (%r14)\nxor (%r14), %al" + Times, Xors);
  L.chain("forward.r64.shifted", "mov %rax, (%r14)\nmov 4(%r14), %eax" + Times,
          Imul);
  L.chain("forward.r32.partial", "mov %eax, (%r14)\nmov (%r14), %rax" + Times,
          Imul);
  L.chain("forward.r8.partial", "mov %al, 1(%r14)\nmov (%r14), %rax" + Times,
          Imul);
  for (unsigned Trips : {1, 2, 3})
    L.walk(formatv("forward.r64.trips{0}", Trips).str(),
           formatv("mov -{0}(%r14), %rax\nimul %rax, %rax\nmov %rax, (%r14)",
                   8 * Trips)
               .str(),
           Trips, Imul);
  for (unsigned Stores : storesBetween()) {
    std::string Link = "mov %rax, (%r14)";
    for (unsigned I = 0; I < Stores; ++I)
      Link += formatv("\nmov %rbx, {0}(%r14)", 64 + 8 * (I % 8)).str();
    // A chain longer than what the stores take.
    const unsigned Factors = Stores / 2 + 4;
    Link += "\nmov (%r14), %rax\n" + repeat("imul %rax, %rax", Factors);
    L.chain(formatv("forward.between.{0}", Stores).str(), Link,
            {{"op.imul", double(Factors)}}, 2);
  }
}

/// Loads of which no store has all, with no value from one to the next: what a
/// trip takes if such loads wait for the cache, or only for what was stored.
static void addBlockedLoads(ExperimentList &L) {
  L.chain("blocked.one", "mov %eax, (%r14)\nmov (%r14), %rcx", {}, 1);
  L.chain("blocked.two",
          "mov %eax, (%r14)\nmov %eax, 4(%r14)\nmov (%r14), %rcx", {}, 1);
}

/// Of vector registers, and from one register file to the other.
static void addVectorForwarding(ExperimentList &L) {
  // Golden Cove takes 1.5 to 2.5 cycles more where nothing else is in the
  // chain.
  constexpr unsigned Products = 2;
  const KnownFigures Known = {{"op.mulsd", double(Products)}},
                     KnownSums = {{"op.paddd", double(Products)}};
  auto Both = [&](StringRef Name, StringRef Store, StringRef Load) {
    const StringRef File = Store.contains("zmm")   ? "z"
                           : Store.contains("ymm") ? "y"
                                                   : "x";
    // On Zen 4 a load that waits for the cache comes a cycle later in a chain
    // with multiplications than in one with any others.
    const bool IsPartial = Name.ends_with(".partial");
    L.chain(Name,
            (Store + "\n" + Load + "\n" +
             repeat(formatv("v{1} %{0}mm13, %{0}mm0, %{0}mm0", File,
                            IsPartial ? "paddd" : "mulpd")
                        .str(),
                    Products))
                .str(),
            IsPartial ? KnownSums : Known);
  };
  Both("forward.v4", "vmovss %xmm0, (%r14)", "vmovss (%r14), %xmm0");
  Both("forward.v8", "vmovsd %xmm0, (%r14)", "vmovsd (%r14), %xmm0");
  Both("forward.v16", "vmovups %xmm0, (%r14)", "vmovups (%r14), %xmm0");
  Both("forward.v32", "vmovups %ymm0, (%r14)", "vmovups (%r14), %ymm0");
  Both("forward.v64", "vmovups %zmm0, (%r14)", "vmovups (%r14), %zmm0");
  Both("forward.v8.indexed", "vmovsd %xmm0, (%r14,%r13)",
       "vmovsd (%r14,%r13), %xmm0");
  Both("forward.v16.shifted", "vmovups %xmm0, (%r14)", "vmovsd 8(%r14), %xmm0");
  Both("forward.v32.low", "vmovups %ymm0, (%r14)", "vmovups (%r14), %xmm0");
  Both("forward.v32.shifted", "vmovups %ymm0, (%r14)",
       "vmovups 16(%r14), %xmm0");
  Both("forward.v64.low", "vmovups %zmm0, (%r14)", "vmovups (%r14), %ymm0");
  Both("forward.v8.partial", "vmovsd %xmm0, (%r14)", "vmovups (%r14), %xmm0");
  Both("forward.v16.partial", "vmovups %xmm0, (%r14)", "vmovups (%r14), %ymm0");
  Both("forward.v4.partial", "vmovss %xmm0, 2(%r14)", "vmovups (%r14), %xmm0");
  L.chain("forward.v8.computes",
          "vmovsd %xmm0, (%r14)\nvmulsd (%r14), %xmm1, %xmm0",
          {{"op.mulsd", 1}});
  const std::string Times = "\n" + repeat("imul %rax, %rax", Products);
  const KnownFigures Across = {{"op.cross", 0.5},
                               {"op.imul", double(Products)}};
  L.chain("forward.v8.to-general",
          "vmovq %xmm0, (%r14)\nmov (%r14), %rax" + Times + "vmovq %rax, %xmm0",
          Across);
  L.chain("forward.r64.to-vector",
          "mov %rax, (%r14)\nvmovq (%r14), %xmm0\nvmovq %xmm0, %rax" + Times,
          Across);
  for (unsigned Trips : {1, 2})
    L.walk(formatv("forward.v8.trips{0}", Trips).str(),
           formatv("vmulsd -{0}(%r14), %xmm1, %xmm0\nvmovsd %xmm0, (%r14)",
                   8 * Trips)
               .str(),
           Trips, {{"op.mulsd", 1}});
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

namespace {
/// A kind of access: of 8 bytes by general registers, or of vectors.
struct AccessKind {
  StringLiteral Name;
  unsigned Bytes;
  const char *Load, *Store; ///< "{0}": the place; "{1}": a register's number.
};
} // namespace

static constexpr AccessKind Kinds[] = {
    {"r64", 8, "mov {0}(%r14), %r{1}", "mov %r{1}, {0}(%r14)"},
    {"v16", 16, "vmovups {0}(%r14), %xmm{1}", "vmovups %xmm{1}, {0}(%r14)"},
    {"v32", 32, "vmovups {0}(%r14), %ymm{1}", "vmovups %ymm{1}, {0}(%r14)"},
    {"v64", 64, "vmovups {0}(%r14), %zmm{1}", "vmovups %zmm{1}, {0}(%r14)"}};

static std::string access(const AccessKind &K, bool IsStore, unsigned Copy,
                          int Place) {
  // r8 to r11 are free.
  return formatv(false, IsStore ? K.Store : K.Load, Place, 8 + Copy % 4).str();
}

static void addAccesses(ExperimentList &L) {
  for (const AccessKind &K : Kinds) {
    // A line each, and a place of its own in it: banks of the cache may serve
    // few loads of the same place.
    auto LineOf = [](unsigned Copy) {
      constexpr int Lines[] = {0, 64, -64, -128};
      return Lines[Copy % 4];
    };
    auto PlaceOf = [&](unsigned Copy) {
      return LineOf(Copy) + int(Copy % 4 * K.Bytes % 64);
    };
    auto Together = [&](unsigned Copy) {
      return K.Bytes >= 64 ? 0 : int(K.Bytes * Copy % 64);
    };
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
    // Beside integer ones, to see what they share.
    if (K.Bytes > 8) {
      L.rate("load." + Name + "+r64", [&](unsigned I) {
        return access(K, false, I, PlaceOf(I)) + "\n" +
               access(Kinds[0], false, I, PlaceOf(I + 1));
      });
      L.rate("store." + Name + "+r64", [&](unsigned I) {
        return access(K, true, I, 0) + "\n" + access(Kinds[0], true, I, 0);
      });
    }
    // Not at the end of a page, which may take longer.
    const int Cross = 64 - int(K.Bytes) / 2;
    L.rate("load." + Name + ".crossing", [&](unsigned I) {
      return access(K, false, I, Cross + 64 * int(I % 4));
    });
    L.rate("store." + Name + ".crossing",
           [&](unsigned I) { return access(K, true, I, Cross); });
    // r14 is at the start of a page.
    const int Before = -int(K.Bytes) / 2;
    L.rate("load." + Name + ".page", [&](unsigned I) {
      return access(K, false, I, Before + 4096 * (int(I % 4) - 2));
    });
    L.rate("store." + Name + ".page",
           [&](unsigned I) { return access(K, true, I, Before); });
    // One behind the other, so that one of 64 / Bytes crosses.
    if (K.Bytes > 8)
      for (bool IsStore : {true, false})
        L.rate((IsStore ? "store." : "load.") + Name + ".stream",
               [&](unsigned I) {
                 const int Each = K.Bytes;
                 return access(K, IsStore, I,
                               Each * int(I % (128 / Each)) + Each / 2);
               });
  }
}

/// Loads in a chain beside stores to other pages that agree with them in the
/// lower bits of the address. r14, which is the same throughout, is part of the
/// chain, so that a load starts when the one before has retired.
static void addAliases(ExperimentList &L) {
  auto Load = [](unsigned I) {
    return formatv("mov {0}(%r14), %r12\nadd %r12, %r14", 64 * I).str();
  };
  auto Store = [](unsigned I, int Apart) {
    return formatv("mov %rcx, {0}(%rbx)\n", 64 * int(I) + Apart).str();
  };
  auto Add = [&](StringRef Name, std::initializer_list<int> Aparts,
                 unsigned Before = 0, unsigned Additions = 0) {
    L.links(("alias." + Name).str(),
            [&](unsigned I) {
              std::string Text;
              for (int Apart : Aparts)
                Text += Store((I + Before) % ExperimentList::NumLinks, Apart);
              Text += Load(I);
              for (unsigned J = 0; J < Additions; ++J)
                Text += "\nadd %rcx, %r14";
              return Text;
            },
            {{"op.add", 1.0 + Additions}, {"latency.r64", 1}},
            "mov %r14, %rbx");
  };
  Add("one", {4096});
  Add("two", {4096, 8192});
  Add("shifted", {4096 + 4});
  Add("wide", {-65536});
  for (unsigned Additions : numsAliasAdditions())
    Add(formatv("shifted.{0}", Additions).str(), {4096 + 4}, 1, Additions);
}

/// What an update takes besides a load and a store, if anything.
static void addUpdates(ExperimentList &L) {
  L.rate("update.r64", [](unsigned I) {
    return formatv("addq $1, {0}(%r14)", 8 * int(I % 16) - 64).str();
  });
}

static void addLoadLatencies(ExperimentList &L) {
  const KnownFigures Add = {{"op.add", 1}};
  L.chain("latency.r64", "mov (%r14), %r12\nadd %r12, %r14", Add);
  L.chain("latency.r32", "mov (%r14), %r12d\nadd %r12, %r14", Add);
  L.chain("latency.r8", "movzbl (%r14), %r12d\nadd %r12, %r14", Add);
  L.chain("latency.r32.sign", "movslq (%r14), %r12\nadd %r12, %r14", Add);
  L.chain("latency.r64.indexed", "mov (%r14,%r12), %r12");
  L.chain("latency.r64.scaled", "mov (%r14,%r12,8), %r12");
  L.chain("latency.r64.complex", "mov 8(%r14,%r12), %r12");
  const std::pair<StringRef, StringRef> Vectors[] = {
      {"v4", "vmovss (%r14), %xmm0"},
      {"v8", "vmovsd (%r14), %xmm0"},
      {"v16", "vmovups (%r14), %xmm0"},
      {"v32", "vmovups (%r14), %ymm0"},
      {"v64", "vmovups (%r14), %zmm0"}};
  for (auto [Name, Load] : Vectors)
    L.chain(("latency." + Name).str(),
            (Load + "\nvmovq %xmm0, %r12\nadd %r12, %r14").str(),
            {{"op.cross", 0.5}, {"op.add", 1}});
}

//===----------------------------------------------------------------------===//
// Widths, code and buffers
//===----------------------------------------------------------------------===//

/// Stores and updates beside what fills the ports of additions.
static void addBesideTests(ExperimentList &L) {
  const std::pair<StringRef, StringRef> Beside[] = {
      {"store", "mov %rcx, {0}(%r14)"},
      {"store.indexed", "mov %rcx, {0}(%r14,%r13)"},
      {"update", "addq $1, {0}(%r14)"},
      {"update.indexed", "addq $1, {0}(%r14,%r13)"}};
  for (const auto &[Name, Code] : Beside)
    L.rate(("width.test." + Name).str(), [Code = Code](unsigned I) {
      return repeat("cmp $7, %rax", 3) +
             formatv(false, Code.data(), 8 * int(I % 8)).str();
    });
}

static void addPipeline(ExperimentList &L) {
  L.rate(
      "width.nop", [](unsigned) { return "nop"; }, 1, 24);
  L.rate(
      "width.zero", [](unsigned) { return "xor %r11d, %r11d"; }, 1, 24);
  // What needs no port, and what needs one.
  L.rate(
      "width.vector.zero",
      [](unsigned) { return "vxorps %xmm1, %xmm1, %xmm1"; }, 1, 24);
  L.rate(
      "width.vector.add",
      [](unsigned) { return "vpaddd %xmm13, %xmm13, %xmm1"; }, 1, 24);
  // Nothing waits, and flags alone are kept. One register each: on Golden Cove
  // the datum of a store stands in the way of reading two.
  L.rate(
      "width.test", [](unsigned) { return "cmp $7, %rax"; }, 1, 24);
  addBesideTests(L);
  // By a condition of one flag, and of two that a core may keep apart.
  static constexpr StringLiteral Results[] = {"r8",  "r9",  "r10", "r11",
                                              "r12", "rbp", "rsi", "rdi"};
  static constexpr StringLiteral Bytes[] = {"r8b",  "r9b", "r10b", "r11b",
                                            "r12b", "bpl", "sil",  "dil"};
  for (auto [Name, Code] : {std::pair("one", "b"), std::pair("two", "a")}) {
    L.chain(formatv("cmov.{0}.flags", Name).str(),
            formatv("cmp %rcx, %rax\ncmov{0} %rbx, %rax", Code).str(),
            {{"op.add", 1}});
    L.chain(formatv("set.{0}.flags", Name).str(),
            formatv("cmp %cl, %al\nset{0} %al", Code).str(), {{"op.add", 1}});
    // The flags stay, and the old register is an operand.
    L.chain(formatv("cmov.{0}.data", Name).str(),
            formatv("cmov{0} %rbx, %rax", Code).str());
    L.chain(formatv("set.{0}.data", Name).str(),
            formatv("set{0} %al", Code).str());
    L.rate(formatv("cmov.{0}.rate", Name).str(), [&, C = Code](unsigned I) {
      return formatv("cmov{0} %rbx, %{1}", C, Results[I % 8]).str();
    });
    L.rate(formatv("set.{0}.rate", Name).str(), [&, C = Code](unsigned I) {
      return formatv("set{0} %{1}", C, Bytes[I % 8]).str();
    });
  }
  const std::string Long = "nopw 0x12345678(%rax,%rax)";
  for (unsigned N = 1; N <= MaxLongInsts; ++N)
    L.chain(formatv("code.{0}", N).str(), repeat(Long, N), {}, 1);
  // Several lines of a window.
  for (unsigned N : {8,  9,  10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
                     20, 21, 22, 23, 24, 25, 26, 27, 28, 30, 32})
    L.chain(formatv("code.dense.{0}", N).str(), repeat("xor %r11d, %r11d", N),
            {}, 1);
  // The jump starts in one window of 64 bytes and ends in the next.
  L.chain("code.crossing", repeat(Long, 6) + "nopl (%rax)", {}, 1);
  const std::pair<StringRef, StringRef> Addresses[] = {
      {"lea.simple.base", "lea (%rax,%rbx), %rax"},
      {"lea.simple.index", "lea (%rbx,%rax), %rax"},
      {"lea.scaled.base", "lea (%rax,%rbx,4), %rax"},
      {"lea.scaled.index", "lea (%rbx,%rax,4), %rax"},
      {"lea.complex.base", "lea 64(%rax,%rbx), %rax"},
      {"lea.complex.index", "lea 64(%rbx,%rax), %rax"},
      {"lea.displaced", "lea 64(%rax), %rax"},
      // Which some cores copy without a port, and not onto themselves.
      {"move.r64", "mov %rbx, %rax\nmov %rax, %rbx"},
      {"move.r32", "mov %ebx, %eax\nmov %eax, %ebx"},
      {"move.r8", "movzbl %bl, %eax\nmovzbl %al, %ebx"},
      {"move.r64.same", "mov %rax, %rax"},
      {"move.r32.same", "mov %eax, %eax"},
      {"move.r8.same", "movzbl %al, %eax"}};
  for (auto [Name, Link] : Addresses)
    L.chain(Name, Link);
  for (auto [Name, Address] : {std::pair("simple", "(%rbx,%rcx)"),
                               std::pair("scaled", "(%rbx,%rcx,4)"),
                               std::pair("complex", "64(%rbx,%rcx)")})
    L.rate(formatv("lea.{0}.rate", Name).str(), [&, A = Address](unsigned I) {
      return formatv("lea {0}, %r{1}", A, 8 + I % 4).str();
    });
}

std::string kernelbounds::choiceLoopName(unsigned N) {
  return "choice." + std::to_string(N);
}

/// All sources are r13 and xmm13, which nothing writes, so that each
/// instruction waits at most for itself, one trip before.
static void addChoices(ExperimentList &L) {
  static constexpr const char *General[] = {
      "add %r13, %{0}",          "imul $7, %r13, %{0}",
      "rorx $5, %r13, %{0}",     "shlx %r13, %r13, %{0}",
      "lea (%r13,%r13), %{0}",   "andn %r13, %r13, %{0}",
      "cmovb %r13, %{0}",        "or %r13, %{0}",
      "mov 64(%r14), %{0}",      "bzhi %r13, %r13, %{0}",
      "imul $7, 64(%r14), %{0}", "mov %{0}, 128(%r14)",
      "add 72(%r14), %{0}",      "addq %r13, 192(%r14)",
      "mov 80(%r14), %{0}",      "mov %{0}, 136(%r14)"};
  // Some hold their unit for longer than a cycle.
  static constexpr const char *Vector[] = {
      "vpaddd %xmm13, %xmm13, %xmm{0}",  "vpshufd $1, %xmm13, %xmm{0}",
      "vpmulld %xmm13, %xmm13, %xmm{0}", "vaddpd %xmm13, %xmm13, %xmm{0}",
      "vmulpd %xmm13, %xmm13, %xmm{0}",  "vpslld $3, %xmm13, %xmm{0}",
      "vpor %xmm13, %xmm12, %xmm{0}",    "vmaxpd %xmm13, %xmm13, %xmm{0}",
      "vcvtdq2pd %xmm13, %ymm{0}",       "vcvtsi2sd %r13, %xmm13, %xmm{0}",
      "vcvtpd2ps %ymm13, %xmm{0}",       "vhaddpd %xmm13, %xmm13, %xmm{0}"};
  static constexpr StringLiteral Results[] = {"rax", "rbx", "rcx", "rdx",
                                              "rsi", "rdi", "rbp", "r8",
                                              "r9",  "r10", "r11", "r12"};
  // Not one of the library's generators, of which libraries have different
  // ones.
  uint32_t State = 17;
  auto Random = [&](unsigned Below) {
    State = State * 1664525 + 1013904223;
    return (State >> 16) % Below;
  };
  for (unsigned N = 0; N < NumChoiceLoops; ++N) {
    const unsigned Length = 3 + Random(8);
    // A third of vectors alone.
    const bool IsVector = N % 3 == 2;
    std::string Body;
    for (unsigned I = 0; I < Length; ++I)
      Body += IsVector
                  ? formatv(false, Vector[Random(std::size(Vector))], I).str() +
                        "\n"
                  : formatv(false, General[Random(std::size(General))],
                            Results[I % std::size(Results)])
                            .str() +
                        "\n";
    L.chain(choiceLoopName(N), Body, {}, 1);
  }
}

/// Loops like those of programs, of chains that no trip carries but one: pairs
/// of complex numbers, bytes that are counted, a wavelet, a hash, interleaved
/// bits. Micro-ops for one port alone wait behind others that could go
/// elsewhere.
static void addMixes(ExperimentList &L) {
  auto Complex = [](StringRef V) {
    return formatv("vmovups (%r14), %{0}0\nvmovups 64(%r14), %{0}1\n"
                   "vunpcklpd %{0}1, %{0}0, %{0}2\n"
                   "vunpckhpd %{0}1, %{0}0, %{0}0\n"
                   "vmovups 128(%r14), %{0}3\nvmovups 192(%r14), %{0}1\n"
                   "vunpcklpd %{0}1, %{0}3, %{0}4\n"
                   "vunpckhpd %{0}1, %{0}3, %{0}1\n"
                   "vmulpd %{0}4, %{0}2, %{0}3\nvmulpd %{0}0, %{0}4, %{0}4\n"
                   "vmulpd %{0}1, %{0}0, %{0}0\nvsubpd %{0}0, %{0}3, %{0}3\n"
                   "vmulpd %{0}2, %{0}1, %{0}1\nvaddpd %{0}4, %{0}1, %{0}1\n"
                   "vunpcklpd %{0}1, %{0}3, %{0}0\n"
                   "vunpckhpd %{0}1, %{0}3, %{0}1\n",
                   V)
        .str();
  };
  auto Count = [](unsigned Chains) {
    std::string Body;
    for (unsigned I = 0; I < Chains; ++I)
      Body += formatv("vpcmpeqb {0}(%r14), %xmm13, %xmm6\n"
                      "vpmovzxbq %xmm6, %ymm6\nvpand %ymm13, %ymm6, %ymm6\n"
                      "vpaddq %ymm6, %ymm{1}, %ymm{1}\n",
                      64 * I, I)
                  .str();
    return Body;
  };
  const std::string
      Spread = repeat("vmovd (%r14), %xmm4\nvpcmpgtb %xmm13, %xmm4, %xmm4\n"
                      "vpunpcklbw %xmm4, %xmm4, %xmm4\n"
                      "vpshuflw $212, %xmm4, %xmm4\n"
                      "vpshufd $212, %xmm4, %xmm4\n"
                      "vpand %xmm13, %xmm4, %xmm4\nvpaddq %xmm4, %xmm0, %xmm0",
                      2),
      Wavelet = "vmovups (%r14), %ymm1\nvmovups 128(%r14), %ymm2\n"
                "vpermd %ymm2, %ymm13, %ymm8\nvpermd %ymm1, %ymm13, %ymm0\n"
                "vpermd %ymm2, %ymm13, %ymm2\nvpermd %ymm1, %ymm13, %ymm1\n"
                "vblendps $240, %ymm8, %ymm0, %ymm0\n"
                "vblendps $240, %ymm2, %ymm1, %ymm1\n"
                "vaddps %ymm1, %ymm0, %ymm2\nvsubps %ymm1, %ymm0, %ymm0\n"
                "vmulps %ymm13, %ymm2, %ymm2\nvmulps %ymm13, %ymm0, %ymm0",
      Hash = "mov (%r14), %rdi\nadd %rdx, %rcx\nrol $13, %rdx\n"
             "xor %rcx, %rdx\nrol $32, %rcx\nxor %rdi, %rax\n"
             "add %rax, %r9\nrol $16, %rax\nxor %r9, %rax\nadd %rdx, %r9\n"
             "rol $17, %rdx\nadd %rax, %rcx\nrol $21, %rax\nxor %r9, %rdx\n"
             "xor %rcx, %rax\nrol $32, %r9\nxor %rdi, %rcx\n",
      Bits = "vpmovzxwd (%r14), %ymm1\nvpslld $8, %ymm1, %ymm2\n"
             "vpor %ymm2, %ymm1, %ymm1\nvpand %ymm13, %ymm1, %ymm1\n"
             "vpslld $4, %ymm1, %ymm2\nvpor %ymm2, %ymm1, %ymm1\n"
             "vpand %ymm13, %ymm1, %ymm1\nvpshufb %ymm13, %ymm1, %ymm1\n"
             "vpaddd %ymm1, %ymm3, %ymm3",
      Dot = "vpmovsxwd (%r14), %ymm1\nvpmovsxwd 64(%r14), %ymm2\n"
            "vpmulld %ymm2, %ymm1, %ymm1\nvpaddd %ymm1, %ymm3, %ymm3\n"
            "vpsrld $3, %ymm1, %ymm2\nvpor %ymm2, %ymm1, %ymm1\n"
            "vpermq $1, %ymm1, %ymm1";
  const std::pair<StringRef, std::string> Bodies[] = {
      {"complex128", Complex("xmm")},
      {"complex256", Complex("ymm")},
      {"count3", Count(3)},
      {"count4", Count(4)},
      {"spread", Spread},
      {"wavelet", Wavelet},
      {"wavelet2", repeat(Wavelet, 2)},
      {"hash", Hash},
      {"bits", repeat(Bits, 2)},
      {"dot", repeat(Dot, 2)}};
  for (const auto &[Name, Body] : Bodies)
    L.chain(("mixed." + Name).str(), Body, {}, 1);
}

/// What waits in schedulers, and what a core has in flight.
static void addSizes(ExperimentList &L) {
  L.waiting(
      {"vsqrtsd %xmm13, %xmm13, %xmm0\n"
       "vsqrtsd %xmm0, %xmm0, %xmm0\n"
       "vmovq %xmm0, %rax\n",
       [](unsigned I) {
         return formatv("lea (%rax,%r13), %r{0}", 8 + I % 4).str();
       }},
      {"imul $7, %r13, %rax\n" + repeat("imul %rax, %rax", 14) +
           "vmovq %rax, %xmm0\n",
       [](unsigned I) {
         return formatv("vpaddd %xmm0, %xmm13, %xmm{0}", 1 + I % 12).str();
       }});
  L.behind({"vmovq %xmm1, %rax\n" + repeat("imul %rax, %rax", LinksInFront) +
                "vmovq %rax, %xmm0\n",
            [](unsigned I) {
              return formatv("vpaddd %xmm0, %xmm13, %xmm{0}", 2 + I % 11).str();
            }},
           repeat("vmulsd %xmm13, %xmm1, %xmm1", LinksBehind));
  L.sizes(
      // Two instructions in a row that do nothing may share an entry.
      {"xor %r11d, %r11d\nmov $1, %r9d\nxor %r11d, %r11d\ncmp $7, %rax",
       "xor %r11d, %r11d\nmov $1, %r9d",
       // Some cores eliminate additions of a constant.
       [](unsigned I) { return formatv("rorx $1, %r13, %r{0}", 8 + I).str(); },
       [](unsigned I) {
         return formatv("vpaddd %xmm13, %xmm13, %xmm{0}", 2 + I).str();
       },
       [](unsigned I) {
         return formatv("mov (%r14), %r{0}\nvmovups (%r14), %xmm{1}", 8 + I,
                        2 + I)
             .str();
       },
       "mov %r13, (%r14)"});
}

/// Slots of rename, which fillers take as well; jumps; and code that is decoded
/// in each trip.
static void addFrontEnd(ExperimentList &L) {
  // Of each kind without an index and with one.
  const std::pair<StringRef, StringRef> Insts[] = {
      {"load-op", "add {0}, %r8"},
      {"vector-load-op", "vaddps {0}, %xmm13, %xmm{1}"},
      {"fma", "vfmadd231ps {0}, %xmm13, %xmm{1}"},
      {"compare", "cmp {0}, %r8"},
      {"flags", "adc {0}, %r8"},
      {"writes", "andn {0}, %r13, %r8"},
      {"counts", "tzcnt {0}, %r8"},
      {"population", "popcnt {0}, %r8"},
      {"extends", "movslq {0}, %r8"},
      {"merges", "movb {0}, %r8b"},
      {"unary", "pabsd {0}, %xmm{1}"},
      {"store", "mov %r13, {0}"}};
  const StringRef Filler = "xor %r11d, %r11d";
  const std::string Fillers = repeat(Filler, NumSlotFillers);
  // In loops that are short enough for a loop buffer, and in longer ones, in
  // which the place of an instruction in a line of code counts less.
  auto Add = [&](StringRef Name, StringRef Inst, StringRef Address) {
    for (auto [Suffix, Copies] : {std::pair("", 4), std::pair(".long", 8)})
      L.rate(("slots." + Name + Suffix).str(),
             [&](unsigned I) {
               return formatv(false, Inst.data(), Address, I % 10).str() +
                      "\n" + Fillers;
             },
             1, Copies);
  };
  Add("one", Filler, "");
  for (auto [Name, Inst] : Insts) {
    Add(Name, Inst, "(%r14)");
    Add((Name + ".indexed").str(), Inst, "(%r14,%r13)");
  }
  for (unsigned N : numsTripFillers()) {
    auto Trip = [&](StringRef Address, unsigned Num) {
      return formatv("vaddps {0}, %xmm13, %xmm1\nvaddps {0}, %xmm13, "
                     "%xmm2\n",
                     Address)
                 .str() +
             repeat(Filler, Num);
    };
    L.chain(formatv("trips.apart.{0}", N).str(), Trip("(%r14,%r13)", N), {}, 1);
    L.chain(formatv("trips.plain.{0}", N).str(), Trip("(%r14)", N + 2), {}, 1);
  }
  L.rate("branch.taken", [](unsigned) { return "jmp 1f\n1:"; });
  const std::string Long = "nopw 0x12345678(%rax,%rax)\n";
  L.rate("branch.taken.apart",
         [&](unsigned) { return "jmp 1f\n1: " + Long + Long + Long; });
  // The jump back of 69 bytes of code lies across a line, and that of 57 does
  // not.
  L.chain("crossing.line", repeat("nopw %cs:0x12345678(%rax,%rax)", 6), {}, 1);
  L.chain("crossing.within", repeat("nopl 0x12345678(%rax,%rax)", 6), {}, 1);
  // Of lines that are full, and of windows of one line.
  L.codeSize("code-size.dense", "xor %r11d, %r11d", 9000);
  L.codeSize("code-size.sparse", "nopw 0x12345678(%rax,%rax)", 12000);
  L.straightCode("code.decoded", "xor %r11d, %r11d", 9000);
}

/// Results between units of vectors.
static void addUnits(ExperimentList &L) {
  for (const UnitProbe &P : unitProbes())
    for (const UnitPartner &Partner : UnitPartners)
      L.chain(("units." + P.Name + "." + Partner.Name).str(),
              (Partner.Code + "\n" + P.Code).str(), {{Partner.Alone.str(), 1}});
}

void kernelbounds::addX86Experiments(ExperimentList &L) {
  addKnown(L);
  addGeneralForwarding(L);
  addVectorForwarding(L);
  addBlockedLoads(L);
  addAccesses(L);
  addBankExperiments(L);
  addUpdates(L);
  addLoadLatencies(L);
  addAtomicUpdates(L);
  addAliases(L);
  addUnits(L);
  addPipeline(L);
  addMovesInRow(L);
  addDecoderSwitches(L);
  addSizes(L);
  addFrontEnd(L);
  addRenameExperiments(L);
  addRetirement(L);
  addChoices(L);
  addMixes(L);
}

Expected<std::vector<CoreExperiment>>
kernelbounds::listCoreExperiments(const FormTarget &Target) {
  ExperimentList L(Target);
  Target.addExperiments(L);
  return L.finish();
}

std::vector<std::string>
kernelbounds::listMissingExperiments(const FormTarget &Target) {
  ExperimentList Own(Target), Most(x86Forms());
  Target.addExperiments(Own);
  x86Forms().addExperiments(Most);
  StringSet<> Names;
  for (const std::string &Name : Own.names())
    Names.insert(Name);
  std::vector<std::string> Missing = Most.names();
  erase_if(Missing,
           [&](const std::string &Name) { return Names.contains(Name); });
  return Missing;
}

static CoreFigure measureSize(LoopRunner &Runner, const CoreExperiment &E,
                              const CoreFigures &Before) {
  const SizeSearch &S = *E.Size;
  double Chain = 0;
  for (const auto &[Name, Factor] : E.Known) {
    const CoreFigure *Known = Before.find(Name);
    if (!Known || !Known->isKnown())
      return {Known ? Known->Status : LoopStatus::NotModeled};
    Chain += Factor * Known->Cycles;
  }
  const LoopOutcome O =
      S.Chain.empty()
          ? findCodeSize(Runner, S.Fillers, S.Values, ShortCode, S.Most)
          : findSize(Runner, S, Chain);
  return {O.Status, O.Cycles, O.Spread};
}

CoreFigure kernelbounds::measureCore(LoopRunner &Runner,
                                     const CoreExperiment &E,
                                     const CoreFigures &Before) {
  if (E.Size)
    return measureSize(Runner, E, Before);
  LoopOutcome O = E.Walk ? Runner.walk(*E.Walk) : Runner.run(E.Loop);
  if (!O.isKnown())
    return {O.Status, O.Cycles, O.Spread};
  double Apart = O.Spread * O.Cycles;
  if (!E.Less.Body.empty()) {
    const LoopOutcome Less = Runner.run(E.Less);
    if (!Less.isKnown())
      return {Less.Status};
    O.Cycles -= Less.Cycles;
    Apart += Less.Spread * Less.Cycles;
  }
  CoreFigure F{LoopStatus::Ok, O.Cycles / E.Parts,
               Apart / std::max(O.Cycles, 1e-3)};
  for (const auto &[Name, Factor] : E.Known) {
    const CoreFigure *Known = Before.find(Name);
    if (!Known || !Known->isKnown())
      return {Known ? Known->Status : LoopStatus::NotModeled};
    F.Cycles -= Factor * Known->Cycles;
  }
  return F;
}
