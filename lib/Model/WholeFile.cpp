//===- WholeFile.cpp - Files that users name, with limits -----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Regular files are left to LLVM. Others are read piece by piece.
/// Tested by test/kernel-opt/endless.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/WholeFile.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SmallVectorMemoryBuffer.h"

using namespace kernelbounds;
using namespace llvm;

static Expected<std::unique_ptr<MemoryBuffer>>
readStream(sys::fs::file_t File, StringRef Path, FileContents Contents) {
  constexpr size_t PieceSize = 1 << 20, Most = 256 << 20;
  SmallString<0> Bytes;
  while (true) {
    const size_t Size = Bytes.size();
    Bytes.resize_for_overwrite(Size + PieceSize);
    Expected<size_t> Read = sys::fs::readNativeFile(
        File, MutableArrayRef(Bytes.data() + Size, PieceSize));
    if (!Read)
      return Read.takeError();
    Bytes.truncate(Size + *Read);
    if (*Read == 0)
      break;
    if (Contents == FileContents::Text &&
        StringRef(Bytes).drop_front(Size).contains('\0'))
      return createStringError("it is no text");
    if (Bytes.size() > Most)
      return createStringError("more than " + Twine(Most >> 20) +
                               " MB; pass the name of a file that has an end");
  }
  return std::make_unique<SmallVectorMemoryBuffer>(
      std::move(Bytes), Path, /*RequiresNullTerminator=*/true);
}

Expected<std::unique_ptr<MemoryBuffer>>
kernelbounds::readWholeFile(StringRef Path, FileContents Contents) {
  sys::fs::file_status Status;
  if (std::error_code EC = sys::fs::status(Path, Status))
    return errorCodeToError(EC);
  if (Status.type() == sys::fs::file_type::regular_file ||
      Status.type() == sys::fs::file_type::directory_file) {
    auto Buffer = MemoryBuffer::getFile(Path);
    if (!Buffer)
      return errorCodeToError(Buffer.getError());
    return std::move(*Buffer);
  }
  Expected<sys::fs::file_t> File = sys::fs::openNativeFileForRead(Path);
  if (!File)
    return File.takeError();
  auto Buffer = readStream(*File, Path, Contents);
  (void)sys::fs::closeFile(*File);
  return Buffer;
}
