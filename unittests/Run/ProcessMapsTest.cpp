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
  EXPECT_EQ(find(Maps, Names, 0x7f003001), "/lib/c (deleted)+8193");
  EXPECT_EQ(find(Maps, Names, 0x7ffc0010), "[vdso]+2147221520");
  EXPECT_EQ(find(Maps, Names, 0), "nothing");
}

TEST(ProcessMaps, NewOnesTakeThePlaceOfOldOnes) {
  ModuleNames Names;
  ProcessMaps Maps;
  Maps.add(0x1000, 0x5000, 0, "/a", Names);
  Maps.add(0x2000, 0x3000, 0x700, "/b", Names); // In the middle.
  EXPECT_EQ(find(Maps, Names, 0x1fff), "/a+4095");
  EXPECT_EQ(find(Maps, Names, 0x2000), "/b+1792");
  EXPECT_EQ(find(Maps, Names, 0x3000), "/a+8192");
  EXPECT_EQ(find(Maps, Names, 0x4fff), "/a+16383");
  EXPECT_EQ(find(Maps, Names, 0x5000), "nothing");
  Maps.add(0x1800, 0x3800, 0, "/c", Names); // Over the ends of three.
  EXPECT_EQ(find(Maps, Names, 0x17ff), "/a+2047");
  EXPECT_EQ(find(Maps, Names, 0x37ff), "/c+8191");
  EXPECT_EQ(find(Maps, Names, 0x3800), "/a+10240");
  Maps.add(0, UINT64_MAX, 0, "/d", Names); // Over all.
  EXPECT_EQ(find(Maps, Names, 0x1800), "/d+6144");
  Maps.add(0x1000, 0x1000, 0, "/e", Names); // Of no bytes.
  EXPECT_EQ(find(Maps, Names, 0x1000), "/d+4096");
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
