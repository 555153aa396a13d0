//===- ModelFile.cpp - A user's model file --------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Puts the loader's context together from LLVM and the shipped models.
/// Tested by unittests/Model/PortModelTest.cpp and test/Model/errors.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Model/ModelFile.h"
#include "TargetInfo.h"
#include "kernel-bounds/Model/WholeFile.h"

using namespace kernelbounds;
using namespace llvm;

Expected<std::shared_ptr<const ModelStorage>>
kernelbounds::readModelFile(StringRef Path) {
  Expected<std::unique_ptr<MemoryBuffer>> Text = readWholeFile(Path);
  if (!Text)
    return createFileError(Path, Text.takeError());
  TargetInfo Targets;
  ModelLoaderContext Context = Targets.loaderContext(findShippedModel);
  auto Model = loadModel((*Text)->getBuffer(), Path, Context);
  if (!Model)
    return Model.takeError();
  return std::move(*Model);
}
