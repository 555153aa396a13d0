//===- RunTrace.cpp - Instructions that a run executed --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// All numbers are ULEB128. A sequence that can be predicted is written as
/// pairs: how many values in a row were predicted right, and the next one. What
/// is predicted of the path is the successor that an instruction had last time,
/// and of an address the step of the last time. So a loop that goes one way
/// through arrays takes about no bytes at all.
///
/// Tested by unittests/Run/RunTraceTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Run/RunTrace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/LEB128.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral Magic("kbtrace\n");
static constexpr uint64_t Version = 2;
/// Without windows.
static constexpr uint64_t FirstVersion = 1;

bool TraceLoop::contains(uint64_t Address) const {
  return any_of(Ranges, [=](const auto &R) {
    return Address >= R.first && Address < R.second;
  });
}

uint64_t RunTrace::numInstructions() const {
  uint64_t Sum = 0;
  for (const TraceStretch &S : Stretches)
    Sum += S.Path.size();
  return Sum;
}

namespace {

/// Signed numbers as unsigned ones, so that a small step backwards is short.
static uint64_t zigzag(int64_t Value) {
  return static_cast<uint64_t>(Value) << 1 ^ static_cast<uint64_t>(Value >> 63);
}
static int64_t unzigzag(uint64_t Coded) {
  return static_cast<int64_t>(Coded >> 1 ^ (~(Coded & 1) + 1));
}

/// Counts values that were predicted right, and writes the others.
class PredictedWriter {
public:
  explicit PredictedWriter(raw_ostream &OS) : OS(OS) {}
  void add(uint64_t Value, uint64_t Predicted) {
    if (Value == Predicted) {
      ++NumRight;
      return;
    }
    encodeULEB128(NumRight, OS);
    encodeULEB128(zigzag(static_cast<int64_t>(Value - Predicted)), OS);
    NumRight = 0;
  }
  void finish() { encodeULEB128(NumRight, OS); }

private:
  raw_ostream &OS;
  uint64_t NumRight = 0;
};

/// Reads numbers until one is wrong; from then on all are 0.
class NumberReader {
public:
  explicit NumberReader(StringRef Buffer)
      : At(Buffer.bytes_begin()), End(Buffer.bytes_end()) {}
  uint64_t number() {
    unsigned Length = 0;
    const char *Fault = nullptr;
    const uint64_t Value = decodeULEB128(At, &Length, End, &Fault);
    IsBad |= Fault != nullptr;
    At += IsBad ? 0 : Length;
    return IsBad ? 0 : Value;
  }
  /// A count of things that have at least \p Least bytes each.
  uint64_t count(uint64_t Least) {
    const uint64_t Value = number();
    IsBad |= Value > static_cast<uint64_t>(End - At) / Least;
    return IsBad ? 0 : Value;
  }
  /// At most \p Most.
  uint64_t numberTo(uint64_t Most) {
    const uint64_t Value = number();
    IsBad |= Value > Most;
    return IsBad ? 0 : Value;
  }
  StringRef bytes(uint64_t Size) {
    if (IsBad || Size > static_cast<uint64_t>(End - At)) {
      IsBad = true;
      return "";
    }
    At += Size;
    return StringRef(reinterpret_cast<const char *>(At - Size), Size);
  }
  std::string text() { return bytes(number()).str(); }
  void fail() { IsBad = true; }
  bool isBad() const { return IsBad; }
  bool isAtEnd() const { return At == End; }

private:
  const uint8_t *At, *End;
  bool IsBad = false;
};

class PredictedReader {
public:
  explicit PredictedReader(NumberReader &In) : In(In), NumRight(In.number()) {}
  uint64_t next(uint64_t Predicted) {
    if (NumRight != 0) {
      --NumRight;
      return Predicted;
    }
    const uint64_t Coded = In.number();
    NumRight = In.number();
    return Predicted + static_cast<uint64_t>(unzigzag(Coded));
  }

private:
  NumberReader &In;
  uint64_t NumRight;
};

/// What the next instruction and the next address will be, in both directions
/// the same.
class Predictor {
public:
  explicit Predictor(ArrayRef<TraceInst> Insts) {
    Next.resize(Insts.size() + 1);
    for (const TraceInst &I : Insts) {
      First.push_back(NumSlots);
      NumSlots += I.NumAccesses;
    }
    Last.resize(NumSlots);
    Step.resize(NumSlots);
  }
  uint64_t inst() const { return Next[Before]; }
  void setInst(uint32_t I) {
    Next[Before] = I;
    Before = I + 1;
  }
  uint64_t address(uint32_t I, unsigned Access) const {
    const size_t Slot = First[I] + Access;
    return Last[Slot] + Step[Slot];
  }
  void setAddress(uint32_t I, unsigned Access, uint64_t Address) {
    const size_t Slot = First[I] + Access;
    Step[Slot] = Address - Last[Slot];
    Last[Slot] = Address;
  }
  void beginStretch() { Before = 0; }

private:
  std::vector<uint32_t> Next;       ///< By 1 + the last instruction; 0: none.
  std::vector<size_t> First;        ///< By instruction: its first access.
  std::vector<uint64_t> Last, Step; ///< By access.
  size_t NumSlots = 0;
  uint32_t Before = 0;
};

} // namespace

