//===- JitDumpTest.cpp - Tests of the reader of jitdump files -------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Frontend/JitDumpReader.h"
#include "../../lib/Frontend/JitObject.h"
#include "../TestSupport.h"
#include "FrontendTestSupport.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/EndianStream.h"

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

/// Writes a jitdump, record by record.
class DumpWriter {
public:
  explicit DumpWriter(uint32_t Version = 1, uint32_t Machine = 62) {
    OS << "DTiJ";
    put(Version), put(uint32_t(40)), put(Machine), put(uint32_t(0));
    put(uint32_t(1234)), put(uint64_t(7)), put(uint64_t(0));
  }
  template <typename T> void put(T V) {
    support::endian::write(OS, V, endianness::little);
  }
  void record(uint32_t Kind, StringRef Payload) {
    put(Kind), put(uint32_t(16 + Payload.size())), put(uint64_t(8));
    OS << Payload;
  }
  void load(uint64_t Address, uint64_t Index, StringRef Name, StringRef Code) {
    DumpWriter P(*this, "");
    P.put(uint32_t(1234)), P.put(uint32_t(1)), P.put(Address), P.put(Address);
    P.put(uint64_t(Code.size())), P.put(Index);
    P.OS << Name << '\0' << Code;
    record(0, P.Text);
  }
  void move(uint64_t From, uint64_t To, uint64_t Size, uint64_t Index) {
    DumpWriter P(*this, "");
    P.put(uint32_t(1234)), P.put(uint32_t(1)), P.put(To), P.put(From);
    P.put(To), P.put(Size), P.put(Index);
    record(1, P.Text);
  }
  struct Line {
    uint64_t Address;
    uint32_t Line;
    StringRef File;
  };
  void lines(uint64_t Address, ArrayRef<Line> Lines) {
    DumpWriter P(*this, "");
    P.put(Address), P.put(uint64_t(Lines.size()));
    for (const Line &L : Lines) {
      P.put(L.Address), P.put(L.Line), P.put(uint32_t(0));
      P.OS << L.File << '\0';
    }
    record(2, P.Text);
  }
  const std::string &str() const { return Text; }

private:
  DumpWriter(const DumpWriter &, StringRef) {} // A payload.
  std::string Text;
  raw_string_ostream OS{Text};
};

// 1: dec %rdi; jnz 1b; ret
constexpr StringLiteral Loop("\x48\xff\xcf\x75\xfb\xc3");
constexpr StringLiteral Same("\xff");

Expected<JitDump> dumpOf(const std::string &Text) {
  return readJitDump(MemoryBufferRef(Text, "t"));
}

/// Refers to \p Text.
JitDump goodDump(const std::string &Text) {
  Expected<JitDump> Dump = dumpOf(Text);
  if (Dump)
    return std::move(*Dump);
  ADD_FAILURE() << toString(Dump.takeError());
  return {};
}

JitDump goodDump(std::string &&) = delete;

std::string dumpError(const std::string &Text) {
  Expected<JitDump> Dump = dumpOf(Text);
  return Dump ? "" : toString(Dump.takeError());
}

/// All that the tool would read of a file.
std::string readAll(StringRef Text, std::vector<std::string> *Loops = nullptr) {
  auto File = InputFile::open(MemoryBuffer::getMemBufferCopy(Text, "t"), {});
  if (!File)
    return toString(File.takeError());
  for (unsigned P = 0; P < (*File)->numPieces(); ++P) {
    std::shared_ptr<const Input> In = (*File)->read(P);
    for (auto [F, L] : zip_equal(In->code().Functions, In->Loops))
      for (const LoopBody &Body : L) {
        const ListedInst &I = In->code().Insts[F.Blocks[Body.Header].First];
        std::string Place =
            I.SourceFile < In->code().SourceFiles.size() && I.SourceLine
                ? In->code().SourceFiles[I.SourceFile] + ":" +
                      std::to_string(I.SourceLine)
                : "";
        if (Loops)
          Loops->push_back(In->FileName + " " + F.Name + " " +
                           utohexstr(I.Address) + " " + Place);
      }
  }
  return "";
}

