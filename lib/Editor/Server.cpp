//===- Server.cpp - The language server -----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Messages arrive on the main thread, results on that of the queue; one lock
/// guards what both use.
///
/// Tested by test/kernel-opt/lsp*.test.
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Editor/Server.h"
#include "kernel-bounds/Editor/LineMap.h"
#include "kernel-bounds/Editor/LoopText.h"
#include "kernel-bounds/Model/Json.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/LSP/Transport.h"
#include <map>

using namespace kernelbounds;
using namespace llvm;

namespace {

/// Parameters that are read by hand, or passed on.
struct RawParams {
  json::Value Value = nullptr;

  /// A member of an object of objects; null if there is none.
  const json::Value *find(ArrayRef<StringRef> Keys) const {
    const json::Value *V = &Value;
    for (StringRef Key : Keys) {
      const json::Object *O = V ? V->getAsObject() : nullptr;
      V = O ? O->get(Key) : nullptr;
    }
    return V;
  }
};
bool fromJSON(const json::Value &V, RawParams &Out, json::Path) {
  Out.Value = V;
  return true;
}
json::Value toJSON(const RawParams &P) { return P.Value; }

struct DidSaveParams {
  lsp::TextDocumentIdentifier textDocument;
};
bool fromJSON(const json::Value &V, DidSaveParams &Out, json::Path P) {
  json::ObjectMapper O(V, P);
  return O && O.map("textDocument", Out.textDocument);
}

/// Passes on what is a message of JSON-RPC, and drops everything else: the
/// transport takes other text for the end of the connection.
class CheckedInput final : public lsp::JSONTransportInput {
public:
  explicit CheckedInput(std::FILE *In) : Inner(In) {}
  bool hasError() const override { return Inner.hasError(); }
  bool isEndOfInput() const override { return Inner.isEndOfInput(); }
  LogicalResult readDelimitedMessage(std::string &Text) override {
    return Inner.readDelimitedMessage(Text);
  }
  LogicalResult readStandardMessage(std::string &Text) override;

private:
  lsp::JSONTransportInputOverFile Inner;
};

enum class WantedDiagnostics : uint8_t { Advice, All, None };

/// A request that waits for figures.
struct WaitingHints {
  lsp::Range Range;
  lsp::Callback<std::vector<lsp::InlayHint>> Reply;
};

/// A file that is open in the editor.
struct Document {
  lsp::URIForFile Uri;
  std::string Language, Text, SavedText;
  int64_t Version = 0;
  LineMap SinceSave;
  // What is shown, and what was edited since that text was compiled.
  std::shared_ptr<const std::vector<LoopRecord>> Records;
  std::vector<SourceLoop> Loops; ///< Into Records.
  LineMap SinceCompiled;
  bool IsClang = false;
  bool IsFromOther = false; ///< Compiled as a part of another file.
  bool IsInQueue = false;   ///< Figures of its saved text are to come.
  std::vector<WaitingHints> Waiting;

  int lineOf(const SourceLoop &S) const {
    return SinceCompiled.current(static_cast<int>(S.Line) - 1);
  }
};

class Server {
public:
  Server(lsp::MessageHandler &Handler, EditorAnalyzer Analyze,
         const ServerOptions &Options);
  bool isShutDown() const { return IsShutDown; }

private:
  using Json = lsp::Callback<json::Value>;
  void initialize(const RawParams &P, Json Reply);
  void initialized(const lsp::NoParams &) {}
  void shutdown(const lsp::NoParams &, Json Reply);
  void configure(const RawParams &P);
  void readSettings(const json::Object &Settings);

  void didOpen(const lsp::DidOpenTextDocumentParams &P);
  void didChange(const lsp::DidChangeTextDocumentParams &P);
  void didSave(const DidSaveParams &P);
  void didClose(const lsp::DidCloseTextDocumentParams &P);
  void execute(const RawParams &P, Json Reply);

  void inlayHint(const lsp::InlayHintsParams &P,
                 lsp::Callback<std::vector<lsp::InlayHint>> Reply);
  void hover(const lsp::TextDocumentPositionParams &P,
             lsp::Callback<std::optional<lsp::Hover>> Reply);
  void codeAction(const lsp::CodeActionParams &P,
                  lsp::Callback<std::vector<lsp::CodeAction>> Reply);

  void takeAnalysis(const FileAnalysis &A);
  void show(Document &D, const FileAnalysis &A, StringRef File);
  static std::vector<lsp::InlayHint> hintsOf(const Document &D,
                                             const lsp::Range &Range);
  static void answerWaiting(Document &D);
  void publish(const Document &D);
  void analyzeAll();
  Document *find(const lsp::URIForFile &Uri);

