//===- Dataset.cpp - Loops that others measured ---------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/Dataset.h"
#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Model/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace kernelbounds;
using namespace llvm;

constexpr StringLiteral X86Triple = "x86_64-unknown-linux-gnu",
                        ArmTriple = "aarch64-unknown-linux-gnu";

//===----------------------------------------------------------------------===//
// BHive
//===----------------------------------------------------------------------===//

static Expected<Dataset> parseBHive(StringRef Text, StringRef File) {
  Dataset D;
  D.Form = "BHive";
  unsigned Number = 0;
  for (StringRef Line : split(Text, '\n')) {
    ++Number;
    Line = Line.trim();
    if (Line.empty())
      continue;
    auto [Hex, Cycles] = Line.split(',');
    DatasetLoop L;
    L.Name = Hex.str();
    L.Triple = X86Triple.str();
    L.IsUnrolled = true;
    auto Fault = [&](const Twine &What) {
      return createStringError(File + ":" + Twine(Number) + ": " + What);
    };
    if (Hex.empty() || !tryGetFromHex(Hex, L.Bytes))
      return Fault("expected bytes in hexadecimal, not '" + Hex + "'");
    if (Cycles.trim().getAsDouble(L.Cycles) || L.Cycles <= 0)
      return Fault("expected cycles above 0, not '" + Cycles + "'");
    L.Cycles /= 100;
    D.Loops.push_back(std::move(L));
  }
  return D;
}

//===----------------------------------------------------------------------===//
// CSV
//===----------------------------------------------------------------------===//

static Expected<Dataset> parseSimple(StringRef Text, StringRef File) {
  auto T = CsvTable::parse(Text, File);
  if (!T)
    return T.takeError();
  if (Error Missing = T->require({"file", "cpu", "cycles"}))
    return std::move(Missing);
  Dataset D;
  D.Form = "CSV";
  for (size_t Row = 0; Row < T->numRows(); ++Row) {
    DatasetLoop L;
    L.Name = T->cell(Row, "file").str();
    L.Cpu = T->cell(Row, "cpu").str();
    SmallString<128> Path(sys::path::parent_path(File));
    sys::path::append(Path, L.Name);
    L.File = sys::path::is_absolute(L.Name) ? L.Name : Path.str().str();
    auto Cycles = T->number(Row, "cycles");
    if (!Cycles)
      return Cycles.takeError();
    L.Cycles = Cycles->value_or(0);
    if (L.Cycles <= 0 || L.Name.empty())
      return createStringError(T->place(Row) +
                               ": expected a file and cycles above 0");
    D.Loops.push_back(std::move(L));
  }
  return D;
}

//===----------------------------------------------------------------------===//
// PMEvo
//===----------------------------------------------------------------------===//

namespace {

/// Puts registers into the places of one form.
class FormFiller {
public:
  FormFiller(unsigned Serial, bool IsX86) : Serial(Serial), IsX86(IsX86) {}
  Expected<std::string> fill(StringRef Form);

private:
  Expected<std::string> place(StringRef Inside);
  Expected<std::string> registerFor(StringRef Access, StringRef Class,
                                    StringRef Width);

  unsigned Serial;
  bool IsX86;
  unsigned NumPlaces = 0;
};

} // namespace

static Error unknownPlace(StringRef Inside) {
  return createStringError("unknown place '((" + Inside + "))'");
}

/// Written registers are one for each form; what is only read, others.
Expected<std::string> FormFiller::registerFor(StringRef Access, StringRef Class,
                                              StringRef Width) {
  bool IsWritten = Access.contains('W');
  if (!IsX86) {
    unsigned Number = IsWritten ? Serial % 8 + 1 : 10 + NumPlaces % 4;
    std::string Suffix = std::to_string(Number);
    if (Class == "G")
      return (Width == "32" ? "w" : "x") + Suffix;
    if (Class != "F")
      return unknownPlace(Class);
    return (Width == "VEC"   ? "v"
            : Width == "128" ? "q"
            : Width == "64"  ? "d"
            : Width == "32"  ? "s"
            : Width == "16"  ? "h"
                             : "b") +
           Suffix;
  }
  if (Class == "V") {
    unsigned Number = IsWritten ? Serial % 8 : 8 + NumPlaces % 8;
    return (Width == "128"   ? "xmm"
            : Width == "256" ? "ymm"
                             : "zmm") +
           std::to_string(Number);
  }
  if (Class != "G")
    return unknownPlace(Class);
  unsigned Number = IsWritten ? 8 + Serial % 5 : 13 + NumPlaces % 2;
  return "r" + std::to_string(Number) +
         (Width == "64"   ? ""
          : Width == "32" ? "d"
          : Width == "16" ? "w"
                          : "b");
}

