//===- CodeLayout.cpp - What the front end sees of code and model ---------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The instructions of a kernel with their places, and the values of a model,
/// for FrontEndBound.cpp. Tested with that.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Bounds/FrontEndBound.h"
#include "kernel-bounds/Kernel/TargetSemantics.h"
#include "llvm/ADT/STLExtras.h"

using namespace kernelbounds;
using namespace llvm;

FrontEndParams kernelbounds::frontEndParams(const PortModel &Model) {
  auto Get = [&](PipelineParam P) { return Model.pipeline(P).Value; };
  FrontEndParams P;
  P.Window = Get(PipelineParam::UopCacheWindow);
  P.Line = Get(PipelineParam::UopCacheLine);
  P.Ways = Get(PipelineParam::UopCacheWays);
  P.Lines = Get(PipelineParam::UopCacheLines);
  P.Fetch = Get(PipelineParam::UopCacheFetch);
  P.Merge = Get(PipelineParam::UopCacheMerge);
  P.Width = Get(PipelineParam::UopCacheWidth);
  P.LineInsts = Get(PipelineParam::UopCacheInsts);
  P.LineConstants = Get(PipelineParam::UopCacheConstants);
  P.Rate = Get(PipelineParam::UopCacheRate);
  P.Lookup = Get(PipelineParam::UopCacheLookup);
  P.IssueWidth = Get(PipelineParam::IssueWidth);
  P.IssueWindows = Get(PipelineParam::IssueWindows);
  P.DecodeBlock = Get(PipelineParam::DecodeBlock);
  P.PredecodeWidth = Get(PipelineParam::PredecodeWidth);
  P.LengthStall = Get(PipelineParam::LengthStall);
  P.Decoders = Get(PipelineParam::DecodeWidth);
  P.SimpleDecoder = Get(PipelineParam::SimpleDecoder);
  P.Switch = Get(PipelineParam::DecoderSwitch);
  P.JumpBoundary = Get(PipelineParam::JumpBoundary);
  P.LoopBuffer = Get(PipelineParam::LoopBuffer);
  P.LoopBufferWidth = Get(PipelineParam::LoopBufferWidth);
  P.LoopBufferCrossing = Get(PipelineParam::LoopBufferCrossing);
  return P;
}

bool kernelbounds::usesCodeLayout(const PortModel &Model) {
  return Model.pipeline(PipelineParam::UopCacheWindow).Value != 0 ||
         Model.pipeline(PipelineParam::LoopBufferCrossing).Value != 0;
}

/// Micro-ops that an instruction has in the cache. Of longer ones it holds
/// where their microcode is.
constexpr unsigned MostCached = 4;

SmallVector<CodeInst, 0> kernelbounds::codeOf(const MappedKernel &M) {
  SmallVector<CodeInst, 0> Code;
  Code.reserve(M.Insts.size());
  const bool Counts = frontEndParams(*M.Model).LineConstants != 0;
  for (auto [I, Mapped] : zip_equal(M.K->Insts, M.Insts)) {
    if (I.Size == 0)
      return {};
    // A prefix that is listed alone is part of the next instruction.
    const bool IsPrefix = I.is(IF_Nop) && Mapped.IssueSlots == 0;
    Code.push_back(
        {I.Address, I.Size, std::min<unsigned>(Mapped.CacheUops, MostCached),
         Mapped.is(MF_FusedWithNext) || IsPrefix, I.is(IF_Branch),
         M.Model->isLengthChanging(I.Opcode), Mapped.is(MF_UopsFromLLVM),
         I.OpcodeOffset,
         Counts ? uint8_t(targetOf(*M.K).numConstants(I)) : uint8_t(0)});
  }
  return Code;
}
