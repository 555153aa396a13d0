//===- CodeDecoder.cpp - From bytes to instructions -----------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Frontend/ObjectReaderTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "CodeDecoder.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace llvm::object;

namespace kernelbounds {

CodeListener::~CodeListener() = default;

CodeDecoder::CodeDecoder(const ObjectFile &Object, const ObjectSymbols &Symbols,
                         const std::vector<TextSection> &Sections,
                         TargetContext &Target)
    : Object(Object), Symbols(Symbols), Sections(Sections), Target(Target),
      Decoder(Target.target().createMCDisassembler(Target.subtarget(),
                                                   Target.context())) {
  if (!Object.isRelocatableObject())
    return;
  auto Owned =
      std::make_unique<RelocationSymbolizer>(Target.context(), Symbols);
  Symbolizer = Owned.get();
  Decoder->setSymbolizer(std::move(Owned));
}

/// The immediate before a marker's bytes: 111 begins a region, 222 ends it.
void CodeDecoder::noteMarkerNumber(const MCInst &Inst) {
  MarkerNumber = 0;
  for (const MCOperand &Op : Inst)
    if (Op.isImm() && (Op.getImm() == 111 || Op.getImm() == 222)) {
      MarkerNumber = Op.getImm();
      return;
    }
}

/// Bytes of IACA's and OSACA's marker at the start of \p Bytes; 0 if none.
size_t CodeDecoder::markerSize(ArrayRef<uint8_t> Bytes) const {
  StringRef Marker = Target.code().markerBytes();
  return MarkerNumber != 0 && !Marker.empty() &&
                 toStringRef(Bytes).starts_with(Marker)
             ? Marker.size()
             : 0;
}

void CodeDecoder::release(CodeListener &Listener) {
  if (Held)
    Listener.addInst(std::move(*Held));
  Held.reset();
}

/// Keeps back a prefix, which belongs to the instruction right behind it.
void CodeDecoder::add(ListedInst &&I, CodeListener &Listener) {
  if (Held && Held->Address + Held->Size == I.Address) {
    I.Inst.setFlags(I.Inst.getFlags() | Target.prefixOf(Held->Inst).Flag |
                    Held->Inst.getFlags());
    I.Size += Held->Size;
    I.Address = Held->Address;
    Held.reset();
  }
  release(Listener);
  noteMarkerNumber(I.Inst);
  if (Target.prefixOf(I.Inst).Flag != 0)
    Held = std::move(I);
  else
    Listener.addInst(std::move(I));
}

void CodeDecoder::decode(const TextSection &S, uint64_t Begin, uint64_t End,
                         CodeListener &Listener) {
  if (Symbolizer)
    Symbolizer->setSection(S.Index);
  Held.reset();
  MarkerNumber = 0;
  End = std::min(End, S.end());
  uint64_t BadSize = 0; // Of the run of undecoded bytes before Address.
  uint64_t Address = Begin;
  auto EndRun = [&] {
    if (BadSize) {
      release(Listener);
      Listener.addGap(Address - BadSize, BadSize);
    }
    BadSize = 0;
  };
  while (Address < End) {
    ArrayRef<uint8_t> Rest = S.Bytes.slice(Address - S.Base);
    if (size_t Size = markerSize(Rest)) {
      release(Listener);
      Listener.addMarker(MarkerNumber == 111);
      Address += Size;
      continue;
    }
    uint64_t Next = 0;
    if (Symbols.isData(S.Index, Address, Next)) {
      EndRun();
      Address = std::min(Next, End);
      continue;
    }
    ListedInst I;
    uint64_t Size = 0;
    auto Status = Decoder->getInstruction(I.Inst, Size, Rest, Address, nulls());
    if (Status == MCDisassembler::Fail || Size == 0) {
      Size = std::min<uint64_t>(Target.code().codeUnit(), Rest.size());
      BadSize += Size;
    } else {
      EndRun();
      I.Address = Address;
      I.Size = Size;
      if (Symbolizer)
        Symbolizer->symbolizeLast(I.Inst, I.Address, Size);
      I.OpcodeOffset = Target.code().opcodeOffset(Rest.take_front(Size));
      add(std::move(I), Listener);
    }
    Address += Size;
  }
  EndRun();
  release(Listener);
}

bool CodeDecoder::isDirectCall(const ListedInst &I) const {
  return Target.instrAnalysis().isCall(I.Inst) && I.Inst.getNumOperands() == 1;
}

uint64_t CodeDecoder::directTarget(const TextSection &S, const ListedInst &I,
                                   std::string *Name) const {
  if (const CodeRelocation *R =
          Symbols.relocationIn(S.Index, I.Address, I.Address + I.Size)) {
    if (Name)
      *Name = R->Symbol;
    if (!R->HasTarget || R->TargetSection != S.Index)
      return NoAddress;
    // The relocation counts from the field's place, the branch from its end.
    int64_t Skew =
        Target.code().countsFromEnd() ? I.Address + I.Size - R->Address : 0;
    uint64_t Address = R->TargetValue + Skew;
    if (Name && Name->empty())
      *Name = Symbols.functionAt(S.Index, Address).str();
    return Address;
  }
  uint64_t Address = NoAddress;
  if (!Target.instrAnalysis().evaluateBranch(I.Inst, I.Address, I.Size,
                                             Address))
    return NoAddress;
  if (!Name)
    return Address;
  for (const TextSection &Other : Sections) {
    // Sections of relocatable objects overlap: stay in this one.
    if (Object.isRelocatableObject() && Other.Index != S.Index)
      continue;
    *Name = Symbols.functionAt(Other.Index, Address).str();
    if (!Name->empty())
      break;
  }
  return Address;
}

} // namespace kernelbounds
