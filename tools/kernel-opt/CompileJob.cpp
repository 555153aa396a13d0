//===- CompileJob.cpp - What a build compiled -----------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompileJob.h"
#include "Commands.h"
#include "kernel-bounds/Model/Json.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/StoredLoop.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Support/xxhash.h"

using namespace kernelbounds;
using namespace llvm;

static constexpr StringLiteral JobEnding = ".kbjob";

std::string kernelbounds::stampOf(StringRef File) {
  sys::fs::file_status Status;
  if (sys::fs::status(File, Status) || !sys::fs::is_regular_file(Status))
    return "";
  const auto Time = Status.getLastModificationTime().time_since_epoch();
  return std::to_string(Status.getSize()) + " " + std::to_string(Time.count());
}

std::string kernelbounds::namedFile(StringRef Records, StringRef Name,
                                    StringRef Identity, StringRef Ending) {
  SmallString<256> Path(Records);
  sys::path::append(
      Path, Name + "-" + utohexstr(xxh3_64bits(Identity), true, 16) + Ending);
  return std::string(Path);
}

static std::string jobFile(StringRef Records, StringRef Object) {
  return namedFile(Records, sys::path::filename(Object), Object, JobEnding);
}

std::string kernelbounds::recordFile(StringRef Records, StringRef Object) {
  return namedFile(Records, sys::path::filename(Object), Object, RecordEnding);
}

Error kernelbounds::writeJob(StringRef Records, const CompileJob &Job) {
  return withOutput(jobFile(Records, Job.Object), [&](raw_ostream &OS) {
    json::OStream J(OS);
    J.object([&] {
      J.attribute("directory", utf8(Job.Command.Directory));
      J.attribute("file", utf8(Job.Command.File));
      J.attribute("output", utf8(Job.Object));
      J.attribute("stamp", Job.Stamp);
      J.attributeArray("arguments", [&] {
        for (StringRef A : Job.Command.Args)
          J.value(utf8(A));
      });
    });
    J.flush();
    OS << '\n';
    return Error::success();
  });
}

static Expected<CompileJob> readJob(StringRef File) {
  auto Buffer = MemoryBuffer::getFile(File);
  if (!Buffer)
    return createStringError("cannot read '" + File +
                             "': " + Buffer.getError().message());
  Expected<json::Value> Doc = parseJson((*Buffer)->getBuffer());
  if (!Doc)
    return createStringError("'" + File + "': " + toString(Doc.takeError()));
  const json::Object *O = Doc->getAsObject();
  const json::Array *Args = O ? O->getArray("arguments") : nullptr;
  if (!Args || Args->empty() || !O->getString("output"))
    return createStringError("'" + File + "' is no job of a build; remove it");
  CompileJob Job;
  Job.Command.Directory = O->getString("directory").value_or("").str();
  Job.Command.File = O->getString("file").value_or("").str();
  Job.Object = O->getString("output")->str();
  Job.Stamp = O->getString("stamp").value_or("").str();
  for (const json::Value &A : *Args)
    Job.Command.Args.push_back(A.getAsString().value_or("").str());
  return Job;
}

Expected<std::vector<CompileJob>> kernelbounds::readJobs(StringRef Records) {
  std::vector<std::string> Files;
  std::error_code EC;
  for (sys::fs::directory_iterator It(Records, EC), End; It != End && !EC;
       It.increment(EC))
    if (sys::path::extension(It->path()) == JobEnding)
      Files.push_back(It->path());
  if (EC)
    return createStringError("cannot read the folder '" + Records +
                             "': " + EC.message());
  std::vector<CompileJob> Jobs;
  for (const std::string &File : Files) {
    Expected<CompileJob> Job = readJob(File);
    if (!Job)
      return Job.takeError();
    if (sys::fs::exists(Job->Object)) {
      Jobs.push_back(std::move(*Job));
      continue;
    }
    sys::fs::remove(recordFile(Records, Job->Object));
    sys::fs::remove(File);
  }
  llvm::sort(Jobs, [](const CompileJob &A, const CompileJob &B) {
    return A.Object < B.Object;
  });
  return Jobs;
}