//===----------------------------------------------------------------------===//
// Writing
//===----------------------------------------------------------------------===//

static void writeText(raw_ostream &OS, StringRef Text) {
  encodeULEB128(Text.size(), OS);
  OS << Text;
}

static void writeInsts(raw_ostream &OS, ArrayRef<TraceInst> Insts) {
  encodeULEB128(Insts.size(), OS);
  for (const TraceInst &I : Insts) {
    for (uint64_t N : {uint64_t(I.Module), I.Address, uint64_t(I.Size),
                       uint64_t(I.NumAccesses)})
      encodeULEB128(N, OS);
    OS << toStringRef(I.bytes());
  }
}

static void writeLoops(raw_ostream &OS, ArrayRef<TraceLoop> Loops) {
  encodeULEB128(Loops.size(), OS);
  for (const TraceLoop &L : Loops) {
    encodeULEB128(L.Module, OS);
    encodeULEB128(L.Header, OS);
    writeText(OS, L.Function);
    writeText(OS, L.SourceFile);
    encodeULEB128(L.SourceLine, OS);
    encodeULEB128(L.Share, OS);
    encodeULEB128(L.Ranges.size(), OS);
    for (auto [Begin, End] : L.Ranges) {
      encodeULEB128(Begin, OS);
      encodeULEB128(End - Begin, OS);
    }
  }
}

static void writeStretches(raw_ostream &OS, const RunTrace &T) {
  encodeULEB128(T.Stretches.size(), OS);
  Predictor P(T.Insts);
  for (const TraceStretch &S : T.Stretches) {
    encodeULEB128(S.Thread, OS);
    encodeULEB128(S.Path.size(), OS);
    P.beginStretch();
    PredictedWriter Path(OS);
    for (uint32_t I : S.Path) {
      Path.add(I, P.inst());
      P.setInst(I);
    }
    Path.finish();
    PredictedWriter Addresses(OS);
    size_t At = 0;
    for (uint32_t I : S.Path)
      for (unsigned A = 0; A < T.Insts[I].NumAccesses; ++A, ++At) {
        Addresses.add(S.Addresses[At], P.address(I, A));
        P.setAddress(I, A, S.Addresses[At]);
      }
    Addresses.finish();
  }
}

static void writeWindows(raw_ostream &OS, ArrayRef<TraceWindow> Windows) {
  encodeULEB128(Windows.size(), OS);
  for (const TraceWindow &W : Windows) {
    for (uint64_t N :
         {uint64_t(W.Stretch), uint64_t(W.From), uint64_t(W.To), W.Nanoseconds,
          W.CycleFemtoseconds, uint64_t(W.Moves.size())})
      encodeULEB128(N, OS);
    for (const TraceMove &M : W.Moves) {
      encodeULEB128(M.Inst, OS);
      encodeULEB128(M.Access, OS);
      encodeULEB128(zigzag(M.Bytes), OS);
    }
  }
}