  EditorAnalyzer Analyze;
  lsp::OutgoingNotification<lsp::PublishDiagnosticsParams> Publish;
  lsp::OutgoingNotification<lsp::ShowMessageParams> ShowMessage, LogMessage;
  lsp::OutgoingRequest<RawParams> RefreshHints;

  std::mutex Lock;                           // Of what follows.
  std::map<std::string, Document> Documents; ///< By realPath().
  std::string Cpu;
  WantedDiagnostics Diagnostics = WantedDiagnostics::Advice;
  bool CanRefreshHints = false, HasAskedForCommands = false;
  int64_t NumRequests = 0;
  bool IsShutDown = false;
  std::string Version;

  AnalysisQueue Queue; // Last: its thread uses all of the above.
};

} // namespace

//===----------------------------------------------------------------------===//
// The connection
//===----------------------------------------------------------------------===//

LogicalResult CheckedInput::readStandardMessage(std::string &Text) {
  if (failed(Inner.readStandardMessage(Text)))
    return failure();
  Expected<json::Value> Message = parseJson(Text);
  if (!Message) {
    // The transport would not survive all that is too deep.
    lsp::Logger::error("JSON parse error {0}", toString(Message.takeError()));
    return failure();
  }
  const json::Object *O = Message->getAsObject();
  if (O && O->getString("jsonrpc") == StringRef("2.0") &&
      (O->getString("method") || O->get("id")))
    return success();
  lsp::Logger::error("this is no message of JSON-RPC 2.0: {0}",
                     StringRef(Text).take_front(80));
  return failure();
}

Server::Server(lsp::MessageHandler &Handler, EditorAnalyzer Analyze,
               const ServerOptions &Options)
    : Analyze(std::move(Analyze)),
      Publish(Handler.outgoingNotification<lsp::PublishDiagnosticsParams>(
          "textDocument/publishDiagnostics")),
      ShowMessage(Handler.outgoingNotification<lsp::ShowMessageParams>(
          "window/showMessage")),
      LogMessage(Handler.outgoingNotification<lsp::ShowMessageParams>(
          "window/logMessage")),
      RefreshHints(Handler.outgoingRequest<RawParams, RawParams>(
          "workspace/inlayHint/refresh",
          [](json::Value, Expected<RawParams> R) {
            consumeError(R.takeError());
          })),
      Version(Options.Version),
      Queue(
          [this](StringRef Object, ArrayRef<std::string> Cores) {
            std::string Wanted;
            {
              std::lock_guard<std::mutex> Guard(Lock);
              Wanted = Cpu;
            }
            return this->Analyze(Object, Cores, Wanted);
          },
          [this](const FileAnalysis &A) { takeAnalysis(A); }) {
  Queue.setCommandsFolder(Options.CommandsFolder);
  Handler.method("initialize", this, &Server::initialize);
  Handler.notification("initialized", this, &Server::initialized);
  Handler.method("shutdown", this, &Server::shutdown);
  Handler.notification("workspace/didChangeConfiguration", this,
                       &Server::configure);
  Handler.notification("textDocument/didOpen", this, &Server::didOpen);
  Handler.notification("textDocument/didChange", this, &Server::didChange);
  Handler.notification("textDocument/didSave", this, &Server::didSave);
  Handler.notification("textDocument/didClose", this, &Server::didClose);
  Handler.method("workspace/executeCommand", this, &Server::execute);
  Handler.method("textDocument/inlayHint", this, &Server::inlayHint);
  Handler.method("textDocument/hover", this, &Server::hover);
  Handler.method("textDocument/codeAction", this, &Server::codeAction);
}

Error kernelbounds::runServer(std::FILE *In, raw_ostream &Out,
                              EditorAnalyzer Analyze,
                              const ServerOptions &Options) {
  lsp::JSONTransport Transport(std::make_unique<CheckedInput>(In), Out);
  lsp::MessageHandler Handler(Transport);
  Server S(Handler, std::move(Analyze), Options);
  Error E = Transport.run(Handler);
  if (S.isShutDown()) {
    consumeError(std::move(E)); // That the connection is closed is no news.
    return Error::success();
  }
  consumeError(std::move(E));
  return createStringError("the editor ended the connection without the "
                           "request 'shutdown'");
}

