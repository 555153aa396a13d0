//===- LoopRoles.cpp - What copies of one loop are for --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Copies are closed by the same branch of the source, inlined by the same
/// calls. Of two copies one is the body, if a trip of it moves at least twice
/// as much as one of the other, and a multiple of what that stores. The other
/// one is its remainder, if control gets from one to the other without another
/// trip of the loop around them, and its fallback, if either one or the other
/// runs. A vector body is one that LLVM vectorized, and that has vectors. What
/// tuning made for data that overlap is a fallback.
///
/// Cost: nothing but a look at metadata for a loop that has no copy; else at
/// most MostCopies searches through the function for each copy.
/// Tested by test/Passes/fold-roles.c.
//
//===----------------------------------------------------------------------===//

#include "LoopRoles.h"
#include "LoopMetadata.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/CodeGen/MachineBasicBlock.h"
#include "llvm/CodeGen/MachineLoopInfo.h"
#include "llvm/CodeGen/MachineMemOperand.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"

using namespace kernelbounds;
using namespace llvm;

/// With more, roles of copies are not looked for.
constexpr size_t MostCopies = 32;

StringRef kernelbounds::roleName(LoopRole Role) {
  switch (Role) {
  case LoopRole::Whole:
    return "";
  case LoopRole::VectorBody:
    return "vector body";
  case LoopRole::UnrolledBody:
    return "unrolled body";
  case LoopRole::Remainder:
    return "remainder";
  case LoopRole::Fallback:
    return "fallback";
  }
  return "";
}

/// The branch that closes the IR loop that became \p L, or null. Code
/// generation may have merged it into a block that stands for another one of
/// IR.
static const Instruction *closingBranchOf(const LoopBlocks &L) {
  auto IsInside = [&](const BasicBlock *BB) {
    return any_of(L.Blocks, [&](const MachineBasicBlock *MBB) {
      return MBB->getBasicBlock() == BB;
    });
  };
  for (const MachineBasicBlock *MBB : L.Blocks)
    if (const BasicBlock *BB = MBB->getBasicBlock())
      if (const Instruction *End = BB->getTerminator();
          End && End->hasMetadata(LLVMContext::MD_loop) &&
          any_of(successors(BB), IsInside))
        return End;
  return nullptr;
}

/// \p Loc if it has a line, else null.
static const DILocation *known(const DILocation *Loc) {
  return Loc && Loc->getLine() != 0 ? Loc : nullptr;
}

/// Where the source has the loop that \p Branch closes, if its metadata says
/// so. That of vectorized loops does not.
static const DILocation *startByMetadata(const Instruction *Branch) {
  if (Branch)
    for (const MDOperand &Op :
         Branch->getMetadata(LLVMContext::MD_loop)->operands())
      if (auto *Start = known(dyn_cast_or_null<DILocation>(Op)))
        return Start;
  return nullptr;
}

/// The same, from the branches into and out of the loop.
static const DILocation *startByBranches(const LoopBlocks &L,
                                         const Instruction *Branch) {
  if (L.Around && L.Around->getHeader() == L.Header)
    if (auto *Start = known(L.Around->getStartLoc()))
      return Start;
  return Branch ? known(Branch->getDebugLoc()) : nullptr;
}

/// Whether the metadata of the loop that \p Branch closes have a node \p Mark.
static bool hasMark(const Instruction *Branch, StringRef Mark) {
  auto IsMark = [&](const MDOperand &Op) {
    auto *Node = dyn_cast_or_null<MDNode>(Op);
    if (!Node || Node->getNumOperands() == 0)
      return false;
    auto *Name = dyn_cast<MDString>(Node->getOperand(0));
    return Name && Name->getString() == Mark;
  };
  return Branch &&
         any_of(
             drop_begin(Branch->getMetadata(LLVMContext::MD_loop)->operands()),
             IsMark);
}

/// LLVM vectorized \p L, and it is not the scalar rest of that.
static bool isVectorBody(const LoopBlocks &L, const Instruction *Branch) {
  if (!hasMark(Branch, VectorizedName))
    return false;
  return any_of(L.Blocks, [](const MachineBasicBlock *MBB) {
    const BasicBlock *BB = MBB->getBasicBlock();
    return BB && any_of(*BB, [](const Instruction &I) {
             return I.getType()->isVectorTy() ||
                    any_of(I.operand_values(), [](const Value *V) {
                      return V->getType()->isVectorTy();
                    });
           });
  });
}

//===----------------------------------------------------------------------===//
// Two copies
//===----------------------------------------------------------------------===//

namespace {
/// What a trip moves, spills left out.
struct Work {
  uint64_t Stored = 0, Loaded = 0; ///< Bytes.
  uint64_t Insts = 0;

  explicit Work(const LoopBlocks &L);
  /// Does several trips of \p O in one.
  bool isMultipleOf(const Work &O) const;
};
} // namespace

