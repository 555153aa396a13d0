//===- RISCVExperiments.cpp - Texts for cores of RISC-V -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Latencies, chains through memory, accesses, and what is in flight, by the
/// names of CoreExperiments.cpp. x9 points to memory, x25 is zero, and nothing
/// writes x11 and f13. A NOP is what takes a slot and nothing else.
/// Tested by test/kernel-opt/measure-riscv.test.
//
//===----------------------------------------------------------------------===//

#include "ExperimentList.h"
#include "llvm/Support/FormatVariadic.h"

using namespace kernelbounds;
using namespace llvm;

static void addChains(ExperimentList &L) {
  L.chain("op.imul", "mul x10, x10, x10");
  L.chain("op.add", "add x10, x10, x11");
  L.chain("op.addsd", "fadd.d f0, f0, f13");
  L.chain("op.mulsd", "fmul.d f0, f0, f13");
  L.chain("op.sqrtsd", "fsqrt.d f0, f0");
  L.chain("op.cross", "fmv.d.x f0, x10\nfmv.x.d x10, f0");
  struct Row {
    const char *Name, *Store, *Load;
  };
  static constexpr Row Rows[] = {
      {"r64", "sd x10, 0(x9)", "ld x10, 0(x9)"},
      {"r32", "sw x10, 0(x9)", "lwu x10, 0(x9)"},
      {"r16", "sh x10, 0(x9)", "lhu x10, 0(x9)"},
      {"r8", "sb x10, 0(x9)", "lbu x10, 0(x9)"},
      {"r32.sign", "sw x10, 0(x9)", "lw x10, 0(x9)"},
      {"r64.low", "sd x10, 0(x9)", "lwu x10, 0(x9)"},
      {"r64.shifted", "sd x10, 0(x9)", "lwu x10, 4(x9)"},
      {"r32.partial", "sw x10, 0(x9)", "ld x10, 0(x9)"}};
  for (const Row &R : Rows)
    L.chain(("forward." + Twine(R.Name)).str(),
            (Twine(R.Store) + "\n" + R.Load + "\nmul x10, x10, x10").str(),
            {{"op.imul", 1}});
  L.chain("forward.v8", "fsd f0, 0(x9)\nfld f0, 0(x9)");
  for (unsigned Trips : {1, 2, 3})
    L.walk(
        formatv("forward.r64.trips{0}", Trips).str(),
        formatv("ld x10, -{0}(x9)\nmul x10, x10, x10\nsd x10, 0(x9)", 8 * Trips)
            .str(),
        Trips, {{"op.imul", 1}});
  const KnownFigures Add = {{"op.add", 1}};
  const std::pair<StringRef, StringRef> Loads[] = {
      {"r64", "ld"}, {"r32", "lwu"}, {"r8", "lbu"}, {"r32.sign", "lw"}};
  for (auto [Name, Load] : Loads)
    L.chain(("latency." + Name).str(),
            (Load + " x24, 0(x9)\nadd x9, x9, x24").str(), Add);
  L.chain("latency.v8", "fld f0, 0(x9)\nfmv.x.d x24, f0\nadd x9, x9, x24",
          {{"op.cross", 0.5}, {"op.add", 1}});
}

static void addRates(ExperimentList &L) {
  auto Access = [](StringRef Code, unsigned I, int Place) {
    return formatv("{0} x{1}, {2}(x9)", Code, 12 + I % 4, Place).str();
  };
  auto PlaceOf = [](unsigned I) {
    constexpr int Lines[] = {0, 64, -64, -128};
    return Lines[I % 4] + int(I % 4 * 8);
  };
  L.rate("load.r64", [&](unsigned I) { return Access("ld", I, PlaceOf(I)); });
  L.rate("store.r64.one-line",
         [&](unsigned I) { return Access("sd", I, int(8 * I % 64)); });
  L.rate("store.r64.lines",
         [&](unsigned I) { return Access("sd", I, PlaceOf(I) & ~63); });
  for (unsigned Loads : {1, 2, 3, 4})
    L.rate(formatv("mix.r64.{0}", Loads).str(), [&](unsigned I) {
      std::string Text = Access("sd", I, int(8 * I % 64));
      for (unsigned J = 0; J < Loads; ++J)
        Text += "\n" + Access("ld", J, 256 + PlaceOf(J));
      return Text;
    });
  for (const char *Name : {"width.nop", "width.zero"})
    L.rate(
        Name, [](unsigned) { return "nop"; }, 1, 24);
  L.rate("branch.taken", [](unsigned) { return "j 1f\n1:"; });
}

static void addSizes(ExperimentList &L) {
  SizeSearch S;
  S.OfChain = true;
  S.OfEnd = 2;
  S.Most = 1500;
  L.size("size.reorder-buffer", "nop", S);
  S.OfChain = false;
  S.OfEnd = 0;
  S.Most = 600;
  L.size("size.load-buffer", "ld x12, 0(x9)\nfld f2, 0(x9)", S);
  S.Most = 300;
  L.size("size.store-buffer", "sd x25, 0(x9)", S);
}

void kernelbounds::addRISCVExperiments(ExperimentList &L) {
  addChains(L);
  addRates(L);
  addSizes(L);
}
