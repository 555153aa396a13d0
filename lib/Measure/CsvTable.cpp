//===- CsvTable.cpp - Comma-separated values ------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Measure/CsvTable.h"
#include "kernel-bounds/Report/Escape.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdio>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Takes rows off a text.
class RowReader {
public:
  explicit RowReader(StringRef Text) : Rest(Text) {}
  bool atEnd() const { return Rest.empty(); }
  unsigned line() const { return Line; }
  bool wasFinished() const { return Finished; }
  size_t numLeft() const { return Rest.size(); }

  /// \returns false on an open quote.
  bool next(std::vector<std::string> &Cells);

private:
  void takeQuoted(char C, std::string &Cell);

  StringRef Rest;
  unsigned Line = 1;
  bool Quoted = false, Finished = false;
};

} // namespace

void RowReader::takeQuoted(char C, std::string &Cell) {
  if (C != '"') {
    Cell += C;
  } else if (Rest.starts_with("\"")) {
    Cell += '"';
    Rest = Rest.drop_front();
  } else {
    Quoted = false;
  }
}

bool RowReader::next(std::vector<std::string> &Cells) {
  Cells.assign(1, "");
  Finished = Quoted = false;
  while (!Rest.empty() && !Finished) {
    char C = Rest.front();
    Rest = Rest.drop_front();
    Line += C == '\n';
    if (Quoted)
      takeQuoted(C, Cells.back());
    else if (C == '"')
      Quoted = true;
    else if (C == ',')
      Cells.emplace_back();
    else if (C == '\n')
      Finished = true;
    else if (C != '\r')
      Cells.back() += C;
  }
  return !Quoted;
}

Expected<CsvTable> CsvTable::parse(StringRef Text, StringRef File) {
  CsvTable T;
  T.File = File.str();
  RowReader Reader(Text);
  auto Fault = [&](unsigned Line, const Twine &What) {
    return createStringError(File + ":" + Twine(Line) + ": " + What);
  };
  while (!Reader.atEnd()) {
    unsigned Line = Reader.line();
    std::vector<std::string> Cells;
    bool Closed = Reader.next(Cells);
    if (!Closed)
      return Fault(Line, "a quote is not closed");
    if (Cells.size() == 1 && Cells[0].empty())
      continue;
    if (T.Columns.empty()) {
      T.Columns = Cells;
      for (auto [I, Name] : llvm::enumerate(Cells))
        if (!T.Index.try_emplace(Name, I).second)
          return Fault(Line, "column '" + Name + "' is there twice");
      continue;
    }
    if (Cells.size() != T.Columns.size())
      return Fault(Line, "expected " + Twine(T.Columns.size()) +
                             " cells, found " + Twine(Cells.size()));
    T.Rows.push_back(std::move(Cells));
    T.Lines.push_back(Line);
  }
  if (T.Columns.empty())
    return createStringError(File + ": no line with the names of columns");
  return T;
}

Expected<CsvTable> CsvTable::read(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/true);
  if (!Buffer)
    return createStringError("cannot read " + File + ": " +
                             Buffer.getError().message());
  return parse((*Buffer)->getBuffer(), File);
}

StringRef CsvTable::cell(size_t Row, StringRef Column) const {
  auto It = Index.find(Column);
  return It == Index.end() ? StringRef() : StringRef(Rows[Row][It->second]);
}

Error CsvTable::require(ArrayRef<StringRef> Names) const {
  for (StringRef Name : Names)
    if (!hasColumn(Name))
      return createStringError(File + ":1: no column '" + Name + "'");
  return Error::success();
}

Expected<std::optional<double>> CsvTable::number(size_t Row,
                                                 StringRef Column) const {
  StringRef Cell = cell(Row, Column);
  double Value = 0;
  if (Cell.empty())
    return std::nullopt;
  if (Cell.getAsDouble(Value))
    return createStringError(place(Row) + ": expected a number for '" + Column +
                             "', not '" + Cell + "'");
  return Value;
}

std::string CsvTable::place(size_t Row) const {
  return File + ":" + std::to_string(Lines[Row]);
}

//===----------------------------------------------------------------------===//
// Logs
//===----------------------------------------------------------------------===//

