//===- BlockCutter.h - From instructions to basic blocks --------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Cuts a flat list of instructions into functions and basic blocks. The
/// assembly and the object reader say where control goes; both get the same
/// blocks for the same code, debug labels or not.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_FRONTEND_BLOCKCUTTER_H
#define KERNEL_BOUNDS_LIB_FRONTEND_BLOCKCUTTER_H

#include "kernel-bounds/Kernel/Listing.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include <map>

namespace llvm {
class MCInst;
class MCInstrAnalysis;
} // namespace llvm

namespace kernelbounds {

constexpr unsigned NoInst = ~0u;

/// Where control goes after an instruction.
enum class FlowKind : uint8_t {
  Next,
  CondBranch,
  Jump,
  IndirectJump,
  Stop ///< Returns, traps, and calls that do not return.
};

struct InstFlow {
  FlowKind Kind = FlowKind::Next;
  bool IsPadding = false;   ///< A no-op, as compilers put between functions.
  unsigned Target = NoInst; ///< Of CondBranch and Jump; NoInst = elsewhere.
};

/// How control leaves \p Inst; the target is left to the caller. \p Callee is
/// its callee if it is a direct call.
InstFlow classifyFlow(const llvm::MCInst &Inst, llvm::StringRef Callee,
                      const llvm::MCInstrAnalysis &MIA);

/// True for functions such as abort() and __cxa_throw(), by symbol.
bool isNoReturnFunction(llvm::StringRef Symbol);

/// What the readers know beside the instructions. Indices are those of
/// Listing::Insts.
struct CodeFlow {
  struct FunctionStart {
    unsigned Inst;
    std::string Name;
  };
  std::vector<InstFlow> Flow; ///< By instruction.
  /// Ascending; the first is at instruction 0. No edge crosses a start.
  std::vector<FunctionStart> Functions;
  /// Targets of an indirect jump, where its table is known.
  std::map<unsigned, std::vector<unsigned>> JumpTables;
  std::vector<unsigned> Cuts;   ///< More places where a block begins.
  std::vector<unsigned> Unread; ///< Instructions whose block lost something.
};

/// Fills L.Functions. \p LabelOf names a block that is a branch target.
void cutBlocks(Listing &L, const CodeFlow &Code,
               llvm::function_ref<std::string(unsigned Inst)> LabelOf);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_FRONTEND_BLOCKCUTTER_H