void Server::initialize(const RawParams &P, Json Reply) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    const json::Value *Refresh =
        P.find({"capabilities", "workspace", "inlayHint", "refreshSupport"});
    CanRefreshHints = Refresh && Refresh->getAsBoolean().value_or(false);
  }
  if (const json::Value *O = P.find({"initializationOptions"}))
    if (const json::Object *Settings = O->getAsObject())
      readSettings(*Settings);
  Reply(json::Object{
      {"serverInfo",
       json::Object{{"name", "kernel-bounds"}, {"version", Version}}},
      {"capabilities",
       json::Object{
           {"textDocumentSync",
            json::Object{
                {"openClose", true},
                {"change",
                 static_cast<int>(lsp::TextDocumentSyncKind::Incremental)},
                {"save", true}}},
           {"hoverProvider", true},
           {"inlayHintProvider", true},
           {"codeActionProvider",
            json::Object{{"codeActionKinds", json::Array{"quickfix"}}}},
           {"executeCommandProvider",
            json::Object{
                {"commands", json::Array{"kernelBounds.analyze"}}}}}}});
}

void Server::shutdown(const lsp::NoParams &, Json Reply) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    IsShutDown = true;
    for (auto &[File, D] : Documents)
      answerWaiting(D);
  }
  Reply(nullptr);
}

void Server::readSettings(const json::Object &Settings) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (auto Name = Settings.getString("cpu"))
    Cpu = Name->str();
  if (auto Folder = Settings.getString("compileCommandsDir"))
    Queue.setCommandsFolder(Folder->str());
  if (auto Which = Settings.getString("diagnostics"))
    Diagnostics = StringSwitch<WantedDiagnostics>(*Which)
                      .Case("all", WantedDiagnostics::All)
                      .Case("none", WantedDiagnostics::None)
                      .Default(WantedDiagnostics::Advice);
}

/// The settings come alone or below the name of the server.
void Server::configure(const RawParams &P) {
  const json::Value *V = P.find({"settings", "kernelBounds"});
  if (!V)
    V = P.find({"settings"});
  if (const json::Object *Settings = V ? V->getAsObject() : nullptr) {
    readSettings(*Settings);
    analyzeAll();
  }
}

//===----------------------------------------------------------------------===//
// Documents
//===----------------------------------------------------------------------===//

Document *Server::find(const lsp::URIForFile &Uri) {
  const auto It = Documents.find(realPath(Uri.file()));
  return It == Documents.end() ? nullptr : &It->second;
}

void Server::didOpen(const lsp::DidOpenTextDocumentParams &P) {
  const std::string File = realPath(P.textDocument.uri.file());
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Document &D = Documents[File];
    answerWaiting(D);
    D = Document();
    D.IsInQueue = true;
    D.Uri = P.textDocument.uri;
    D.Language = P.textDocument.languageId;
    D.Text = D.SavedText = P.textDocument.text;
    D.Version = P.textDocument.version;
  }
  Queue.add(File);
}

void Server::didChange(const lsp::DidChangeTextDocumentParams &P) {
  std::lock_guard<std::mutex> Guard(Lock);
  Document *D = find(P.textDocument.uri);
  if (!D)
    return;
  D->Version = P.textDocument.version;
  for (const lsp::TextDocumentContentChangeEvent &C : P.contentChanges) {
    if (failed(C.applyTo(D->Text))) {
      lsp::Logger::error("an edit of {0} is outside of its text",
                         P.textDocument.uri.file());
      return;
    }
    // Of a new text as a whole nothing is known about the lines.
    const lsp::Range Replaced =
        C.range.value_or(lsp::Range(lsp::Position(), lsp::Position()));
    const StringRef Text = C.range ? StringRef(C.text) : StringRef();
    D->SinceSave.edit(Replaced, Text);
    D->SinceCompiled.edit(Replaced, Text);
  }
}

void Server::didSave(const DidSaveParams &P) {
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Document *D = find(P.textDocument.uri);
    if (!D)
      return;
    D->SavedText = D->Text;
    D->SinceSave.clear();
    D->IsInQueue = true;
  }
  Queue.add(realPath(P.textDocument.uri.file()));
}

void Server::didClose(const lsp::DidCloseTextDocumentParams &P) {
  const std::string File = realPath(P.textDocument.uri.file());
  Queue.cancel(File);
  std::lock_guard<std::mutex> Guard(Lock);
  if (auto It = Documents.find(File); It != Documents.end())
    answerWaiting(It->second);
  Documents.erase(File);
  Publish({P.textDocument.uri, /*version=*/0});
}

void Server::analyzeAll() {
  std::vector<std::string> Files;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    for (auto &[File, D] : Documents) {
      D.IsInQueue = true;
      Files.push_back(File);
    }
  }
  for (const std::string &File : Files)
    Queue.add(File);
}

