//===- TuningCache.cpp - Choices kept from one build to the next ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Files lie in folders named by the first two digits, as those of other caches
/// of compilers: folders with very many files are slow on some systems.
/// Tested by unittests/Tuning/TuningCacheTest.cpp and test/Tuning/cache.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/TuningCache.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

std::string TuningCache::pathOf(StringRef Key) const {
  SmallString<128> Path(Folder);
  sys::path::append(Path, Key.take_front(2), Key.drop_front(2) + ".json");
  return Path.str().str();
}

std::optional<TunedFunction> TuningCache::load(StringRef Key) const {
  const std::string Path = pathOf(Key);
  // A pipe or a device has no end.
  if (!sys::fs::is_regular_file(Path))
    return std::nullopt;
  auto Buffer = MemoryBuffer::getFile(Path);
  if (!Buffer)
    return std::nullopt;
  Expected<TuningRecord> Kept = readTuningRecord((*Buffer)->getBuffer(), Path);
  if (!Kept) {
    consumeError(Kept.takeError());
    return std::nullopt;
  }
  if (Kept->Functions.size() != 1)
    return std::nullopt;
  return std::move(Kept->Functions.front());
}

void TuningCache::store(StringRef Key, const TunedFunction &F) {
  const std::string Path = pathOf(Key);
  auto Note = [&](const Twine &Why) {
    if (!std::exchange(HasFailed, true))
      Problem = ("cannot write '" + Path + "': " + Why).str();
  };
  if (std::error_code EC =
          sys::fs::create_directories(sys::path::parent_path(Path)))
    return Note(EC.message());
  // A temporary file beside it, which then takes the name.
  if (Error E = writeToOutput(Path, [&](raw_ostream &OS) {
        writeTuningRecord(OS, {"", {F}});
        return Error::success();
      }))
    Note(toString(std::move(E)));
}

std::string TuningCache::takeProblem() { return std::exchange(Problem, ""); }
