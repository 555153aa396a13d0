//===- ModuleSegments.cpp - From offsets in a file to addresses -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleSegments.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Casting.h"

using namespace kernelbounds;
using namespace llvm;

Expected<ModuleSegments> ModuleSegments::read(StringRef File) {
  auto Object = object::ObjectFile::createObjectFile(File);
  if (!Object)
    return Object.takeError();
  const auto *Elf = dyn_cast<object::ELF64LEObjectFile>(Object->getBinary());
  if (!Elf)
    return createStringError("it is no 64-bit ELF file");
  auto Headers = Elf->getELFFile().program_headers();
  if (!Headers)
    return Headers.takeError();
  ModuleSegments M;
  for (const auto &H : *Headers)
    if (H.p_type == ELF::PT_LOAD && (H.p_flags & ELF::PF_X))
      M.Segments.push_back({H.p_offset, H.p_filesz, H.p_vaddr});
  return M;
}
