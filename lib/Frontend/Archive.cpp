//===- Archive.cpp - The members of an archive as one input ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An archive is read as its members, one after the other: static libraries,
/// and thin archives, whose members are files of their own. Tested by
/// test/kernel-opt/archive.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Frontend/Input.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/Magic.h"

using namespace llvm;

namespace kernelbounds {

static InputDiagnostic passedOver(const std::string &Member,
                                  const std::string &Why) {
  StringRef Reason = Why;
  Reason.consume_front(Member + ": ");
  return {Member, 0, 0, "the member is passed over: " + Reason.str()};
}

void InputFile::addMemberFile(std::unique_ptr<InputFile> Member) {
  if (!TheTarget) {
    TheTriple = Member->TheTriple;
    TheTarget = Member->TheTarget;
  }
  const unsigned NumFunctions = Member->Image->functions().size();
  if (NumFunctions == 0)
    return;
  if (Member->TheTriple.getArch() != TheTriple.getArch()) {
    MemberSummary.addDiagnostic(passedOver(
        Member->Name, "it is for " + Member->TheTriple.getArchName().str() +
                          ", those before it are for " +
                          TheTriple.getArchName().str()));
    return;
  }
  for (const InputDiagnostic &D : Member->summary().Diagnostics)
    MemberSummary.addDiagnostic(D);
  MemberSummary.NumSuppressed += Member->summary().NumSuppressed;
  MemberSummary.NumUnread += Member->summary().NumUnread;
  auto Add = [](std::vector<unsigned> &Ends, unsigned Num) {
    Ends.push_back((Ends.empty() ? 0 : Ends.back()) + Num);
  };
  Member->FirstFunctionId =
      MemberFunctionEnds.empty() ? 0 : MemberFunctionEnds.back();
  Add(MemberPieceEnds, Member->numPieces());
  Add(MemberFunctionEnds, NumFunctions);
  Members.push_back(std::move(Member));
}

/// Fails if the archive is corrupt; a member that is no object is a diagnostic.
Error InputFile::addMember(const object::Archive::Child &Child) {
  Expected<StringRef> MemberName = Child.getName();
  if (!MemberName)
    return MemberName.takeError();
  Expected<MemoryBufferRef> Contents = Child.getMemoryBufferRef();
  if (!Contents)
    return Contents.takeError();
  const std::string FullName = Name + "(" + MemberName->str() + ")";
  if (identify_magic(Contents->getBuffer()) == file_magic::unknown) {
    MemberSummary.addDiagnostic(passedOver(FullName, "it is no object"));
    return Error::success();
  }
  std::unique_ptr<InputFile> Member(new InputFile());
  Member->Name = FullName;
  Member->Options = Options;
  Member->IsMember = true;
  Member->Buffer = MemoryBuffer::getMemBuffer(Contents->getBuffer(), FullName,
                                              /*RequiresNullTerminator=*/false);
  if (Error E = Member->openObjectFile())
    MemberSummary.addDiagnostic(passedOver(FullName, toString(std::move(E))));
  else
    addMemberFile(std::move(Member));
  return Error::success();
}

Error InputFile::openArchive() {
  HasMembers = true;
  auto Failed = [&](Error E) {
    return createStringError(
        Name + ": truncated or corrupt archive: " + toString(std::move(E)));
  };
  auto Opened = object::Archive::create(Buffer->getMemBufferRef());
  if (!Opened)
    return Failed(Opened.takeError());
  Archive = std::move(*Opened);
  Error Problem = Error::success();
  for (const object::Archive::Child &Child : Archive->children(Problem))
    if (Error E = addMember(Child))
      return joinErrors(Failed(std::move(E)), std::move(Problem));
  if (Problem)
    return Failed(std::move(Problem));
  // That none is chosen is not for the reader to complain about.
  if (!Members.empty() || (TheTarget && !Options.Function.empty()))
    return Error::success();
  std::string Why = "no member holds machine code";
  if (!MemberSummary.Diagnostics.empty()) {
    const InputDiagnostic &First = MemberSummary.Diagnostics.front();
    Why += "; " + First.File + ": " + First.Message;
  }
  return createStringError(Name + ": " + Why);
}

const InputFile &InputFile::memberOf(ArrayRef<unsigned> Ends, unsigned Index,
                                     unsigned &First) const {
  const size_t Member = upper_bound(Ends, Index) - Ends.begin();
  First = Member == 0 ? 0 : Ends[Member - 1];
  return *Members[Member];
}

std::shared_ptr<const Input> InputFile::readMemberPiece(unsigned Piece) const {
  unsigned First = 0;
  const InputFile &Member = memberOf(MemberPieceEnds, Piece, First);
  const unsigned Own = Piece - First;
  std::unique_ptr<Input> In = Member.readFunctions(
      Own == 0 ? 0 : Member.PieceEnds[Own - 1], Member.PieceEnds[Own]);
  In->FirstFunctionId = Member.FirstFunctionId;
  return In;
}

std::shared_ptr<const Input> InputFile::readMemberFunction(unsigned Id) const {
  unsigned First = 0;
  const InputFile &Member = memberOf(MemberFunctionEnds, Id, First);
  std::unique_ptr<Input> In = Member.readFunctions(Id - First, Id - First + 1);
  In->FirstFunctionId = Member.FirstFunctionId;
  return In;
}

} // namespace kernelbounds
