//===- LoopRegions.cpp - Loops apart from their function ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/Tuning/regions.c.
//
//===----------------------------------------------------------------------===//

#include "LoopRegions.h"
#include "AnalysisManagers.h"
#include "LoopMetadata.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/AliasAnalysis.h"
#include "llvm/Analysis/AssumptionCache.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/CodeExtractor.h"
#include "llvm/Transforms/Utils/LoopSimplify.h"
#include "llvm/Transforms/Utils/LoopUtils.h"
#include <map>
#include <optional>
#include <set>

using namespace kernelbounds;
using namespace llvm;

//===----------------------------------------------------------------------===//
// Which loops
//===----------------------------------------------------------------------===//

/// With more regions, the function would be read too often.
constexpr size_t MostRegions = 64;

/// Instructions of \p L, but no more than \p Most and those of a block.
static size_t sizeOf(const Loop &L, size_t Most) {
  size_t Sum = 0;
  for (const BasicBlock *BB : L.blocks())
    if ((Sum += BB->size()) > Most)
      break;
  return Sum;
}

/// \p L, or the largest of the loops around it that is small.
static Loop *findRegion(Loop *L) {
  constexpr size_t SmallLoop = 200;
  while (Loop *Around = L->getParentLoop()) {
    if (sizeOf(*Around, SmallLoop) > SmallLoop)
      break;
    L = Around;
  }
  return L;
}

/// The numbers of the innermost loops of which regions are made, one for each.
static std::vector<unsigned> chooseLoops(Function &F,
                                         function_ref<bool(unsigned)> Wants) {
  DominatorTree DT(F);
  LoopInfo LI(DT);
  std::vector<unsigned> Out;
  SmallPtrSet<const Loop *, 8> Regions;
  size_t Size = 0;
  for (Loop *L : LI.getLoopsInPreorder()) {
    const std::optional<unsigned> Number = loopNumberOf(*L);
    if (!L->isInnermost() || !Number || !Wants(*Number))
      continue;
    const Loop *Region = findRegion(L);
    if (!Regions.insert(Region).second)
      continue;
    Out.push_back(*Number);
    // A function takes time, too, however small it is.
    constexpr size_t EmptyFunction = 30;
    Size += sizeOf(*Region, F.getInstructionCount()) + EmptyFunction;
  }
  // Of many loops, most are searched to the end soon.
  constexpr size_t Many = 4;
  if (Out.size() > MostRegions ||
      Size > F.getInstructionCount() * (Out.size() < Many ? 1 : 2))
    Out.clear();
  return Out;
}

//===----------------------------------------------------------------------===//
// What is known of pointers
//===----------------------------------------------------------------------===//

namespace {
/// One loop nest of a function on its way to become one.
class RegionTaker {
public:
  RegionTaker(Function &F, FunctionAnalysisManager &FAM)
      : F(F), DT(FAM.getResult<DominatorTreeAnalysis>(F)),
        LI(FAM.getResult<LoopAnalysis>(F)),
        AC(FAM.getResult<AssumptionAnalysis>(F)),
        SE(FAM.getResult<ScalarEvolutionAnalysis>(F)),
        AA(FAM.getResult<AAManager>(F)) {}

  /// Takes out the region of the innermost loop \p Number. Null: it cannot be.
  Function *take(unsigned Number);

private:
  using ValueSet = SetVector<Value *>;

  bool enter(unsigned Number);
  bool isInside(const Value *V) const;
  ValueSet inputs() const;
  void markApart();
  void repeatArithmetic();
  std::map<Value *, ConstantRange> findRanges() const;

  Function &F;
  DominatorTree &DT;
  LoopInfo &LI;
  AssumptionCache &AC;
  ScalarEvolution &SE;
  AAResults &AA;
  SmallVector<BasicBlock *, 16> Blocks; ///< Of the region; Entry is the first.
  SmallPtrSet<const BasicBlock *, 16> IsBlock;
  BasicBlock *Entry = nullptr;
};
} // namespace

