//===- GdbClient.cpp - Talks to what emulates a program -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by unittests/Run/GdbClientTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "GdbClient.h"
#include "llvm/ADT/StringExtras.h"
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

/// An emulator answers at once, unless the program runs.
static constexpr std::chrono::milliseconds AnswerTime(60000);

GdbClient::~GdbClient() { close(Socket); }

static uint8_t sumOf(StringRef Text) {
  uint8_t Sum = 0;
  for (const char C : Text)
    Sum += static_cast<uint8_t>(C);
  return Sum;
}

/// \p Bytes, all of them. One that has gone is noticed when reading.
Error GdbClient::write(StringRef Bytes) {
  while (!Bytes.empty()) {
    const ssize_t Done =
        ::send(Socket, Bytes.data(), Bytes.size(), MSG_NOSIGNAL);
    if (Done < 0 && errno == EINTR)
      continue;
    if (Done < 0 && (errno == EPIPE || errno == ECONNRESET)) {
      IsGone = true;
      break;
    }
    if (Done < 0)
      return createStringError(Twine("writing to the emulator: ") +
                               std::strerror(errno));
    Bytes = Bytes.drop_front(Done);
  }
  return Error::success();
}

Error GdbClient::send(StringRef Packet) {
  return write(("$" + Packet + "#" +
                toHex(ArrayRef<uint8_t>(sumOf(Packet)), /*LowerCase=*/true))
                   .str());
}

/// Of the buffer; nothing if it holds no whole one. Each is acknowledged.
Expected<std::optional<std::string>> GdbClient::takePacket() {
  const size_t Begin = Buffer.find('$'), End = Buffer.find('#', Begin);
  if (Begin == std::string::npos || End == std::string::npos ||
      Buffer.size() < End + 3)
    return std::nullopt;
  std::string Text = Buffer.substr(Begin + 1, End - Begin - 1);
  uint8_t Sum = 0;
  const bool IsWrong =
      StringRef(Buffer).substr(End + 1, 2).getAsInteger(16, Sum);
  Buffer.erase(0, End + 3);
  if (IsWrong || Sum != sumOf(Text))
    return createStringError("the emulator sent a damaged packet");
  if (Error E = write("+"))
    return std::move(E);
  return std::move(Text);
}

Expected<std::optional<std::string>>
GdbClient::receive(std::chrono::milliseconds Time) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point Last = Clock::now() + Time;
  while (true) {
    auto Packet = takePacket();
    if (!Packet || *Packet)
      return Packet;
    if (IsGone)
      return std::string();
    const auto Left = std::chrono::duration_cast<std::chrono::milliseconds>(
        Last - Clock::now());
    pollfd Poll = {Socket, POLLIN, 0};
    const int Ready = poll(&Poll, 1, std::max<int>(0, int(Left.count())));
    if (Ready == 0)
      return std::nullopt;
    char Bytes[4096];
    const ssize_t Got = Ready < 0 ? -1 : recv(Socket, Bytes, sizeof(Bytes), 0);
    if (Got > 0)
      Buffer.append(Bytes, Got);
    else if (Got == 0 || errno == ECONNRESET)
      IsGone = true;
    else if (errno != EINTR)
      return createStringError(Twine("reading from the emulator: ") +
                               std::strerror(errno));
  }
}

Expected<std::string> GdbClient::ask(StringRef Packet) {
  if (Error E = send(Packet))
    return std::move(E);
  auto Answer = receive(AnswerTime);
  if (!Answer)
    return Answer.takeError();
  if (!*Answer)
    return createStringError("the emulator does not answer");
  return std::move(**Answer);
}
