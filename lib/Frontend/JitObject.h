//===- JitObject.h - Code made at run time as an ELF file -------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Code of a jitdump in the form that the reader of objects takes: an ELF file
/// in memory, in which each function is a section at its address, with a symbol
/// and, in DWARF, its lines.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_JITOBJECT_H
#define KERNEL_BOUNDS_LIB_FRONTEND_JITOBJECT_H

#include "JitDumpReader.h"
#include "llvm/ADT/SmallVector.h"
#include <vector>

namespace kernelbounds {

/// Divides the code of \p Dump into layers, in which no code overlaps other
/// code: a program may put new code where it has discarded some. Each is in the
/// first layer with room for it behind those of earlier code at its address;
/// what was there with the same name and bytes is left out. \returns indices of
/// codes for each layer, in the order of the dump. O(codes * log codes) if code
/// overlaps only where it begins at the same address, else times the layers.
std::vector<std::vector<unsigned>> layersOf(const JitDump &Dump);

/// The codes \p Layer of \p Dump, none of which overlap, as an ELF file.
llvm::SmallVector<char, 0> makeJitObject(const JitDump &Dump,
                                         llvm::ArrayRef<unsigned> Layer);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_JITOBJECT_H