/// Finds the blocks, and makes some in front of the loop and behind it.
bool RegionTaker::enter(unsigned Number) {
  Loop *Region = nullptr;
  for (Loop *L : LI.getLoopsInPreorder())
    if (L->isInnermost() && loopNumberOf(*L) == Number)
      Region = findRegion(L);
  if (!Region)
    return false;
  simplifyLoop(Region, &DT, &LI, &SE, &AC, nullptr, /*PreserveLCSSA=*/false);
  BasicBlock *Before = Region->getLoopPreheader();
  if (!Before)
    return false;
  formLCSSARecursively(*Region, DT, &LI, &SE);
  Entry = SplitBlock(Before, Before->getTerminator(), &DT, &LI);
  Blocks.push_back(Entry);
  append_range(Blocks, Region->blocks());
  // What is used behind the loop is stored where it is computed, which is to be
  // behind the loop.
  SmallVector<BasicBlock *> Exits;
  Region->getUniqueExitBlocks(Exits);
  for (BasicBlock *Exit : Exits) {
    if (Exit->isEHPad())
      return false;
    SplitBlock(Exit, Exit->getFirstNonPHIIt(), &DT, &LI);
    Blocks.push_back(Exit);
  }
  IsBlock.insert_range(Blocks);
  return true;
}

bool RegionTaker::isInside(const Value *V) const {
  const auto *I = dyn_cast<Instruction>(V);
  return I && IsBlock.contains(I->getParent());
}

/// What the region takes from the rest of the function.
RegionTaker::ValueSet RegionTaker::inputs() const {
  ValueSet Out;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB)
      for (Value *V : I.operand_values())
        if (isa<Argument>(V) || (isa<Instruction>(V) && !isInside(V)))
          Out.insert(V);
  return Out;
}

/// Says by metadata which accesses are to objects that do not overlap.
void RegionTaker::markApart() {
  constexpr size_t MostObjects = 32;
  std::vector<std::pair<Instruction *, SmallVector<const Value *, 2>>> Accesses;
  SetVector<const Value *> Objects;
  for (BasicBlock *BB : Blocks)
    for (Instruction &I : *BB) {
      const Value *Pointer = getLoadStorePointerOperand(&I);
      if (!Pointer)
        continue;
      SmallVector<const Value *, 2> Under;
      getUnderlyingObjects(Pointer, Under, &LI);
      if (any_of(Under, [&](const Value *V) { return isInside(V); }))
        continue; // Another one in each iteration.
      Objects.insert_range(Under);
      Accesses.emplace_back(&I, std::move(Under));
    }
  if (Objects.size() < 2 || Objects.size() > MostObjects)
    return;
  MDBuilder MDB(F.getContext());
  MDNode *Domain = MDB.createAnonymousAliasScopeDomain();
  std::map<const Value *, MDNode *> Scopes;
  for (const Value *V : Objects)
    Scopes[V] = MDB.createAnonymousAliasScope(Domain);
  std::set<std::pair<const Value *, const Value *>> Apart;
  for (const Value *A : Objects)
    for (const Value *B : Objects)
      if (AA.isNoAlias(MemoryLocation::getBeforeOrAfter(A),
                       MemoryLocation::getBeforeOrAfter(B)))
        Apart.insert({A, B});
  auto Add = [&](Instruction &I, unsigned Kind, ArrayRef<Metadata *> Names) {
    I.setMetadata(Kind,
                  MDNode::concatenate(I.getMetadata(Kind),
                                      MDNode::get(F.getContext(), Names)));
  };
  for (const auto &[Access, Under] : Accesses) {
    SmallVector<Metadata *> Own, Others;
    for (const Value *V : Under)
      Own.push_back(Scopes[V]);
    for (const Value *V : Objects)
      if (all_of(Under, [&](auto *U) { return Apart.count({U, V}) != 0; }))
        Others.push_back(Scopes[V]);
    Add(*Access, LLVMContext::MD_alias_scope, Own);
    Add(*Access, LLVMContext::MD_noalias, Others);
  }
}

/// Whether \p I may be done again in front of the loop, at next to no cost.
static bool isCheap(const Instruction &I) {
  if (const auto *Op = dyn_cast<BinaryOperator>(&I))
    return !Op->isIntDivRem() && Op->getType()->isIntegerTy();
  return isa<GetElementPtrInst>(I) ||
         (isa<CastInst>(I) && I.getType()->isIntOrPtrTy() &&
          I.getOperand(0)->getType()->isIntOrPtrTy());
}

/// Two pointers into an array, or a number and what it is extended from, are
/// related by the arithmetic in front of the loop.
void RegionTaker::repeatArithmetic() {
  constexpr unsigned Most = 48;
  for (unsigned Done = 0; Done < Most;) {
    const unsigned Before = Done;
    for (Value *V : inputs()) {
      auto *I = dyn_cast<Instruction>(V);
      if (!I || !isCheap(*I) || Done == Most)
        continue;
      Instruction *Copy = I->clone();
      // Behind its operands, which are copied next.
      Copy->insertBefore(Entry->getFirstInsertionPt());
      I->replaceUsesWithIf(Copy, [&](const Use &U) {
        return isInside(cast<Instruction>(U.getUser()));
      });
      ++Done;
    }
    if (Done == Before)
      return;
  }
}

