//===- TargetNamesTest.cpp - Only lib/Target names opcodes ----------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads the sources outside of lib/Target and finds what belongs there:
/// - string literals that are, or begin, or are a part of, the name that LLVM
///   has for an opcode of one of the targets;
/// - string literals that name a register;
/// - questions such as isX86() or Triple::aarch64, the machines and relocations
///   of ELF, and names of targets.
/// Comments do not count. What may stay has its reason in Allowed.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Target/Targets.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/CodeGen/TargetOpcodes.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "gtest/gtest.h"
#include <map>
#include <memory>
#include <vector>

using namespace kernelbounds;
using namespace llvm;

namespace {

struct AllowedName {
  StringLiteral Path; ///< What the path in the source tree begins with.
  StringLiteral Name; ///< "" = all.
  StringLiteral Reason;
};

constexpr AllowedName Allowed[] = {
    {"include/kernel-bounds/Model/Targets.def", "", "the list of targets"},
    {"lib/Measure/", "", "machine code that runs on the host, and its data"},
    {"include/kernel-bounds/Measure/", "", "the same"},
    {"bench/", "", "code that runs on the host"},
    {"lib/Run/HostRegisters", "", "threads of the host, step by step"},
    {"lib/Run/StepsAArch64.h", "", "the same"},
    {"lib/Run/EmulatedRun.cpp", "", "the same of the emulator that there is"},
    {"tools/kernel-opt/RunOpts.td", "", "in the help text"},
    {"tools/kernel-opt/MeasureOpts.td", "", "in the help text"},
    {"lib/Run/CannotRun.cpp", "", "which hosts have such threads"},
    {"tools/kernel-opt/EvaluateOptions.cpp", "", "-march of the host"},
    {"tools/kernel-opt/PredictStage.cpp", "lib/x86_64-linux-gnu",
     "a folder of the host"},
    // Words that are a part of some opcode's name.
    {"", "RAW", "read after write"},
    {"", "CPU", "a key of remarks"},
    {"tools/kernel-opt/Pager.cpp", "LESS", "a variable of the environment"},
    {"tools/kernel-opt/", "DIR", "in the help text"},
    {"tools/kernel-opt/", "LIST", "in the help text"},
    {"tools/kernel-opt/", "SET", "in the help text"},
    {"tools/kernel-opt/", "BASE", "in the help text"},
    {"tools/kernel-opt/", "DATE", "in the help text"},
    {"tools/kernel-opt/", "PID", "in the help text"},
    {"lib/Run/", "TLB", "a share of the cycles of a run"},
};

/// A literal or a word of the code, and its line.
struct Token {
  unsigned Line;
  bool IsLiteral;
  std::string Text;
};

/// The string literals of C++ \p Text and the code between them, one line each,
/// without comments.
class Lexer {
public:
  explicit Lexer(StringRef Text) : Rest(Text) {}
  std::vector<Token> run();

private:
  char next() {
    char C = Rest.front();
    Rest = Rest.drop_front();
    Line += C == '\n';
    return C;
  }
  void skip(StringRef End) {
    while (!Rest.empty() && !Rest.starts_with(End))
      next();
    for (size_t I = 0; I < End.size() && !Rest.empty(); ++I)
      next();
  }
  void literal();
  void rawLiteral();
  void endCode() {
    if (!StringRef(Code).trim().empty())
      Out.push_back({CodeLine, false, Code});
    Code.clear();
    CodeLine = Line;
  }

