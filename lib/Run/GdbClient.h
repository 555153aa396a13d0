//===- GdbClient.h - Talks to what emulates a program -----------*- C++ -*-===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The client's side of the protocol by which debuggers talk to emulators (GDB
/// manual, appendix "GDB Remote Serial Protocol"), over a socket of this
/// machine. A packet is `$text#sum`, where sum has two hexadecimal digits.
/// Private to lib/Run.
//
//===----------------------------------------------------------------------===//

#ifndef KERNEL_BOUNDS_LIB_RUN_GDBCLIENT_H
#define KERNEL_BOUNDS_LIB_RUN_GDBCLIENT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <chrono>
#include <optional>
#include <string>

namespace kernelbounds {

class GdbClient {
public:
  /// Takes over the connected socket \p Socket.
  explicit GdbClient(int Socket) : Socket(Socket) {}
  ~GdbClient();
  GdbClient(const GdbClient &) = delete;
  GdbClient &operator=(const GdbClient &) = delete;

  llvm::Error send(llvm::StringRef Packet);
  /// The text of the next packet; nothing if none has come in \p Time; "" if
  /// the other side has gone. Fails where a packet is damaged.
  llvm::Expected<std::optional<std::string>>
  receive(std::chrono::milliseconds Time);
  /// Sends, and waits for the answer; "" if the other side has gone.
  llvm::Expected<std::string> ask(llvm::StringRef Packet);

private:
  llvm::Expected<std::optional<std::string>> takePacket();
  llvm::Error write(llvm::StringRef Bytes);

  int Socket;
  std::string Buffer; ///< What has come and is no whole packet yet.
  bool IsGone = false;
};

} // namespace kernelbounds

#endif // KERNEL_BOUNDS_LIB_RUN_GDBCLIENT_H
