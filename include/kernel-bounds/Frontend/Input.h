//===- Input.h - Any file of code, ready for analysis -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The common entry of the readers: tells objects from assembly, chooses the
/// target, finds the loops and the marked regions.
///
/// \code
///   Expected<std::unique_ptr<Input>> In = readInput("dot.s", {});
///   if (!In)
///     return In.takeError(); // "dot.s: no instructions: the file is empty"
///   for (auto [F, Loops] : zip((*In)->code().Functions, (*In)->Loops))
///     for (const LoopBody &L : Loops)
///       analyze(F, L);
/// \endcode
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_FRONTEND_INPUT_H
#define KERNEL_BOUNDS_FRONTEND_INPUT_H

#include "kernel-bounds/Frontend/AssemblyReader.h"
#include "kernel-bounds/Frontend/CodeFile.h"
#include "kernel-bounds/Frontend/Markers.h"
#include "kernel-bounds/Frontend/ObjectReader.h"
#include "kernel-bounds/Frontend/Target.h"
#include "llvm/Object/Archive.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>
#include <vector>

namespace kernelbounds {

struct InputOptions {
  /// What FunctionFilter takes; empty: all functions.
  std::string Function;
  /// Empty: an object's own, or guessed from the registers in the text.
  std::string Triple;
  std::string CPU;      ///< LLVM's name; empty: generic.
  std::string Features; ///< LLVM's; none are needed for reading.
  AssemblyOptions Assembly;
  bool SourceLines = true; ///< Objects: read debug information, for loops.
};

/// One file as read. Movable only by its pointer: MCInsts point into it.
struct Input {
  std::string FileName; ///< As given; "<stdin>" for "-".
  bool IsObject = false;
  unsigned FirstFunctionId = 0; ///< Of a member of an archive; else 0.
  std::shared_ptr<llvm::MemoryBuffer> Buffer;
  std::unique_ptr<TargetContext> Target;
  CodeFile Text;                      ///< Of assembly.
  std::shared_ptr<ObjectImage> Image; ///< Of objects; else null.
  ObjectListing Object;
  /// Innermost loops of each function, parallel to code().Functions.
  std::vector<std::vector<LoopBody>> Loops;
  /// Ways into each block of each function, from wherever.
  std::vector<std::vector<unsigned>> NumEntries;
  /// What the user marked, in the order of the code; usually nothing. If there
  /// is any, it is what the user wants to see instead of all Loops.
  std::vector<MarkedRegion> Regions;

  CodeFile &file() { return Image ? Object.File : Text; }
  const CodeFile &file() const { return Image ? Object.File : Text; }
  const Listing &code() const { return file().Code; }

  /// Statements or runs of bytes in the blocks of \p L that were not
  /// understood. Unless 0, every number for the loop is incomplete.
  unsigned numUnread(const ListedFunction &F, const LoopBody &L) const;

  /// What InputFile calls the function at \p Index of code().Functions.
  unsigned functionId(unsigned Index) const {
    return FirstFunctionId + (Image ? Object.FunctionIds[Index] : Index);
  }

  /// Ways into \p L elsewhere than at its header. Unless 0, code before the
  /// loop says nothing of what registers hold in it. 0 for a marked region.
  /// \pre \p F is one of code().Functions. O(blocks of \p L).
  unsigned numOtherEntries(const ListedFunction &F, const LoopBody &L) const;
};

/// A file of code that is read in pieces: runs of whole functions, in the order
/// of the file. Assembly, and an object with markers, is one piece. The pieces
/// of an archive are those of its members, whose Inputs are named
/// "archive(member)". Members that hold no code are passed over, and those that
/// cannot be read are diagnostics. A jitdump, the code that a program made
/// while it ran, is read as an archive, too.
class InputFile {
public:
  /// Opens the file \p Path; "-" is standard input. The whole file is looked
  /// at, unless Options.Function is the name of a function of an object: then
  /// no more is read than that.
  static llvm::Expected<std::unique_ptr<InputFile>>
  open(llvm::StringRef Path, const InputOptions &Options);
  /// The same for a buffer that is already in memory.
  static llvm::Expected<std::unique_ptr<InputFile>>
  open(std::unique_ptr<llvm::MemoryBuffer> Buffer, const InputOptions &Options);

