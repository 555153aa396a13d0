//===- ModelReader.cpp - Model files, when one is asked for ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds the library beside the plugin's own file, wherever that is.
/// Tested by test/Passes/options.c.
//
//===----------------------------------------------------------------------===//

#include "ModelReader.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"
#include <dlfcn.h>

using namespace kernelbounds;
using namespace llvm;

static Error loadError(const Twine &Why) {
  return createStringError("cannot read model files: " + Why);
}

ModelFileResult kernelbounds::readModelFileByPlugin(StringRef Path) {
  Dl_info Plugin;
  if (!dladdr(reinterpret_cast<void *>(&readModelFileByPlugin), &Plugin))
    return loadError("the plugin's own file is not known");
  SmallString<128> Library(Plugin.dli_fname);
  sys::path::remove_filename(Library);
  sys::path::append(Library, "KernelBoundsModelReader.so");
  // Never closed: what it returns is destroyed by code of its own.
  void *Handle = dlopen(Library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!Handle)
    return loadError(dlerror());
  auto *Read = reinterpret_cast<ReadModelFileFn *>(
      dlsym(Handle, "kernelBoundsReadModelFile"));
  if (!Read)
    return loadError(dlerror());
  ModelFileResult Result = nullptr;
  Read(Path, Result);
  return Result;
}