void Server::execute(const RawParams &P, Json Reply) {
  const json::Value *Name = P.find({"command"});
  if (!Name || Name->getAsString() != StringRef("kernelBounds.analyze"))
    return Reply(make_error<lsp::LSPError>("there is no such command",
                                           lsp::ErrorCode::InvalidParams));
  analyzeAll();
  Reply(nullptr);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void Server::show(Document &D, const FileAnalysis &A, StringRef File) {
  const std::vector<StringRef> Lines = linesOf(D.SavedText);
  D.Records = A.Loops;
  D.Loops = findSourceLoops(*A.Loops, File, Lines);
  D.SinceCompiled = D.SinceSave;
  D.IsClang = A.IsClang;
  publish(D);
}

void Server::takeAnalysis(const FileAnalysis &A) {
  std::lock_guard<std::mutex> Guard(Lock);
  if (!A.Loops) {
    const bool AsksUser = A.HasNoCommands && !HasAskedForCommands;
    HasAskedForCommands |= A.HasNoCommands;
    (AsksUser ? ShowMessage : LogMessage)(lsp::ShowMessageParams(
        lsp::MessageType::Warning, "Kernel Bounds: " + A.Problem));
    if (auto It = Documents.find(A.File); It != Documents.end()) {
      publish(It->second); // So that the editor knows that nothing comes.
      It->second.IsInQueue = false;
      answerWaiting(It->second);
    }
    return;
  }
  for (auto &[File, D] : Documents) {
    const bool IsOwn = File == A.File;
    // A header has no command of its own.
    if (!IsOwn && D.Records && !D.IsFromOther)
      continue;
    if (!IsOwn && findSourceLoops(*A.Loops, File, linesOf(D.SavedText)).empty())
      continue;
    D.IsFromOther = !IsOwn;
    show(D, A, File);
  }
  if (auto It = Documents.find(A.File); It != Documents.end()) {
    It->second.IsInQueue = false;
    answerWaiting(It->second);
  }
  if (CanRefreshHints)
    RefreshHints(RawParams(), ++NumRequests);
}

void Server::publish(const Document &D) {
  lsp::PublishDiagnosticsParams Out(D.Uri, D.Version);
  for (const SourceLoop &S : D.Loops) {
    if (Diagnostics == WantedDiagnostics::None ||
        (Diagnostics == WantedDiagnostics::Advice && S.main().Next.empty()))
      continue;
    lsp::Diagnostic One;
    const int Line = D.lineOf(S);
    One.range = lsp::Range(lsp::Position(Line, 0), lsp::Position(Line + 1, 0));
    One.severity = lsp::DiagnosticSeverity::Information;
    One.source = "kernel-bounds";
    One.message = diagnosticText(S);
    Out.diagnostics.push_back(std::move(One));
  }
  Publish(Out);
}

//===----------------------------------------------------------------------===//
// Requests
//===----------------------------------------------------------------------===//

/// Length of a line as the protocol counts it, in units of UTF-16.
static int lengthOf(StringRef Line) {
  int Units = 0;
  for (unsigned char C : Line)
    if ((C & 0xC0) != 0x80)
      Units += C >= 0xF0 ? 2 : 1;
  return Units;
}

std::vector<lsp::InlayHint> Server::hintsOf(const Document &D,
                                            const lsp::Range &Range) {
  std::vector<lsp::InlayHint> Hints;
  const std::vector<StringRef> Lines = linesOf(D.Text);
  for (const SourceLoop &S : D.Loops) {
    const int Line = D.lineOf(S);
    if (Line < Range.start.line || Line > Range.end.line ||
        Line >= static_cast<int>(Lines.size()))
      continue;
    lsp::InlayHint Hint(lsp::InlayHintKind::Type,
                        lsp::Position(Line, lengthOf(Lines[Line])));
    Hint.label = hintText(S);
    if (D.SinceCompiled.isEdited())
      Hint.label += " (before the edit)";
    Hint.paddingLeft = true;
    Hints.push_back(std::move(Hint));
  }
  return Hints;
}

void Server::answerWaiting(Document &D) {
  for (WaitingHints &W : D.Waiting)
    W.Reply(hintsOf(D, W.Range));
  D.Waiting.clear();
}

/// An editor that cannot be told to ask anew waits for what is to come, and so
/// does any where there is nothing yet: Neovim 0.10 draws the second answer
/// about one text only if it asked for it by itself.
void Server::inlayHint(const lsp::InlayHintsParams &P,
                       lsp::Callback<std::vector<lsp::InlayHint>> Reply) {
  std::vector<lsp::InlayHint> Hints;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    Document *D = find(P.textDocument.uri);
    if (D && D->IsInQueue && (!CanRefreshHints || !D->Records)) {
      D->Waiting.push_back({P.range, std::move(Reply)});
      return;
    }
    if (D)
      Hints = hintsOf(*D, P.range);
  }
  Reply(std::move(Hints));
}

