//===- ProcessMapsTest.cpp - Tests of the mappings of a process -----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProcessMaps.h"
#include "gtest/gtest.h"

using namespace kernelbounds;

namespace {

/// "module+offset", or "nothing".
std::string find(const ProcessMaps &Maps, const ModuleNames &Names,
                 uint64_t Address) {
  auto P = Maps.find(Address);
  if (!P)
    return "nothing";
  return Names.names()[P->Module] + "+" + std::to_string(P->Offset);
}

} // namespace

TEST(ProcessMaps, FindsFilesAndOffsets) {
  ModuleNames Names;
  ProcessMaps Maps;
  Maps.parse(
      "00400000-00401000 r--p 00000000 08:01 42                 /bin/a b\n"
      "00401000-00403000 r-xp 00001000 08:01 42                 /bin/a b\n"
      "7f000000-7f001000 rw-p 00000000 00:00 0 \n"
      "7f001000-7f002000 rwxp 00000000 00:00 0 \n"
      "7f003000-7f004000 r-xp 00002000 08:01 7      /lib/c (deleted)\n"
      "7ffc0000-7ffc2000 r-xp 00000000 00:00 0              [vdso]\n"
      "no line of this kind\n",
      Names);
  EXPECT_EQ(find(Maps, Names, 0x400fff), "nothing"); // Not executable.
  EXPECT_EQ(find(Maps, Names, 0x401000), "/bin/a b+4096");
  EXPECT_EQ(find(Maps, Names, 0x402fff), "/bin/a b+12287");
  EXPECT_EQ(find(Maps, Names, 0x403000), "nothing");
  EXPECT_EQ(find(Maps, Names, 0x7f000000), "nothing");
  EXPECT_EQ(find(Maps, Names, 0x7f001004), "[anonymous]+2130710532");
  EXPECT_EQ(find(Maps, Names, 0x7f003001), "/lib/c+8193");
  EXPECT_EQ(find(Maps, Names, 0x7ffc0010), "[vdso]+2147221520");
  EXPECT_EQ(find(Maps, Names, 0), "nothing");
}

TEST(ProcessMaps, ForgetsWhatItKnew) {
  ModuleNames Names;
  ProcessMaps Maps;
  Maps.parse("1000-2000 r-xp 0 08:01 42 /a\n", Names);
  EXPECT_EQ(find(Maps, Names, 0x1800), "/a+2048");
  Maps.parse("3000-4000 r-xp 0 08:01 42 /b\n", Names);
  EXPECT_EQ(find(Maps, Names, 0x1800), "nothing");
  EXPECT_EQ(find(Maps, Names, 0x3000), "/b+0");
  Maps.clear();
  EXPECT_EQ(find(Maps, Names, 0x3000), "nothing");
}
