//===- DependenceFile.cpp - Dependences for other programs ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Passes/dependences.c and test/recorder/compiler.test.
//
//===----------------------------------------------------------------------===//

#include "DependenceFile.h"
#include "MachineText.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/MachineFunction.h"
#include "llvm/CodeGen/MachineInstr.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include <utility>

using namespace kernelbounds;
using namespace llvm;

DependenceFile *DependenceFile::open(StringRef Path, std::string &Problem) {
  // Never destroyed: the last function may come late.
  static std::string Why;
  static DependenceFile *const File = [&]() -> DependenceFile * {
    std::error_code EC;
    auto OS = std::make_unique<raw_fd_ostream>(Path, EC, sys::fs::OF_Text);
    if (!EC)
      return new DependenceFile(std::move(OS), Path);
    Why = ("cannot write '" + Path + "': " + EC.message()).str();
    return nullptr;
  }();
  Problem = Why;
  return File;
}

namespace {

/// Writes one loop.
class LoopWriter {
public:
  LoopWriter(json::OStream &J, const MachineListing &L, const LoopBody &Body,
             const Analysis &A, const MachineFunction &MF);
  void writeInstructions();
  void writeDependences();

private:
  std::string textOf(uint32_t Listed) const;
  /// "line 9", or "instruction 3" without one.
  std::string placeOf(uint32_t Inst) const;
  void access(StringRef Key, uint32_t Inst);
  void dependence(const MemoryDependence &D, const ForwardingCost &Cost);

  json::OStream &J;
  const MachineListing &L;
  const Analysis &A;
  MachineText Printed;
  std::vector<uint32_t> Listed; ///< Of the loop, in the order of the code.
  DenseMap<uint32_t, uint32_t> PositionOf; ///< By index in the listing.
};

} // namespace

/// In `jne header; jmp exit` the second jump is no part of the loop.
static bool leavesLoop(const MachineListing &L, const LoopBody &Body,
                       const MachineInstr &MI) {
  return MI.isUnconditionalBranch() &&
         any_of(MI.operands(), [&](const MachineOperand &Op) {
           return Op.isMBB() && none_of(Body.Blocks, [&](unsigned B) {
                    return L.Blocks[B] == Op.getMBB();
                  });
         });
}

LoopWriter::LoopWriter(json::OStream &J, const MachineListing &L,
                       const LoopBody &Body, const Analysis &A,
                       const MachineFunction &MF)
    : J(J), L(L), A(A), Printed(MF) {
  for (unsigned B : Body.Blocks) {
    const ListedBlock &Block = L.Code.Functions.front().Blocks[B];
    for (uint32_t I = Block.First; I != Block.End; ++I) {
      if (leavesLoop(L, Body, *L.Source[I]))
        continue;
      PositionOf[I] = Listed.size();
      Listed.push_back(I);
    }
  }
}

std::string LoopWriter::textOf(uint32_t Listed) const {
  return Printed.of(L.Code.Insts[Listed].Inst, *L.Source[Listed]);
}

void LoopWriter::writeInstructions() {
  DenseSet<uint32_t> OnPath;
  for (const KernelInst &I : A.kernel().Insts)
    OnPath.insert(I.Listed);
  J.attributeArray("instructions", [&] {
    for (uint32_t I : Listed)
      J.object([&] {
        J.attribute("text", utf8(textOf(I)));
        J.attribute("line", L.Code.Insts[I].SourceLine);
        J.attribute("on_path", OnPath.contains(I));
      });
  });
}

std::string LoopWriter::placeOf(uint32_t Inst) const {
  const unsigned Line = A.kernel().Insts[Inst].SourceLine;
  return Line ? "line " + std::to_string(Line)
              : "instruction " + std::to_string(Inst);
}

void LoopWriter::access(StringRef Key, uint32_t Inst) {
  const KernelInst &I = A.kernel().Insts[Inst];
  J.attributeObject(Key, [&] {
    J.attribute("instruction", Inst);
    J.attribute("position", PositionOf.lookup(I.Listed));
    J.attribute("text", utf8(textOf(I.Listed)));
    J.attribute("line", I.SourceLine);
  });
}

void LoopWriter::dependence(const MemoryDependence &D,
                            const ForwardingCost &Cost) {
  access("source", D.SourceInst);
  access("destination", D.DestInst);
  J.attribute("distance", D.Distance);
  J.attribute("kind", orderName(D.Order));
  J.attribute("class", className(D.Class));
  if (D.OverlapBytes)
    J.attribute("bytes", D.OverlapBytes);
  else
    J.attribute("bytes", nullptr);
  J.attribute("evidence", evidenceName(D.Evidence));
  if (D.Class == DependenceClass::Expected) {
    access("unless", D.Unless);
    J.attribute("reason", "unless " + unlessText(D, placeOf(D.Unless),
                                                 "what " + placeOf(D.DestInst) +
                                                     " loads"));
  } else {
    J.attribute("unless", nullptr);
    J.attribute("reason", nullptr);
  }
  if (D.Order == DependenceOrder::RAW) {
    J.attribute("forwarding", forwardName(D.Forward));
    J.attribute("latency", Cost.Latency);
    J.attribute("least_latency", Cost.Least);
  }
}

void LoopWriter::writeDependences() {
  J.attributeArray("dependences", [&] {
    for (auto [D, Cost] : zip_equal(A.Memory, A.Forwarding))
      J.object([&, &D = D, &Cost = Cost] { dependence(D, Cost); });
  });
}

void DependenceFile::addLoop(const MachineListing &L, const LoopBody &Body,
                             unsigned Index, const Analysis &A,
                             const MachineFunction &MF) {
  std::string Line;
  raw_string_ostream LineOS(Line);
  json::OStream J(LineOS);
  LoopWriter W(J, L, Body, A, MF);
  J.object([&] {
    J.attribute("schema", 1);
    J.attribute("generator", "kernel-bounds " KERNEL_BOUNDS_VERSION);
    J.attribute("file",
                utf8(MF.getFunction().getParent()->getSourceFileName()));
    J.attribute("function", utf8(MF.getName()));
    J.attribute("label", utf8(A.kernel().Label));
    J.attribute("loop", Index);
    J.attribute("cpu", A.model().cpu());
    // Positions are not those of the code if an instruction is left out.
    J.attribute("complete", none_of(L.NotLowered, [&](const auto &N) {
                  return is_contained(Body.Blocks, N.first);
                }));
    W.writeInstructions();
    W.writeDependences();
  });
  std::lock_guard<std::mutex> Guard(Lock);
  if (HasFailed)
    return;
  *OS << Line << '\n';
  OS->flush();
  if (!OS->has_error())
    return;
  HasFailed = true;
  Problem = "cannot write '" + Path + "': " + OS->error().message();
  OS->clear_error();
}

std::string DependenceFile::takeProblem() {
  std::lock_guard<std::mutex> Guard(Lock);
  return std::exchange(Problem, "");
}
