//===- TraceDecoder.cpp - Recorded bytes as instructions ------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TraceDecoder.h"
#include "kernel-bounds/Target/Targets.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

Expected<std::unique_ptr<TraceDecoder>> TraceDecoder::create(const Triple &TT) {
  auto Target = TargetContext::create(TT, "", "");
  if (!Target)
    return Target.takeError();
  std::unique_ptr<TraceDecoder> D(new TraceDecoder);
  D->Target = std::move(*Target);
  TargetContext &T = *D->Target;
  D->Decoder.reset(T.target().createMCDisassembler(T.subtarget(), T.context()));
  D->Semantics = createTargetSemantics(
      TT, {&T.target(), &T.instrInfo(), &T.registerInfo()});
  if (!D->Decoder || !D->Semantics)
    return createStringError("unsupported target '" + TT.str() + "'");
  return D;
}

std::optional<ListedInst> TraceDecoder::decode(ArrayRef<uint8_t> Bytes,
                                               uint64_t Address) const {
  ListedInst I;
  unsigned Flags = 0;
  for (I.Address = Address;;) {
    uint64_t Size = 0;
    I.Inst.clear();
    const ArrayRef<uint8_t> Rest = Bytes.drop_front(I.Size);
    if (Decoder->getInstruction(I.Inst, Size, Rest, Address + I.Size,
                                nulls()) == MCDisassembler::Fail ||
        Size == 0 || Size > Rest.size())
      return std::nullopt;
    I.OpcodeOffset = Target->code().opcodeOffset(Rest.take_front(Size));
    I.Size += Size;
    Flags |= I.Inst.getFlags();
    // A prefix is a part of the instruction behind it.
    const unsigned Prefix = Target->prefixOf(I.Inst).Flag;
    if (Prefix == 0)
      break;
    Flags |= Prefix;
  }
  I.Inst.setFlags(Flags);
  return I;
}