Work::Work(const LoopBlocks &L) {
  for (const MachineBasicBlock *MBB : L.Blocks)
    for (const MachineInstr &MI : *MBB) {
      Insts += !MI.isMetaInstruction();
      for (const MachineMemOperand *Op : MI.memoperands()) {
        if (!Op->getValue() || !Op->getSize().hasValue())
          continue;
        const uint64_t Bytes = Op->getSize().getValue().getKnownMinValue();
        Stored += Op->isStore() ? Bytes : 0;
        Loaded += Op->isLoad() ? Bytes : 0;
      }
    }
}

bool Work::isMultipleOf(const Work &O) const {
  if (O.Stored != 0)
    return Stored >= 2 * O.Stored && Stored % O.Stored == 0;
  if (Stored != 0)
    return false;
  return O.Loaded != 0 ? Loaded >= 2 * O.Loaded : Insts >= 2 * O.Insts;
}

/// Whether control gets from \p From to \p To in one trip of the loop around
/// both.
static bool reaches(const LoopBlocks &From, const LoopBlocks &To) {
  const MachineLoop *Around = From.Around;
  while (Around &&
         (Around->getHeader() == From.Header || !Around->contains(To.Header)))
    Around = Around->getParentLoop();
  SmallPtrSet<const MachineBasicBlock *, 32> Seen(llvm::from_range,
                                                  From.Blocks);
  SmallVector<const MachineBasicBlock *, 16> ToVisit;
  for (const MachineBasicBlock *MBB : From.Blocks)
    append_range(ToVisit, MBB->successors());
  while (!ToVisit.empty()) {
    const MachineBasicBlock *MBB = ToVisit.pop_back_val();
    if (!Seen.insert(MBB).second)
      continue;
    if (MBB == To.Header)
      return true;
    if (Around && (MBB == Around->getHeader() || !Around->contains(MBB)))
      continue;
    append_range(ToVisit, MBB->successors());
  }
  return false;
}

//===----------------------------------------------------------------------===//
// All copies
//===----------------------------------------------------------------------===//

/// Of the loops \p Copies of \p Loops, which are one loop of the source.
static void findRolesOfCopies(ArrayRef<LoopBlocks> Loops,
                              ArrayRef<unsigned> Copies,
                              std::vector<LoopRole> &Roles) {
  SmallVector<Work, 4> Works;
  for (unsigned I : Copies)
    Works.emplace_back(Loops[I]);
  auto IsVector = [&](unsigned I) { return Roles[I] == LoopRole::VectorBody; };
  SmallVector<unsigned, 4> Remainders, Fallbacks, Bodies;
  for (auto [Small, I] : enumerate(Copies))
    for (auto [Large, J] : enumerate(Copies)) {
      if (!Works[Large].isMultipleOf(Works[Small]))
        continue;
      if (reaches(Loops[J], Loops[I]) || reaches(Loops[I], Loops[J])) {
        Remainders.push_back(I);
        Bodies.push_back(J);
      } else if (IsVector(J) && !IsVector(I)) {
        Fallbacks.push_back(I);
      }
    }
  for (unsigned I : Bodies)
    if (!IsVector(I))
      Roles[I] = LoopRole::UnrolledBody;
  for (unsigned I : Fallbacks)
    Roles[I] = LoopRole::Fallback;
  for (unsigned I : Remainders)
    Roles[I] = LoopRole::Remainder;
}

std::vector<LoopCopy> kernelbounds::findCopies(ArrayRef<LoopBlocks> Loops) {
  using Place = std::pair<std::pair<unsigned, unsigned>, // Line, column.
                          std::pair<const void *, const void *>>;
  // Copies are closed by copies of one branch.
  MapVector<Place, SmallVector<unsigned, 2>> ByBranch;
  std::vector<LoopRole> Roles(Loops.size(), LoopRole::Whole);
  std::vector<LoopCopy> Out(Loops.size());
  for (auto [I, L] : enumerate(Loops)) {
    const Instruction *Branch = closingBranchOf(L);
    if (hasMark(Branch, ForOverlapName))
      Roles[I] = LoopRole::Fallback;
    else if (isVectorBody(L, Branch))
      Roles[I] = LoopRole::VectorBody;
    Out[I].Start = startByMetadata(Branch);
    if (const DILocation *At = Branch ? known(Branch->getDebugLoc()) : nullptr)
      ByBranch[{{At->getLine(), At->getColumn()},
                {At->getScope(), At->getInlinedAt()}}]
          .push_back(I);
    else if (!Out[I].Start)
      Out[I].Start = startByBranches(L, Branch);
  }
  for (const auto &[Where, Copies] : ByBranch) {
    const DILocation *Start = nullptr;
    for (unsigned I : Copies)
      if (!Start)
        Start = Out[I].Start;
    for (unsigned I : Copies)
      if (!Out[I].Start)
        Out[I].Start =
            Start ? Start
                  : startByBranches(Loops[I], closingBranchOf(Loops[I]));
    SmallVector<unsigned, 4> Open;
    copy_if(Copies, std::back_inserter(Open),
            [&](unsigned I) { return Roles[I] != LoopRole::Fallback; });
    if (Open.size() > 1 && Open.size() <= MostCopies)
      findRolesOfCopies(Loops, Open, Roles);
  }
  for (auto [Copy, Role] : zip_equal(Out, Roles))
    Copy.Role = Role;
  return Out;
}
