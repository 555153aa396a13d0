// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//===- kernel.hpp - What every accuracy kernel in C++ includes -*- C++ -*-===//
///
/// \file
/// kernel.h for C++: kernel(), kernel_init() and kb_max_n have C linkage, so
/// that a kernel in C++ is called as one in C.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_ACCURACY_KERNEL_HPP
#define KERNEL_BOUNDS_ACCURACY_KERNEL_HPP

#include <stddef.h>
#include <stdint.h>

extern "C" {
#include "kernel.h"
}

#endif // KERNEL_BOUNDS_ACCURACY_KERNEL_HPP