std::string richDump() {
  DumpWriter W(2);
  W.lines(0x1000,
          {{0x1000, 3, "a.js"}, {0x1003, 4, Same}, {0x1005, 9, "b.js"}});
  W.load(0x1000, 1, "first", Loop);
  W.record(4, "unwinding");
  W.load(0x2000, 2, "second", Loop);
  W.move(0x2000, 0x3000, Loop.size(), 2);
  W.lines(0x1002, {{0x1002, 7, "c.js"}});
  W.load(0x1002, 3, "over the first", Loop);
  W.record(3, "");
  return W.str();
}

} // namespace

TEST(JitDump, CodeLinesAndMoves) {
  const std::string Text = richDump();
  JitDump D = goodDump(Text);
  EXPECT_EQ(D.Machine, 62);
  EXPECT_TRUE(D.Warnings.empty());
  EXPECT_EQ(D.Files, (std::vector<std::string>{"a.js", "b.js", "c.js"}));
  ASSERT_EQ(D.Codes.size(), 3u);
  EXPECT_EQ(D.Codes[0].Name, "first");
  EXPECT_EQ(D.Codes[0].Address, 0x1000u);
  EXPECT_EQ(toStringRef(D.Codes[0].Bytes), Loop);
  ASSERT_EQ(D.Codes[0].Lines.size(), 3u);
  EXPECT_EQ(D.Codes[0].Lines[1].Address, 0x1003u);
  EXPECT_EQ(D.Codes[0].Lines[1].Line, 4u);
  EXPECT_EQ(D.Codes[0].Lines[1].File, 0u);
  EXPECT_EQ(D.Codes[0].Lines[2].File, 1u);
  EXPECT_EQ(D.Codes[1].Address, 0x3000u);
  EXPECT_TRUE(D.Codes[1].Lines.empty());
}

TEST(JitDump, OverlapsAreLayers) {
  const std::string Text = richDump();
  JitDump D = goodDump(Text);
  EXPECT_EQ(layersOf(D), (std::vector<std::vector<unsigned>>{{0, 1}, {2}}));
  // Neighbours do not overlap; the same code twice is one.
  DumpWriter W;
  W.load(0x1000, 1, "f", Loop);
  W.load(0x1000 + Loop.size(), 2, "g", Loop);
  W.load(0x1000 - Loop.size(), 3, "h", Loop);
  W.load(0x1000, 4, "f", Loop);
  W.load(0x1000, 5, "other", Loop);
  EXPECT_EQ(layersOf(goodDump(W.str())),
            (std::vector<std::vector<unsigned>>{{0, 1, 2}, {4}}));
}

TEST(JitDump, IsReadAsObjectsAre) {
  std::vector<std::string> Loops;
  EXPECT_EQ(readAll(richDump(), &Loops), "");
  EXPECT_EQ(Loops,
            (std::vector<std::string>{
                "t(layer 1) first 1000 a.js:3", "t(layer 1) second 3000 ",
                "t(layer 2) over the first 1002 c.js:7"}));
  DumpWriter One;
  One.load(0x7f0000001000, 1, "only", Loop);
  Loops.clear();
  EXPECT_EQ(readAll(One.str(), &Loops), "");
  EXPECT_EQ(Loops, (std::vector<std::string>{"t only 7F0000001000 "}));
}

TEST(JitDump, LinesBehindAnElfHeader) {
  // As V8 writes them: one table begins 64 bytes late, and none before that.
  DumpWriter W;
  W.lines(0x1000, {{0x1040, 3, "a.js"}, {0x1043, 4, Same}});
  W.load(0x1000, 1, "f", Loop);
  JitDump D = goodDump(W.str());
  ASSERT_EQ(D.Codes[0].Lines.size(), 2u);
  EXPECT_EQ(D.Codes[0].Lines[1].Address, 0x1003u);
  // A table that begins with its code says that the others are right, too.
  W.lines(0x2000, {{0x2000, 3, "a.js"}});
  W.load(0x2000, 2, "g", Loop);
  D = goodDump(W.str());
  EXPECT_TRUE(D.Codes[0].Lines.empty());
  EXPECT_EQ(D.Codes[1].Lines.size(), 1u);
}

