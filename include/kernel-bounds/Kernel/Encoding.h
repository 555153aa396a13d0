//===- Encoding.h - Bytes of an instruction ---------------------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the front end's bound wants to know of an instruction's bytes.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_KERNEL_ENCODING_H
#define KERNEL_BOUNDS_KERNEL_ENCODING_H

#include <cstdint>

namespace kernelbounds {

/// An OpcodeOffset that is not known, and lies behind every instruction.
constexpr uint8_t UnknownOpcode = 0xff;

struct InstEncoding {
  unsigned Size = 0; ///< Bytes; 0 = not known.
  uint8_t OpcodeOffset = UnknownOpcode;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_KERNEL_ENCODING_H