/// Bytes up to the end of the last row that has its line break.
static size_t sizeOfFinishedRows(StringRef Text) {
  RowReader Reader(Text);
  size_t Size = 0;
  std::vector<std::string> Cells;
  while (!Reader.atEnd())
    if (Reader.next(Cells) && Reader.wasFinished())
      Size = Text.size() - Reader.numLeft();
  return Size;
}

/// All of \p File but a last row without its line break; "" if there is none.
/// The rest is cut off.
static Expected<std::string> takeFinishedLines(StringRef File) {
  if (!sys::fs::exists(File))
    return "";
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read " + File + ": " +
                             Buffer.getError().message());
  const size_t Keep = sizeOfFinishedRows((*Buffer)->getBuffer());
  std::string Text = (*Buffer)->getBuffer().take_front(Keep).str();
  const bool IsWhole = Keep == (*Buffer)->getBufferSize();
  Buffer->reset();
  if (IsWhole)
    return Text;
  int FD;
  std::error_code EC = sys::fs::openFileForWrite(
      File, FD, sys::fs::CD_OpenExisting, sys::fs::OF_None);
  if (!EC) {
    EC = sys::fs::resize_file(FD, Keep);
    sys::fs::file_t Handle = sys::fs::convertFDToNativeFile(FD);
    std::error_code Closed = sys::fs::closeFile(Handle);
    EC = EC ? EC : Closed;
  }
  if (EC)
    return createStringError("cannot write " + File + ": " + EC.message());
  return Text;
}

Error kernelbounds::addNewColumns(StringRef File,
                                  function_ref<void(raw_ostream &)> PrintHead) {
  auto Text = takeFinishedLines(File);
  if (!Text || Text->empty())
    return Text.takeError();
  std::string All;
  raw_string_ostream OS(All);
  PrintHead(OS);
  const StringRef Old = StringRef(*Text).split('\n').first;
  StringRef More = StringRef(All).rtrim('\n');
  if (!More.consume_front(Old) || !More.starts_with(","))
    return Error::success();
  const size_t NumMore = More.count(',');
  auto Table = CsvTable::parse(*Text, File);
  if (!Table)
    return Table.takeError();
  for (size_t Row = 0; Row < Table->numRows(); ++Row) {
    std::vector<std::string> Cells;
    for (const std::string &Column : Table->columns())
      Cells.push_back(Table->cell(Row, Column).str());
    Cells.resize(Cells.size() + NumMore);
    writeCsvRow(OS, Cells);
  }
  return writeToOutput(File, [&](raw_ostream &Whole) {
    Whole << All;
    return Error::success();
  });
}

Expected<CsvLog> CsvLog::open(StringRef File,
                              function_ref<void(raw_ostream &)> PrintHead,
                              function_ref<Error(StringRef)> Read) {
  auto Text = takeFinishedLines(File);
  if (!Text)
    return Text.takeError();
  if (!Text->empty())
    if (Error E = Read(*Text))
      return std::move(E);
  CsvLog Log;
  Log.File = File.str();
  std::error_code EC;
  Log.OS = std::make_unique<raw_fd_ostream>(
      File, EC, sys::fs::CD_OpenAlways, sys::fs::FA_Write, sys::fs::OF_Append);
  if (EC)
    return createStringError("cannot write " + File + ": " + EC.message());
  if (Text->empty())
    if (Error E = Log.append(PrintHead))
      return std::move(E);
  return Log;
}

Error CsvLog::append(function_ref<void(raw_ostream &)> PrintRow) {
  PrintRow(*OS);
  OS->flush();
  if (!OS->has_error())
    return Error::success();
  const std::error_code EC = OS->error();
  OS->clear_error();
  return createStringError("cannot write " + File + ": " + EC.message());
}

void kernelbounds::writeCsvRow(raw_ostream &OS, ArrayRef<std::string> Cells) {
  for (auto [I, Cell] : llvm::enumerate(Cells)) {
    if (I != 0)
      OS << ',';
    writeCsvCell(OS, Cell);
  }
  OS << '\n';
}

std::string kernelbounds::formatNumber(double Value, unsigned Places) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%.*f", static_cast<int>(Places), Value);
  StringRef S(Text);
  if (S.contains('.'))
    S = S.rtrim('0').rtrim('.');
  return S == "-0" ? "0" : S.str();
}

std::string kernelbounds::formatExact(double Value) {
  char Text[64];
  std::snprintf(Text, sizeof(Text), "%.17g", Value);
  return Text;
}