TEST(JitDump, OrderOfLinesAndThoseOutside) {
  DumpWriter W;
  W.lines(0x1000, {{0x1005, 3, "a"},
                   {0x0fff, 1, Same},
                   {0x1006, 5, Same},
                   {0x1000, 2, ""}});
  W.load(0x1000, 1, "f", Loop);
  JitDump D = goodDump(W.str());
  ASSERT_EQ(D.Codes[0].Lines.size(), 2u);
  EXPECT_EQ(D.Codes[0].Lines[0].Line, 2u);
  EXPECT_EQ(D.Codes[0].Lines[1].Line, 3u);
  std::vector<std::string> Loops;
  EXPECT_EQ(readAll(W.str(), &Loops), "");
  EXPECT_EQ(Loops, (std::vector<std::string>{"t f 1000 ?:2"}));
}

TEST(JitDump, Errors) {
  auto With = [](void (*Add)(DumpWriter &)) {
    DumpWriter W;
    Add(W);
    return dumpError(W.str());
  };
  EXPECT_EQ(dumpError("JiTD"),
            "t: this jitdump is of a big-endian machine; none is known");
  EXPECT_EQ(dumpError("DTiJ\1"),
            "t: corrupt jitdump: byte 5: the file ends inside of its header");
  EXPECT_EQ(dumpError(DumpWriter(3).str()),
            "t: this jitdump has version 3; 1 and 2 are known");
  EXPECT_EQ(dumpError(DumpWriter(1, 1 << 16).str()),
            "t: corrupt jitdump: byte 12: a machine of number 65536");
  EXPECT_EQ(With([](DumpWriter &W) {
              W.put(uint32_t(0)), W.put(uint32_t(15)), W.put(uint64_t(0));
            }),
            "t: corrupt jitdump: byte 40: a record of 15 bytes");
  EXPECT_EQ(With([](DumpWriter &W) { W.record(0, std::string(40, 'x')); }),
            "t: corrupt jitdump: byte 40: a function whose name has no end");
  EXPECT_EQ(With([](DumpWriter &W) { W.load(-1, 1, "f", Loop); }),
            "t: corrupt jitdump: byte 40: a function beyond the last address");
  EXPECT_EQ(With([](DumpWriter &W) { W.move(1, 2, 3, 4); }),
            "t: corrupt jitdump: byte 40: a move of code that was not loaded");
  EXPECT_EQ(With([](DumpWriter &W) {
              W.load(1, 1, "f", Loop);
              W.move(1, 2, 3, 1);
            }),
            "t: corrupt jitdump: byte 104: a move of 3 bytes of code that has "
            "6");
}

TEST(JitDump, DamagedTablesOfLines) {
  // V8 writes names of files that it has freed, which may hold zeros.
  constexpr StringRef Freed("\xac\x80\x03\0\0\0\0\0a long name.js", 22);
  DumpWriter W;
  W.lines(0x1000, {{0x1000, 3, Freed}, {0x1003, 4, Same}});
  W.load(0x1000, 1, "f", Loop);
  W.lines(0x2000, {{0x2000, 1, Same}});
  W.record(2, StringRef("\1\0\0\0\0\0\0\0\1\0\0\0\0\0\0\0", 16));
  W.load(0x2000, 2, "g", Loop);
  W.lines(0x3000, {{0x3000, 5, "c.js"}});
  W.load(0x3000, 3, "h", Loop);
  JitDump D = goodDump(W.str());
  EXPECT_EQ(D.Files, (std::vector<std::string>{"c.js"}));
  EXPECT_EQ(D.Warnings, (std::vector<std::string>{
                            "3 damaged tables of source lines passed over"}));
  ASSERT_EQ(D.Codes.size(), 3u);
  EXPECT_TRUE(D.Codes[0].Lines.empty());
  EXPECT_TRUE(D.Codes[1].Lines.empty());
  EXPECT_EQ(D.Codes[2].Lines.size(), 1u);
}