/// Whether the reader of line \p Line looks at \p S: at its head, or at a line
/// of its instructions. \returns the line when the file was compiled, or 0.
static unsigned lineIn(const Document &D, const SourceLoop &S, int Line) {
  if (D.lineOf(S) == Line)
    return S.Line;
  for (const LoopRecord *L : S.Copies)
    for (const RecordedInst &I : L->Insts)
      if (I.IsInHeadFile && I.SourceLine &&
          D.SinceCompiled.current(static_cast<int>(I.SourceLine) - 1) == Line)
        return I.SourceLine;
  return 0;
}

void Server::hover(const lsp::TextDocumentPositionParams &P,
                   lsp::Callback<std::optional<lsp::Hover>> Reply) {
  std::optional<lsp::Hover> Out;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    if (const Document *D = find(P.textDocument.uri)) {
      const int Line = P.position.line;
      std::string Text;
      for (const SourceLoop &S : D->Loops)
        if (unsigned Compiled = lineIn(*D, S, Line))
          Text += (Text.empty() ? "" : "\n---\n\n") + hoverText(S, Compiled);
      if (!Text.empty()) {
        if (D->SinceCompiled.isEdited())
          Text = "These figures are those before the edit; save the file to "
                 "renew them.\n\n" +
                 Text;
        Out.emplace(
            lsp::Range(lsp::Position(Line, 0), lsp::Position(Line + 1, 0)));
        Out->contents.kind = lsp::MarkupKind::Markdown;
        Out->contents.value = std::move(Text);
      }
    }
  }
  Reply(std::move(Out));
}

static bool isLikeC(StringRef Language) {
  return StringSwitch<bool>(Language)
      .Cases({"c", "cpp", "objective-c", "objective-cpp", "cuda-cpp"}, true)
      .Default(false);
}

/// The edit that writes \p Pragma at the head \p Line; none where there is no
/// place for it, or one of its kind.
static std::optional<lsp::TextEdit>
insertPragma(const LoopPragma &Pragma, ArrayRef<StringRef> Lines, int Line) {
  const StringRef Head = Lines[Line];
  const bool HasOne =
      Line > 0 && Lines[Line - 1].ltrim().starts_with("#pragma");
  if (Pragma.IsInBody ? !Head.rtrim().ends_with("{") : HasOne)
    return std::nullopt;
  std::string Indent =
      Head.take_until([](char C) { return C != ' ' && C != '\t'; }).str();
  if (Pragma.IsInBody) {
    Indent += "  ";
    ++Line;
    if (Line < static_cast<int>(Lines.size()) &&
        Lines[Line].ltrim().starts_with("#pragma"))
      return std::nullopt;
  }
  lsp::TextEdit Edit;
  Edit.range = lsp::Range(lsp::Position(Line, 0), lsp::Position(Line, 0));
  Edit.newText = Indent + Pragma.Text + "\n";
  return Edit;
}

void Server::codeAction(const lsp::CodeActionParams &P,
                        lsp::Callback<std::vector<lsp::CodeAction>> Reply) {
  std::vector<lsp::CodeAction> Actions;
  {
    std::lock_guard<std::mutex> Guard(Lock);
    const Document *D = find(P.textDocument.uri);
    // Of a text that has changed nothing is known.
    if (D && isLikeC(D->Language) && !D->SinceCompiled.isEdited()) {
      const std::vector<StringRef> Lines = linesOf(D->Text);
      for (const SourceLoop &S : D->Loops) {
        const int Line = D->lineOf(S);
        if (!S.Callee.empty() || Line < P.range.start.line ||
            Line > P.range.end.line || Line >= static_cast<int>(Lines.size()))
          continue;
        const auto Pragma = pragmaFor(S.main(), D->IsClang);
        const auto Edit =
            Pragma ? insertPragma(*Pragma, Lines, Line) : std::nullopt;
        if (!Edit)
          continue;
        lsp::CodeAction A;
        A.title = Pragma->Title + ": " + Pragma->Text;
        A.kind = lsp::CodeAction::kQuickFix.str();
        A.edit.emplace();
        A.edit->changes[D->Uri.uri().str()] = {*Edit};
        Actions.push_back(std::move(A));
      }
    }
  }
  Reply(std::move(Actions));
}
