//===- JitDump.cpp - Code made at run time as one input -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A jitdump is read as an archive is, with its layers as the members. Nearly
/// always there is one layer, which has the name of the file. Tested by
/// test/kernel-opt/jitdump*.test.
//
//===----------------------------------------------------------------------===//

#include "JitObject.h"
#include "kernel-bounds/Frontend/Input.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace llvm;

namespace kernelbounds {

Error InputFile::openJitDump() {
  HasMembers = true;
  Expected<JitDump> Dump =
      readJitDump(MemoryBufferRef(Buffer->getBuffer(), Name));
  if (!Dump)
    return Dump.takeError();
  for (std::string &Warning : Dump->Warnings)
    MemberSummary.addDiagnostic({Name, 0, 0, std::move(Warning)});
  const std::vector<std::vector<unsigned>> Layers = layersOf(*Dump);
  for (auto [I, Layer] : enumerate(Layers)) {
    std::unique_ptr<InputFile> Member(new InputFile());
    Member->Name = Layers.size() == 1
                       ? Name
                       : Name + "(layer " + std::to_string(I + 1) + ")";
    Member->Options = Options;
    Member->IsMember = true;
    Member->Buffer = std::make_shared<SmallVectorMemoryBuffer>(
        makeJitObject(*Dump, Layer), Member->Name,
        /*RequiresNullTerminator=*/false);
    if (Error E = Member->openObjectFile())
      return E;
    addMemberFile(std::move(Member));
  }
  if (Members.empty() && (!TheTarget || Options.Function.empty()))
    return createStringError(Name + ": no code that decodes in this jitdump");
  return Error::success();
}

} // namespace kernelbounds
