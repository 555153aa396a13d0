//===- Output.cpp - Where a report goes -----------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Standard output, a file that appears all at once, or a device.
//
//===----------------------------------------------------------------------===//

#include "Commands.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

static Error writeError(StringRef File, std::error_code EC) {
  return createStringError("cannot write " + File + ": " + EC.message());
}

/// Reports what went wrong while writing, which a stream keeps to itself.
static Error finish(raw_fd_ostream &OS, StringRef Name, Error E) {
  OS.flush();
  if (!OS.has_error())
    return E;
  std::error_code EC = OS.error();
  OS.clear_error();
  return joinErrors(std::move(E), writeError(Name, EC));
}

/// A pipe or device is written in place: nothing may be renamed over it.
static Error writeInPlace(StringRef File,
                          function_ref<Error(raw_ostream &)> Write) {
  std::error_code EC;
  raw_fd_ostream OS(File, EC, sys::fs::CD_OpenExisting);
  if (EC)
    return writeError(File, EC);
  return finish(OS, File, Write(OS));
}

static Error writeAtOnce(StringRef File,
                         function_ref<Error(raw_ostream &)> Write) {
  SmallString<128> Real; // A link stays a link.
  if (sys::fs::real_path(File, Real))
    Real = File;
  Expected<sys::fs::TempFile> Temp = sys::fs::TempFile::create(
      Real + ".tmp-%%%%%%", sys::fs::all_read | sys::fs::all_write);
  if (!Temp) {
    return writeError(File, errorToErrorCode(Temp.takeError()));
  }
  raw_fd_ostream OS(Temp->FD, /*shouldClose=*/false);
  if (Error E = finish(OS, File, Write(OS)))
    return joinErrors(std::move(E), Temp->discard());
  if (Error E = Temp->keep(Real))
    return writeError(File, errorToErrorCode(std::move(E)));
  return Error::success();
}

Error kernelbounds::checkOutput(StringRef Output,
                                ArrayRef<std::string> Inputs) {
  sys::fs::file_status To;
  // A device may well be both.
  if (Output == "-" || sys::fs::status(Output, To) ||
      !sys::fs::is_regular_file(To))
    return Error::success();
  for (const std::string &Input : Inputs) {
    sys::fs::file_status From;
    if (Input == "-" || sys::fs::status(Input, From) ||
        !sys::fs::equivalent(To, From))
      continue;
    return createStringError("cannot write " + Output +
                             ": it is the input file " +
                             (Output == Input ? "itself" : "'" + Input + "'"));
  }
  return Error::success();
}

Error kernelbounds::withOutput(StringRef File,
                               function_ref<Error(raw_ostream &)> Write) {
  if (File == "-")
    return finish(outs(), "standard output", Write(outs()));
  sys::fs::file_status Status;
  bool Exists = !sys::fs::status(File, Status);
  if (Exists && sys::fs::is_directory(Status))
    return writeError(File, make_error_code(std::errc::is_a_directory));
  if (Exists && !sys::fs::is_regular_file(Status))
    return writeInPlace(File, Write);
  return writeAtOnce(File, Write);
}