  const std::string &name() const { return Name; } ///< "<stdin>" for "-".
  const llvm::Triple &triple() const { return TheTriple; }
  const llvm::Target &target() const { return *TheTarget; }
  /// What was not understood in all of the file.
  const CodeFile &summary() const;

  /// Of an object: where its functions lie, by Input::functionId(). Of assembly
  /// there are none.
  llvm::ArrayRef<FunctionCode> functions() const;

  unsigned numPieces() const {
    if (isArchive())
      return MemberPieceEnds.empty() ? 0 : MemberPieceEnds.back();
    return PieceEnds.size();
  }
  /// Reads a piece. Several threads may read at once.
  std::shared_ptr<const Input> read(unsigned Piece) const;
  /// Reads one function again, by its Input::functionId(). Of assembly, it is
  /// the whole file again.
  std::shared_ptr<const Input> readFunction(unsigned Id) const;
  /// Whether its pieces are of several files: an archive, or a jitdump.
  bool isArchive() const { return HasMembers; }
  /// Whether it is assembly, all of whose pieces are one Input.
  bool isText() const { return Text != nullptr; }

private:
  friend llvm::Expected<std::unique_ptr<Input>>
  readInput(std::unique_ptr<llvm::MemoryBuffer> Buffer,
            const InputOptions &Options);

  InputFile() = default;
  llvm::Error openText();
  llvm::Error openObjectFile();
  llvm::Error openArchive();
  llvm::Error openJitDump();
  llvm::Error addMember(const llvm::object::Archive::Child &Child);
  void addMemberFile(std::unique_ptr<InputFile> Member);
  /// The member that holds a piece or a function, and the first of its pieces
  /// or functions, of those that end at \p Ends.
  std::shared_ptr<const Input> readMemberPiece(unsigned Piece) const;
  std::shared_ptr<const Input> readMemberFunction(unsigned Id) const;
  const InputFile &memberOf(llvm::ArrayRef<unsigned> Ends, unsigned Index,
                            unsigned &First) const;
  std::unique_ptr<Input> readFunctions(unsigned First, unsigned End) const;

  std::string Name;
  InputOptions Options;
  llvm::Triple TheTriple;
  const llvm::Target *TheTarget = nullptr;
  std::shared_ptr<llvm::MemoryBuffer> Buffer;
  std::shared_ptr<const Input> Text;  ///< Of assembly; else null.
  std::shared_ptr<ObjectImage> Image; ///< Of objects; else null.
  std::vector<unsigned> PieceEnds;    ///< Into Image's functions.
  /// Of an archive; else null. Members refer to its buffers.
  std::unique_ptr<llvm::object::Archive> Archive;
  bool HasMembers = false;
  bool IsMember = false;        ///< Of an archive: it may hold no code.
  unsigned FirstFunctionId = 0; ///< Of a member, in its archive.
  std::vector<std::unique_ptr<InputFile>> Members;
  std::vector<unsigned> MemberPieceEnds, MemberFunctionEnds;
  CodeFile MemberSummary; ///< What was not understood in any of Members.
};

/// Reads the file \p Path; "-" is standard input.
llvm::Expected<std::unique_ptr<Input>> readInput(llvm::StringRef Path,
                                                 const InputOptions &Options);

/// The same for a buffer that is already in memory.
llvm::Expected<std::unique_ptr<Input>>
readInput(std::unique_ptr<llvm::MemoryBuffer> Buffer,
          const InputOptions &Options);

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_FRONTEND_INPUT_H
