//===- GdbClientTest.cpp - Talks to what emulates a program ---------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GdbClient.h"
#include "gtest/gtest.h"
#include <chrono>
#include <sys/socket.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

namespace {

constexpr std::chrono::milliseconds Soon(10), Long(10000);

/// The emulator's end of a socket, and a client at the other.
class Ends {
public:
  Ends() {
    int Both[2];
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, Both), 0);
    Emulator = Both[0];
    Client.emplace(Both[1]);
  }
  ~Ends() { hangUp(); }
  void hangUp() {
    if (Emulator >= 0)
      close(Emulator);
    Emulator = -1;
  }
  void say(StringRef Text) {
    EXPECT_EQ(write(Emulator, Text.data(), Text.size()), ssize_t(Text.size()));
  }
  std::string heard() {
    char Bytes[256];
    const ssize_t Got = recv(Emulator, Bytes, sizeof(Bytes), MSG_DONTWAIT);
    return Got > 0 ? std::string(Bytes, Got) : "";
  }
  GdbClient &client() { return *Client; }

private:
  int Emulator = -1;
  std::optional<GdbClient> Client;
};

std::optional<std::string> received(Ends &E, std::chrono::milliseconds Time) {
  auto Packet = E.client().receive(Time);
  if (Packet)
    return *Packet;
  return "error: " + toString(Packet.takeError());
}

TEST(GdbClient, PacketsHaveSums) {
  Ends E;
  EXPECT_EQ(toString(E.client().send("g")), "");
  EXPECT_EQ(E.heard(), "$g#67");
  E.say("+$OK#9a");
  EXPECT_EQ(received(E, Long), "OK");
  EXPECT_EQ(E.heard(), "+");
  // Of an empty one, which says that a packet is not understood.
  E.say("$#00");
  EXPECT_EQ(received(E, Long), "");
}

TEST(GdbClient, PacketsComeInParts) {
  Ends E;
  EXPECT_EQ(received(E, Soon), std::nullopt);
  E.say("+$T0");
  EXPECT_EQ(received(E, Soon), std::nullopt);
  E.say("5#b");
  EXPECT_EQ(received(E, Soon), std::nullopt);
  E.say("9$W03#ba");
  EXPECT_EQ(received(E, Long), "T05");
  EXPECT_EQ(received(E, Long), "W03");
}

TEST(GdbClient, DamageIsAnError) {
  Ends E;
  E.say("$T05#ff");
  EXPECT_EQ(received(E, Long), "error: the emulator sent a damaged packet");
  E.say("$T05#zz");
  EXPECT_EQ(received(E, Long), "error: the emulator sent a damaged packet");
}

TEST(GdbClient, TheOtherSideMayGo) {
  Ends E;
  E.say("$T05#b9");
  E.hangUp();
  EXPECT_EQ(received(E, Long), "T05");
  EXPECT_EQ(received(E, Long), "");
  auto Answer = E.client().ask("g");
  ASSERT_TRUE(bool(Answer)) << toString(Answer.takeError());
  EXPECT_EQ(*Answer, "");
}

} // namespace