  StringRef Rest;
  unsigned Line = 1, CodeLine = 1;
  std::string Code;
  std::vector<Token> Out;
};

void Lexer::literal() {
  Token T{Line, true, ""};
  next();
  while (!Rest.empty() && Rest.front() != '"' && Rest.front() != '\n') {
    if (Rest.front() == '\\' && Rest.size() > 1)
      T.Text += next();
    T.Text += next();
  }
  if (!Rest.empty())
    next();
  Out.push_back(std::move(T));
}

void Lexer::rawLiteral() {
  Token T{Line, true, ""};
  next();
  StringRef Tag = Rest.take_until([](char C) { return C == '('; });
  const std::string End = (")" + Tag + "\"").str();
  skip("(");
  while (!Rest.empty() && !Rest.starts_with(End))
    T.Text += next();
  skip(End);
  Out.push_back(std::move(T));
}

std::vector<Token> Lexer::run() {
  while (!Rest.empty()) {
    if (Rest.starts_with("//")) {
      skip("\n");
      endCode();
    } else if (Rest.starts_with("/*")) {
      skip("*/");
    } else if (Rest.starts_with("#include")) {
      skip("\n");
      endCode();
    } else if (Rest.front() == '"') {
      const bool IsRaw = StringRef(Code).ends_with("R");
      endCode();
      IsRaw ? rawLiteral() : literal();
    } else if (Rest.starts_with("'\"'")) {
      skip("'\"'");
    } else if (next() == '\n') {
      endCode();
    } else {
      Code += Rest.data()[-1];
    }
  }
  endCode();
  return std::move(Out);
}

/// The names that LLVM has for opcodes and registers of all targets.
class TargetNames {
public:
  TargetNames();
  /// What is wrong with \p T; empty: nothing.
  std::string find(const Token &T) const;

private:
  std::string findInLiteral(StringRef Text) const;
  bool isPartOfOpcode(StringRef Text) const {
    return Opcodes.find(Text.str()) != std::string::npos;
  }

  std::string Opcodes;   ///< All names, one after the other: "|ABS_F|...".
  StringSet<> Registers; ///< In lower case.
};

TargetNames::TargetNames() {
  for (const TargetRecord &R : allTargets()) {
    const Triple TT(R.linuxTriple());
    cantFail(registerTarget(TT));
    std::string Problem;
    const Target *T = TargetRegistry::lookupTarget(TT, Problem);
    std::unique_ptr<MCInstrInfo> MII(T->createMCInstrInfo());
    std::unique_ptr<MCRegisterInfo> MRI(T->createMCRegInfo(TT));
    // Those before are LLVM's own, the same for all targets.
    for (unsigned O = TargetOpcode::GENERIC_OP_END + 1;
         O < MII->getNumOpcodes(); ++O)
      Opcodes += "|" + MII->getName(O).str();
    for (unsigned Reg = 1; Reg < MRI->getNumRegs(); ++Reg)
      Registers.insert(StringRef(MRI->getName(Reg)).lower());
  }
  Opcodes += "|";
}

/// Whether \p Text is written like an opcode's name: ADD64, VMOVUPSrm, LDRXui.
bool looksLikeOpcode(StringRef Text) {
  static const Regex Pattern("^[A-Z][A-Z0-9]{2,}[A-Za-z0-9_]*$");
  return Pattern.match(Text);
}

std::string TargetNames::findInLiteral(StringRef Text) const {
  if (looksLikeOpcode(Text) && isPartOfOpcode(Text))
    return "the opcode";
  // "xmm" and "zmm0": as a whole, or what numbers are put behind.
  const std::string Lower = Text.lower();
  if (Lower.size() > 1 && Registers.contains(Lower))
    return "the register";
  if (Lower.size() > 2 && Registers.contains(Lower + "0"))
    return "the registers";
  for (const TargetRecord &R : allTargets())
    for (StringRef Name : {R.Name, R.Shown, R.DarwinName, R.LLVMName})
      if (Text.contains(Name))
        return "the target";
  return "";
}

std::string TargetNames::find(const Token &T) const {
  if (T.IsLiteral) {
    std::string Found = findInLiteral(T.Text);
    return Found.empty() ? "" : Found + " \"" + T.Text + "\"";
  }
  static const Regex Asks(
      "([iI]s(X86|AArch64|ARM|RISCV)|Triple::(x86|aarch64|riscv)|"
      "(X86|AArch64|RISCV)::|LLVMInitialize|ELF::(EM|R)_)[A-Za-z0-9_]*");
  SmallVector<StringRef, 2> Match;
  return Asks.match(T.Text, &Match) ? "the question " + Match[0].str() : "";
}

/// "file:line: ..." of all that \p Text should not say.
std::vector<std::string> scan(const TargetNames &Names, StringRef Path,
                              StringRef Text) {
  std::vector<std::string> Out;
  for (const Token &T : Lexer(Text).run()) {
    std::string Found = Names.find(T);
    if (Found.empty() || any_of(Allowed, [&](const AllowedName &A) {
          return Path.starts_with(A.Path) &&
                 (A.Name.empty() || A.Name == T.Text);
        }))
      continue;
    Out.push_back(
        (Path + ":" + Twine(T.Line) + ": " + Found + " belongs in lib/Target")
            .str());
  }
  return Out;
}

const TargetNames &names() {
  static const TargetNames Names;
  return Names;
}

} // namespace