/// The numbers that the region takes of which not all values are possible: they
/// bound the iterations of its loops.
std::map<Value *, ConstantRange> RegionTaker::findRanges() const {
  std::map<Value *, ConstantRange> Out;
  for (Value *V : inputs())
    if (V->getType()->isIntegerTy()) {
      const ConstantRange Range = SE.getUnsignedRange(SE.getSCEV(V));
      if (!Range.isFullSet() && !Range.isEmptySet())
        Out.emplace(V, Range);
    }
  return Out;
}

Function *RegionTaker::take(unsigned Number) {
  if (!enter(Number))
    return nullptr;
  markApart();
  repeatArithmetic();
  const std::map<Value *, ConstantRange> Ranges = findRanges();
  CodeExtractor Extractor(Blocks, &DT, /*AggregateArgs=*/false,
                          /*BFI=*/nullptr, /*BPI=*/nullptr, &AC);
  if (!Extractor.isEligible())
    return nullptr;
  SetVector<Value *> Inputs, Outputs;
  const CodeExtractorAnalysisCache Cache(F);
  Function *New = Extractor.extractCodeRegion(Cache, Inputs, Outputs);
  if (!New || New->arg_size() != Inputs.size() + Outputs.size() ||
      verifyFunction(*New))
    return nullptr;
  for (auto [I, V] : enumerate(Inputs))
    if (const auto Known = Ranges.find(V); Known != Ranges.end())
      New->addParamAttr(
          I, Attribute::get(F.getContext(), Attribute::Range, Known->second));
  for (size_t I = Inputs.size(); I < New->arg_size(); ++I)
    New->addParamAttr(I, Attribute::NoAlias);
  return New;
}

//===----------------------------------------------------------------------===//
// A module of its own
//===----------------------------------------------------------------------===//

/// Makes \p Region all that there is in its module, and numbers its loops.
static std::vector<unsigned> isolate(Function &Region, Function &From) {
  From.deleteBody();
  From.setLinkage(GlobalValue::ExternalLinkage);
  Module &M = *Region.getParent();
  if (GlobalValue *Other = M.getNamedValue(LoopRegion::Name))
    Other->setName(""); // Of the user, whatever it is called.
  Region.setName(LoopRegion::Name);
  Region.setLinkage(GlobalValue::ExternalLinkage);
  for (Function &F : make_early_inc_range(M))
    if (F.isDeclaration() && F.use_empty())
      F.eraseFromParent();
  for (GlobalVariable &V : make_early_inc_range(M.globals()))
    if (V.use_empty())
      V.eraseFromParent();
  std::vector<unsigned> Loops;
  forEachInnermostLoop(Region, [&](Loop &L) {
    const std::optional<unsigned> Number = loopNumberOf(L);
    if (!Number)
      return;
    setLoopNumber(L, Loops.size());
    Loops.push_back(*Number);
  });
  return Loops;
}

static std::optional<LoopRegion>
takeOut(const Compilation &How, MemoryBufferRef Bitcode, unsigned Number) {
  LLVMContext Context;
  auto M = parseBitcodeFile(Bitcode, Context);
  if (!M) {
    consumeError(M.takeError());
    return std::nullopt;
  }
  Function &F = *(*M)->getFunction(Bitcode.getBufferIdentifier());
  Function *New = nullptr;
  {
    AnalysisManagers Managers(How);
    New = RegionTaker(F, Managers.FAM).take(Number);
  }
  if (!New)
    return std::nullopt;
  LoopRegion Out;
  Out.Loops = isolate(*New, F);
  Out.Size = New->getInstructionCount();
  raw_svector_ostream OS(Out.Bitcode);
  WriteBitcodeToFile(**M, OS, /*ShouldPreserveUseListOrder=*/true);
  return Out;
}

std::vector<LoopRegion>
kernelbounds::takeOutLoops(const Compilation &How, ArrayRef<char> Bitcode,
                           StringRef Name, function_ref<bool(unsigned)> Wants) {
  const MemoryBufferRef Whole(StringRef(Bitcode.data(), Bitcode.size()), Name);
  std::vector<unsigned> Numbers;
  {
    LLVMContext Context;
    auto M = parseBitcodeFile(Whole, Context);
    if (M)
      Numbers = chooseLoops(*(*M)->getFunction(Name), Wants);
    else
      consumeError(M.takeError());
  }
  std::vector<LoopRegion> Out;
  for (const unsigned Number : Numbers)
    if (std::optional<LoopRegion> R = takeOut(How, Whole, Number))
      Out.push_back(std::move(*R));
  return Out;
}
