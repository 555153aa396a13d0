//===- MarkersTest.cpp - Tests for Frontend/Markers.cpp -------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FrontendTestSupport.h"

using namespace kernelbounds;
using namespace kernelbounds::test;
using namespace llvm;

namespace {

/// All regions as "name@line[whole or straight{body}...]".
std::string regionsOf(const Input &In) {
  std::string Result;
  for (const MarkedRegion &R : In.Regions) {
    Result += R.Name + "@" + std::to_string(R.Line) + "[";
    for (const LoopBody &L : R.Bodies) {
      EXPECT_TRUE(L.Marked);
      Result += "{" + bodyOf(In, R.FunctionIdx, L) + "}";
    }
    Result += "]";
  }
  return Result;
}

TEST(Markers, Regions) {
  struct Row {
    const char *Name, *Text, *Want;
  };
  const Row Rows[] = {
      {"MCA, straight",
       "incq %rax\n# LLVM-MCA-BEGIN\naddq %rax, %rbx\ndecq %rcx\n"
       "# LLVM-MCA-END\nincq %rdx\n",
       "@2[{addq %rax, %rbx; decq %rcx}]"},
      {"MCA, named and nested",
       "# LLVM-MCA-BEGIN a b\nincq %rax\n# LLVM-MCA-BEGIN c\nincq %rbx\n"
       "# LLVM-MCA-END a b\nincq %rcx\n# LLVM-MCA-END c\n",
       "a b@1[{incq %rax; incq %rbx}]c@3[{incq %rbx; incq %rcx}]"},
      {"OSACA comments",
       "# OSACA-BEGIN\nl: incq %rax\njne l\n# OSACA-END\nret\n",
       "@1[{incq %rax; jne l}]"},
      {"AArch64 comments",
       "// OSACA-BEGIN\nl: add x0, x0, x1\ncbnz x0, l\n// OSACA-END\nret\n",
       "@1[{add x0, x0, x1; cbnz x0, l}]"},
      {"bytes",
       "movl $111, %ebx\n.byte 100,103,144\nl: incq %rax\njne l\n"
       "movl $222, %ebx\n.byte 100\n.byte 103\n.byte 144\nret\n",
       "@1[{incq %rax; jne l}]"},
      {"bytes, AArch64",
       "mov x1, #111\n.byte 213,3,32,31\nl: add x0, x0, x1\ncbnz x0, l\n"
       "mov x1, #222\n.byte 213,3,32,31\nret\n",
       "@1[{add x0, x0, x1; cbnz x0, l}]"},
      {"both styles, one region",
       "movl $111, %ebx\n.byte 100,103,144\n# LLVM-MCA-BEGIN x\n"
       "l: incq %rax\njne l\n# LLVM-MCA-END x\n"
       "movl $222, %ebx\n.byte 100,103,144\nret\n",
       "x@1[{incq %rax; jne l}]"},
      {"a loop with code around it",
       "# LLVM-MCA-BEGIN\nxorl %eax, %eax\nl: incq %rax\njne l\n"
       "nop\n# LLVM-MCA-END\nret\n",
       "@1[{incq %rax; jne l}]"},
      {"two loops",
       "# OSACA-BEGIN\nl: incq %rax\njne l\nm: decq %rax\njne m\n# "
       "OSACA-END\nret\n",
       "@1[{incq %rax; jne l}{decq %rax; jne m}]"},
      // IACA's way: the start is in the loop, behind its label.
      {"start inside the loop",
       "l: movl $111, %ebx\n.byte 100,103,144\nincq %rax\njne l\n"
       "movl $222, %ebx\n.byte 100,103,144\nret\n",
       "@1[{incq %rax; jne l}]"},
      {"on the label's line",
       "l: # LLVM-MCA-BEGIN\nincq %rax\njne l # LLVM-MCA-END\nret\n",
       "@1[{incq %rax; jne l}]"},
      {"inline assembly of gcc",
       "#APP\n# 4 \"a.c\" 1\n\t# LLVM-MCA-BEGIN q\n# 0 \"\" 2\n#NO_APP\n"
       "incq %rax\n#APP\n\t# LLVM-MCA-END q\n#NO_APP\nret\n",
       "q@3[{incq %rax}]"},
      {"an end without a name",
       "# LLVM-MCA-BEGIN a\nincq %rax\n# LLVM-MCA-END\n"
       "# LLVM-MCA-BEGIN b\ndecq %rax\n# LLVM-MCA-END\nret\n",
       "a@1[{incq %rax}]b@4[{decq %rax}]"},
      {"branches inside",
       "# OSACA-BEGIN\nje x\nincq %rax\nx: decq %rax\n# OSACA-END\nret\n",
       "@1[{je x; incq %rax; decq %rax}]"},
  };
  for (const Row &R : Rows) {
    auto In = readGood(R.Text);
    if (!In)
      continue;
    EXPECT_EQ(regionsOf(*In), R.Want) << R.Name;
    EXPECT_EQ(diagnosticsOf(*In), "") << R.Name;
    EXPECT_EQ(In->file().NumUnread, 0u) << R.Name;
  }
}

TEST(Markers, Diagnostics) {
  struct Row {
    const char *Name, *Text, *Want;
  };
  const Row Rows[] = {
      {"no end", "# LLVM-MCA-BEGIN\nincq %rax\n",
       "1:0: LLVM-MCA-BEGIN without an end\n"},
      {"no begin", "incq %rax\n# OSACA-END\n",
       "2:0: OSACA-END without a begin\n"},
      {"other name", "# LLVM-MCA-BEGIN a\nincq %rax\n# LLVM-MCA-END b\n",
       "3:0: LLVM-MCA-END without a begin\n1:0: LLVM-MCA-BEGIN without an "
       "end\n"},
      {"two that the end may mean",
       "# LLVM-MCA-BEGIN a\n# LLVM-MCA-BEGIN b\nincq %rax\n# LLVM-MCA-END\n",
       "4:0: LLVM-MCA-END without a begin\n1:0: LLVM-MCA-BEGIN without an "
       "end\n2:0: LLVM-MCA-BEGIN without an end\n"},
      {"other style", "# OSACA-BEGIN\nincq %rax\n# LLVM-MCA-END\n",
       "3:0: LLVM-MCA-END without a begin\n1:0: OSACA-BEGIN without an end\n"},
      {"twice",
       "# OSACA-BEGIN\nincq %rax\n# OSACA-BEGIN\nincq %rax\n# OSACA-END\n",
       "1:0: OSACA-BEGIN without an end before the next one\n"},
      {"empty", "incq %rax\n# OSACA-BEGIN\n# OSACA-END\nincq %rax\n",
       "2:0: no instruction between OSACA-BEGIN and OSACA-END\n"},
      {"two functions",
       ".globl f\n.globl g\nf: incq %rax\n# OSACA-BEGIN\nret\n"
       "g: ret\n# OSACA-END\n",
       "4:0: the region from OSACA-BEGIN to OSACA-END reaches into another "
       "function; "
       "it is left out\n"},
      {"bytes", "movl $111, %ebx\n.byte 100,103,144\nincq %rax\n",
       "1:0: byte marker 111 without an end\n"},
  };
  for (const Row &R : Rows) {
    auto In = readGood(R.Text);
    if (!In)
      continue;
    EXPECT_EQ(diagnosticsOf(*In), R.Want) << R.Name;
  }
}

TEST(Markers, InObjects) {
  const char *X86 =
      "f: movl $111, %ebx\n.byte 100,103,144\n.Ll: incq %rax\njne .Ll\n"
      "movl $222, %ebx\n.byte 100,103,144\nret\n";
  const char *AArch64 =
      "f: mov x1, #111\n.byte 213,3,32,31\n.Ll: add x0, x0, x1\n"
      "cbnz x0, .Ll\nmov x1, #222\n.byte 213,3,32,31\nret\n";
  auto In = readGood(assemble(X86, "x86_64-linux-gnu"));
  ASSERT_TRUE(In);
  EXPECT_EQ(regionsOf(*In), "@0[{incq %rax; jne 0x8}]");
  EXPECT_EQ(diagnosticsOf(*In), "");
  In = readGood(assemble(AArch64, "aarch64-linux-gnu"));
  ASSERT_TRUE(In);
  EXPECT_EQ(regionsOf(*In), "@0[{add x0, x0, x1; cbnz x0, 0x8}]");
}

} // namespace