TEST(TargetNames, OnlyTargetsNameThem) {
  const std::string Root = KB_SOURCE_DIR "/";
  unsigned NumFiles = 0;
  for (StringRef Folder : {"lib", "include", "tools", "bench"}) {
    std::error_code Problem;
    for (sys::fs::recursive_directory_iterator It(Root + Folder, Problem), End;
         It != End && !Problem; It.increment(Problem)) {
      StringRef Path = It->path(), Type = sys::path::extension(Path);
      StringRef Inside = Path.drop_front(Root.size());
      if (!is_contained({".cpp", ".h", ".def", ".td"}, Type) ||
          Inside.starts_with("lib/Target/"))
        continue;
      auto Buffer = MemoryBuffer::getFile(Path);
      ASSERT_TRUE(bool(Buffer)) << Path.str();
      ++NumFiles;
      for (const std::string &Line :
           scan(names(), Inside, (*Buffer)->getBuffer()))
        ADD_FAILURE() << Line;
    }
    ASSERT_FALSE(Problem) << Folder.str();
  }
  EXPECT_GT(NumFiles, 200u); // The sources are there.
}

// What would be found, were it there.
TEST(TargetNames, FindsThem) {
  struct {
    const char *Code, *Want;
  } Rows[] = {
      {"F(\"ADD64ri8\");", "f.cpp:1: the opcode \"ADD64ri8\""},
      {"\n\nx.starts_with(\"VFMADD\")", "f.cpp:3: the opcode \"VFMADD\""},
      {"Name.contains(\"SQRT\")", "f.cpp:1: the opcode \"SQRT\""},
      {"Name == \"UBFMXri\"", "f.cpp:1: the opcode \"UBFMXri\""},
      {"findRegister(MRI, \"NZCV\")", "f.cpp:1: the register \"NZCV\""},
      {"Unit == \"rax\"", "f.cpp:1: the register \"rax\""},
      {"Unit.starts_with(\"xmm\")", "f.cpp:1: the registers \"xmm\""},
      {"/* a */ if (TT.isAArch64())", "f.cpp:1: the question isAArch64"},
      {"bool IsX86;", "f.cpp:1: the question IsX86"},
      {"T == Triple::x86_64", "f.cpp:1: the question Triple::x86_64"},
      {"M == ELF::EM_RISCV", "f.cpp:1: the question ELF::EM_RISCV"},
      {"case ELF::R_X86_64_64:", "f.cpp:1: the question ELF::R_X86_64_64"},
      {"// c\nR\"(x86_64)\"", "f.cpp:2: the target \"x86_64\""}};
  for (auto &R : Rows)
    EXPECT_EQ(scan(names(), "f.cpp", R.Code),
              std::vector<std::string>{std::string(R.Want) +
                                       " belongs in lib/Target"})
        << R.Code;
  for (const char *Code :
       {"// \"ADD64ri8\" isX86()", "/* rax */", "#include \"X86.h\"\n",
        "\"adds numbers\"", "\"CSV\"", "'\"', \"cycles\", '\"'"})
    EXPECT_TRUE(scan(names(), "f.cpp", Code).empty()) << Code;
}