TEST(JitDump, RecordsMayBePadded) {
  DumpWriter W;
  W.record(2, StringRef("\0\x10\0\0\0\0\0\0\1\0\0\0\0\0\0\0"
                        "\0\x10\0\0\0\0\0\0\7\0\0\0\0\0\0\0a\0......",
                        40));
  W.load(0x1000, 1, "f", Loop);
  JitDump D = goodDump(W.str());
  EXPECT_TRUE(D.Warnings.empty());
  ASSERT_EQ(D.Codes[0].Lines.size(), 1u);
  EXPECT_EQ(D.Codes[0].Lines[0].Line, 7u);
}

TEST(JitDump, LargestNumbers) {
  DumpWriter W;
  for (uint64_t Number : {UINT64_MAX, UINT64_MAX - 1}) {
    W.lines(Number, {{Number, 1, "a.js"}});
    W.load(0x1000, Number, "f", Loop);
    W.move(0x1000, 0x2000, Loop.size(), Number);
  }
  JitDump D = goodDump(W.str());
  ASSERT_EQ(D.Codes.size(), 2u);
  EXPECT_EQ(D.Codes[0].Address, 0x2000u);
  EXPECT_EQ(D.Codes[1].Address, 0x2000u);
}

TEST(JitDump, OneAddressUsedManyTimes) {
  // Every code is other code, so that each is in a layer of its own.
  constexpr unsigned Num = 20000;
  DumpWriter W;
  for (unsigned I = 0; I < Num; ++I)
    W.load(0x1000, I, std::to_string(I), Loop);
  EXPECT_EQ(layersOf(goodDump(W.str())).size(), Num);
}

TEST(JitDump, ProgramsThatWereKilled) {
  const std::string Text = richDump(), Killed = Text.substr(0, Text.size() - 1);
  JitDump D = goodDump(Killed);
  EXPECT_EQ(D.Codes.size(), 3u);
  ASSERT_EQ(D.Warnings.size(), 1u);
  EXPECT_EQ(D.Warnings[0], "the file ends inside of the record at byte " +
                               std::to_string(Text.size() - 16) +
                               "; the code before it is read");
}

TEST(JitDump, UnknownRecords) {
  DumpWriter W;
  W.record(99, "new");
  W.load(0x1000, 1, "f", Loop);
  JitDump D = goodDump(W.str());
  EXPECT_EQ(D.Codes.size(), 1u);
  EXPECT_EQ(D.Warnings, (std::vector<std::string>{
                            "1 record of an unknown kind passed over"}));
}

TEST(JitDump, EveryPrefixIsReadOrRefused) {
  const std::string Text = richDump();
  unsigned NumErrors = 0;
  for (size_t Size = 0; Size < Text.size(); ++Size) {
    std::string Error = readAll(StringRef(Text).take_front(Size));
    EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
    NumErrors += !Error.empty();
  }
  EXPECT_GT(NumErrors, 40u);
}

TEST(JitDump, RandomChangesNeverCrash) {
  Random R(5);
  const std::string Good = richDump();
  for (unsigned Trial = 0; Trial < 1500; ++Trial) {
    std::string Text = Good;
    for (unsigned Change = 1 + R.below(4); Change; --Change) {
      const unsigned At = R.below(Text.size());
      // Small and large numbers are what fields may hold by mistake.
      const unsigned char Bytes[] = {0, 1, 0x7f, 0xff};
      Text[At] = R.below(2) ? Bytes[R.below(4)] : R.below(256);
    }
    std::string Error = readAll(Text);
    EXPECT_EQ(Error.find('\n'), std::string::npos) << Error;
  }
}
