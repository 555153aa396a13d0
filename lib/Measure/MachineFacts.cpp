//===- MachineFacts.cpp - On which machine something was measured ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// From the files in which Linux describes a processor. What a file does not
/// say is left out.
/// Tested by test/kernel-opt/measure.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/MachineFacts.h"
#include "FormChains.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace kernelbounds;
using namespace llvm;

StringRef kernelbounds::valueOf(ArrayRef<MachineFact> Facts, StringRef Key) {
  for (const MachineFact &F : Facts)
    if (F.Key == Key)
      return F.Value;
  return "";
}

std::vector<MachineFact> kernelbounds::describeProcessor(StringRef CpuInfo,
                                                         unsigned Cpu) {
  static constexpr std::pair<StringLiteral, StringLiteral> Rows[] = {
      {"model name", "processor"},
      {"vendor_id", "vendor"},
      {"cpu family", "family"},
      {"model", "model"},
      {"stepping", "stepping"},
      {"microcode", "microcode"},
      // AArch64:
      {"CPU implementer", "implementer"},
      {"CPU variant", "variant"},
      {"CPU part", "part"},
      {"CPU revision", "revision"},
      // RISC-V:
      {"uarch", "processor"},
      {"mvendorid", "vendor number"},
      {"marchid", "design"},
      {"mimpid", "implementation"}};
  std::vector<MachineFact> Facts;
  bool IsHere = false;
  SmallVector<StringRef, 64> Lines;
  CpuInfo.split(Lines, '\n');
  for (StringRef Line : Lines) {
    auto [Key, Value] = Line.split(':');
    Key = Key.trim();
    Value = Value.trim();
    unsigned Number = 0;
    if (Key == "processor")
      IsHere = !Value.getAsInteger(10, Number) && Number == Cpu;
    if (!IsHere)
      continue;
    for (const auto &[From, To] : Rows)
      if (Key == From)
        Facts.push_back({To.str(), Value.str()});
    SmallVector<StringRef, 128> Flags;
    Value.split(Flags, ' ');
    if (Key == "flags" && is_contained(Flags, "hypervisor"))
      Facts.push_back({"system", "virtual machine"});
  }
  return Facts;
}

/// The trimmed text of a small file of the system, or "".
static std::string textOf(const Twine &File) {
  auto Buffer = MemoryBuffer::getFileAsStream(File.str());
  return Buffer ? (*Buffer)->getBuffer().trim().str() : "";
}

std::vector<MachineFact> kernelbounds::describeHost(unsigned Cpu) {
  std::vector<MachineFact> Facts =
      describeProcessor(textOf("/proc/cpuinfo"), Cpu);
  const std::string Siblings =
      textOf("/sys/devices/system/cpu/cpu" + Twine(Cpu) +
             "/topology/thread_siblings_list");
  const bool IsAlone = Siblings == std::to_string(Cpu);
  if (!Siblings.empty())
    Facts.push_back({"hardware threads of the core",
                     IsAlone ? "one, as the system says" : Siblings});
  if (std::string Release = textOf("/proc/sys/kernel/osrelease");
      !Release.empty())
    Facts.push_back({"kernel", std::move(Release)});
  return Facts;
}

ExtensionFacts kernelbounds::tryExtensions(LoopRunner &Runner,
                                           const FormBuilder &Builder,
                                           const FormCatalog &C) {
  ExtensionFacts Facts;
  for (const auto &[Extension, Opcode] : Builder.target().extensions()) {
    const InstructionForm *F = C.find(Opcode);
    if (!F)
      continue;
    TimedLoop Loop;
    Loop.Body = {FormChains(Builder, *F, {}).sample()};
    Loop.Values = valuesOf(*F, false);
    const LoopStatus S = Runner.run(Loop).Status;
    const bool Runs = S == LoopStatus::Ok || S == LoopStatus::Unsteady ||
                      S == LoopStatus::Disturbed;
    (Runs ? Facts.Runs : Facts.Lacks).push_back(Extension.str());
  }
  return Facts;
}