Expected<std::string> FormFiller::place(StringRef Inside) {
  ++NumPlaces;
  SmallVector<StringRef, 4> Parts;
  Inside.split(Parts, ':');
  if (Parts[0] == "REG" && Parts.size() == 4)
    return registerFor(Parts[1], Parts[2], Parts[3]);
  if (Parts[0] == "DIV" && Parts.size() == 2)
    return std::string(Parts[1] == "64" ? "r15" : "r15d");
  if (Parts[0] == "MEM" && Parts.size() == 2)
    return std::string(IsX86 ? "rsi" : "x20");
  if (Parts[0] == "MIMM")
    return std::to_string(64 * (Serial % 16));
  if (Parts[0] == "IMM" && Parts.size() == 2)
    return std::string(Parts[1] == "8" ? "3" : "100000");
  return unknownPlace(Inside);
}

Expected<std::string> FormFiller::fill(StringRef Form) {
  std::string Out;
  while (!Form.empty()) {
    if (!Form.consume_front("((")) {
      Out += Form.front() == '_' ? ' ' : Form.front();
      Form = Form.drop_front();
      continue;
    }
    auto [Inside, Rest] = Form.split("))");
    auto Text = place(Inside);
    if (!Text)
      return Text.takeError();
    Out += *Text;
    Form = Rest;
  }
  // "_3" at the end of some forms tells two of the same text apart.
  return StringRef(Out).trim().str();
}

Expected<std::string> kernelbounds::instantiatePMEvoForm(StringRef Form,
                                                         unsigned Serial,
                                                         bool IsX86) {
  return FormFiller(Serial, IsX86).fill(Form);
}

static void fillExperiment(const json::Array &Forms, bool IsX86,
                           DatasetLoop &L) {
  unsigned Serial = 0;
  for (const json::Value &F : Forms) {
    auto Text =
        instantiatePMEvoForm(F.getAsString().value_or(""), Serial++, IsX86);
    if (!Text) {
      L.Failure = toString(Text.takeError());
      return;
    }
    L.Assembly += "\t" + *Text + "\n";
  }
}

static Expected<Dataset> parsePMEvo(StringRef Text, StringRef File) {
  auto Root = parseJson(Text);
  if (!Root)
    return createStringError(File + ": " + toString(Root.takeError()));
  const json::Object *Top = Root->getAsObject();
  const json::Array *Experiments = Top ? Top->getArray("exps") : nullptr;
  const json::Object *Arch = Top ? Top->getObject("arch") : nullptr;
  if (!Experiments || !Arch)
    return createStringError(File + ": expected the keys 'arch' and 'exps'");
  struct Row {
    StringLiteral Name, Cpu, Triple;
  };
  static constexpr Row Known[] = {{"SKL", "skylake", X86Triple},
                                  {"ZEN", "znver1", X86Triple},
                                  {"A72", "cortex-a72", ArmTriple}};
  StringRef Name = Arch->getString("name").value_or("");
  auto Core = find_if(Known, [&](const Row &R) { return R.Name == Name; });
  if (Core == std::end(Known))
    return createStringError(File + ": unknown architecture '" + Name +
                             "'; known are SKL, ZEN, A72");
  Dataset D;
  D.Form = "PMEvo";
  for (auto [I, Value] : llvm::enumerate(*Experiments)) {
    const json::Object *E = Value.getAsObject();
    const json::Array *Forms = E ? E->getArray("iseq") : nullptr;
    const json::Object *Result = E ? E->getObject("result") : nullptr;
    auto Cycles = Result ? Result->getNumber("cycles") : std::nullopt;
    if (!Forms || !Cycles || *Cycles <= 0)
      return createStringError(File + ": experiment " + Twine(I) +
                               ": expected 'iseq' and 'result.cycles'");
    DatasetLoop L;
    L.Name = "experiment " + std::to_string(I);
    L.Cpu = Core->Cpu.str();
    L.Triple = Core->Triple.str();
    L.Cycles = *Cycles;
    L.IsThroughput = true;
    L.IsUnrolled = true;
    fillExperiment(*Forms, Core->Triple == X86Triple, L);
    D.Loops.push_back(std::move(L));
  }
  return D;
}

//===----------------------------------------------------------------------===//
// Any of them
//===----------------------------------------------------------------------===//

Expected<Dataset> kernelbounds::parseDataset(StringRef Text, StringRef File) {
  StringRef Start = Text.ltrim();
  if (Start.empty())
    return createStringError(File + ":1: the file is empty");
  if (Start.starts_with("{"))
    return parsePMEvo(Text, File);
  StringRef FirstCell = Start.split('\n').first.split(',').first;
  if (all_of(FirstCell, llvm::isHexDigit))
    return parseBHive(Text, File);
  return parseSimple(Text, File);
}

Expected<Dataset> kernelbounds::readDataset(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError("cannot read " + File + ": " +
                             Buffer.getError().message());
  return parseDataset((*Buffer)->getBuffer(), File);
}
