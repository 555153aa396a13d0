//===- LoadedKernel.cpp - A kernel to be called ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/LoadedKernel.h"
#include <dlfcn.h>
#include <string>

using namespace kernelbounds;
using namespace llvm;

Expected<std::unique_ptr<LoadedKernel>> LoadedKernel::load(StringRef File) {
  std::unique_ptr<LoadedKernel> K(new LoadedKernel);
  K->Handle = dlopen(File.str().c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!K->Handle)
    return createStringError(dlerror());
  void *MaxN = dlsym(K->Handle, "kb_max_n");
  K->Init = reinterpret_cast<void (*)()>(dlsym(K->Handle, "kernel_init"));
  K->Run = reinterpret_cast<void (*)(long)>(dlsym(K->Handle, "kernel"));
  Dl_info Info;
  if (!MaxN || !K->Init || !K->Run ||
      dladdr(reinterpret_cast<void *>(K->Run), &Info) == 0)
    return createStringError(
        File + ": expected kernel, kernel_init and kb_max_n in it");
  K->MaxN = *static_cast<const int *>(MaxN);
  K->Bias = reinterpret_cast<uint64_t>(Info.dli_fbase);
  return K;
}

LoadedKernel::~LoadedKernel() {
  if (Handle)
    dlclose(Handle);
}