void kernelbounds::writeTrace(raw_ostream &OS, const RunTrace &T) {
  std::string Body;
  raw_string_ostream Out(Body);
  writeText(Out, T.Triple);
  encodeULEB128(T.Modules.size(), Out);
  for (const std::string &M : T.Modules)
    writeText(Out, M);
  writeInsts(Out, T.Insts);
  writeLoops(Out, T.Loops);
  writeStretches(Out, T);
  writeWindows(Out, T.Windows);
  OS << Magic;
  encodeULEB128(Version, OS);
  char Sum[4];
  support::endian::write32le(Sum, crc32(arrayRefFromStringRef(Body)));
  OS << StringRef(Sum, 4) << Body;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

/// No instruction has more; gathers have none.
static constexpr uint64_t MaxAccesses = 16;

static void readInsts(NumberReader &In, RunTrace &T) {
  T.Insts.resize(In.count(5));
  for (TraceInst &I : T.Insts) {
    I.Module = In.numberTo(T.Modules.empty() ? 0 : T.Modules.size() - 1);
    I.Address = In.number();
    I.Size = In.numberTo(TraceInst::MaxSize);
    I.NumAccesses = In.numberTo(MaxAccesses);
    llvm::copy(In.bytes(I.Size), I.Bytes.begin());
  }
}

static void readLoops(NumberReader &In, RunTrace &T) {
  T.Loops.resize(In.count(7));
  for (TraceLoop &L : T.Loops) {
    L.Module = In.numberTo(T.Modules.empty() ? 0 : T.Modules.size() - 1);
    L.Header = In.number();
    L.Function = In.text();
    L.SourceFile = In.text();
    L.SourceLine = In.numberTo(UINT32_MAX);
    L.Share = In.numberTo(1000000);
    L.Ranges.resize(In.count(2));
    for (auto &[Begin, End] : L.Ranges) {
      Begin = In.number();
      End = Begin + In.number();
    }
  }
}

/// No stretch of a sane file is longer: an error, and not all of the memory.
static constexpr uint64_t MaxStretch = 10000000;

/// A few bytes can stand for any number of instructions: what all stretches
/// need is counted before it is made.
static void readStretches(NumberReader &In, RunTrace &T) {
  T.Stretches.resize(In.count(4));
  Predictor P(T.Insts);
  uint64_t NumEntries = 0;
  for (TraceStretch &S : T.Stretches) {
    S.Thread = In.numberTo(UINT32_MAX);
    const uint64_t Size = In.numberTo(T.Insts.empty() ? 0 : MaxStretch);
    if (Size == 0)
      return In.fail();
    P.beginStretch();
    PredictedReader Path(In);
    for (uint64_t N = 0; N < Size && !In.isBad(); ++N) {
      const uint64_t I = Path.next(P.inst());
      if (I >= T.Insts.size())
        return In.fail();
      NumEntries += 1 + T.Insts[I].NumAccesses;
      if (NumEntries > RunTrace::MaxEntries)
        return In.fail();
      S.Path.push_back(I);
      P.setInst(I);
    }
    PredictedReader Addresses(In);
    for (uint32_t I : S.Path)
      for (unsigned A = 0; A < T.Insts[I].NumAccesses; ++A) {
        if (In.isBad())
          return;
        S.Addresses.push_back(Addresses.next(P.address(I, A)));
        P.setAddress(I, A, S.Addresses.back());
      }
  }
}

static void readWindows(NumberReader &In, RunTrace &T) {
  T.Windows.resize(In.count(6));
  if (T.Windows.empty())
    return;
  if (T.Stretches.empty() || T.Insts.empty())
    return In.fail();
  const uint64_t LastInst = T.Insts.size() - 1;
  for (TraceWindow &W : T.Windows) {
    W.Stretch = In.numberTo(T.Stretches.size() - 1);
    W.From = In.numberTo(LastInst);
    W.To = In.numberTo(LastInst);
    W.Nanoseconds = In.number();
    W.CycleFemtoseconds = In.number();
    W.Moves.resize(In.count(3));
    for (TraceMove &M : W.Moves) {
      M.Inst = In.numberTo(LastInst);
      M.Access = In.numberTo(UINT8_MAX);
      M.Bytes = unzigzag(In.number());
    }
  }
}

Expected<RunTrace> kernelbounds::readTrace(StringRef Buffer, StringRef Name) {
  auto Fault = [&](const Twine &What) {
    return createStringError(Name + ": " + What);
  };
  if (!Buffer.consume_front(Magic))
    return Fault("this is no trace of kernel-opt run");
  NumberReader Head(Buffer);
  const uint64_t Found = Head.number();
  if ((Found < FirstVersion || Found > Version) && !Head.isBad())
    return Fault("the trace has version " + Twine(Found) +
                 ", and this kernel-opt reads versions " + Twine(FirstVersion) +
                 " to " + Twine(Version));
  const StringRef Sum = Head.bytes(4);
  if (Head.isBad())
    return Fault("the trace is cut off");
  const StringRef Body = Buffer.drop_front(Sum.end() - Buffer.begin());
  if (support::endian::read32le(Sum.data()) !=
      crc32(arrayRefFromStringRef(Body)))
    return Fault("the trace is cut off or damaged: its checksum is wrong");
  NumberReader In(Body);
  RunTrace T;
  T.Triple = In.text();
  T.Modules.resize(In.count(1));
  for (std::string &M : T.Modules)
    M = In.text();
  readInsts(In, T);
  readLoops(In, T);
  if (T.Modules.empty() && !(T.Insts.empty() && T.Loops.empty()))
    In.fail();
  readStretches(In, T);
  if (Found >= 2)
    readWindows(In, T);
  if (In.isBad() || !In.isAtEnd())
    return Fault("the trace contradicts itself");
  return T;
}
