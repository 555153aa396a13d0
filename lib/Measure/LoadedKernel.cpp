//===- LoadedKernel.cpp - A kernel to be called ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/LoadedKernel.h"
#include <dlfcn.h>
#include <link.h>
#include <string>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

void kernelbounds::ownPages(uintptr_t Begin, uintptr_t End) {
  const uintptr_t PageSize = getpagesize();
  for (uintptr_t At = Begin; At < End; At = (At / PageSize + 1) * PageSize) {
    // NOLINTNEXTLINE(performance-no-int-to-ptr): pages have no other pointer.
    auto *Byte = reinterpret_cast<volatile char *>(At);
    *Byte = *Byte;
  }
}

/// Of each object in this process: gives the writable data of the one that
/// starts at *\p Start pages of their own.
static int ownDataOf(dl_phdr_info *Object, size_t, void *Start) {
  const auto Base = Object->dlpi_addr;
  if (Base != *static_cast<uint64_t *>(Start))
    return 0;
  ArrayRef<ElfW(Phdr)> Headers(Object->dlpi_phdr, Object->dlpi_phnum);
  // The loader has made this part of the data read-only.
  uintptr_t FirstWritable = 0;
  for (const auto &H : Headers)
    if (H.p_type == PT_GNU_RELRO)
      FirstWritable = Base + H.p_vaddr + H.p_memsz;
  for (const auto &H : Headers)
    if (H.p_type == PT_LOAD && (H.p_flags & PF_W))
      ownPages(std::max<uintptr_t>(Base + H.p_vaddr, FirstWritable),
               Base + H.p_vaddr + H.p_memsz);
  return 1;
}

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
  dl_iterate_phdr(ownDataOf, &K->Bias);
  return K;
}

LoadedKernel::~LoadedKernel() {
  if (Handle)
    dlclose(Handle);
}
