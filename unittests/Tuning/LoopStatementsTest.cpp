//===- LoopStatementsTest.cpp - Tests of loops found in a source ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "kernel-bounds/Tuning/LoopStatements.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace kernelbounds;
using namespace llvm;

/// "line:column head-head" of each.
static std::string places(StringRef Source) {
  std::string Out;
  for (const LoopStatement &S : findLoopStatements(Source)) {
    Out += (Out.empty() ? "" : ", ") + utostr(S.Line) + ":" + utostr(S.Column) +
           " " + utostr(S.FirstHeadLine) + "-" + utostr(S.LastHeadLine);
    const StringRef Word = Source.substr(S.Offset);
    EXPECT_TRUE(Word.starts_with("for") || Word.starts_with("while") ||
                Word.starts_with("do"));
  }
  return Out;
}

TEST(LoopStatements, Places) {
  const struct {
    const char *Name, *Source, *Places;
  } Rows[] = {
      {"none", "int f;", ""},
      {"empty", "", ""},
      {"plain", "void f() {\n  for (;;)\n    g();\n}", "2:3 2-2"},
      {"a head of several lines", "for (int i = 0;\n i < (n);\n ++i) ;",
       "1:1 1-3"},
      {"do", "do {\n g();\n} while (a\n && b);\nwhile (c) ;",
       "1:1 3-4, 5:1 5-5"},
      {"do without braces", "do\n g();\nwhile (a);", "1:1 3-3"},
      {"a loop in do", "do {\n while (a)\n  g();\n} while (b);",
       "1:1 4-4, 2:2 2-2"},
      {"else", "if (a)\n;\nelse for (;;);", "3:6 3-3"},
      {"names", "int form, do_it, meanwhile; a.for_;", ""},
      {"comments", "// for (;;)\n/* while (a)\n */ for (;;);", "3:5 3-3"},
      {"literals", "f(\"for (;;)\", 'f', L\"\\\"while(\"); while (a);",
       "1:34 1-1"},
      {"raw string", "s = R\"x(for (;;) )\" )x\"; while (a);", "1:26 1-1"},
      {"digits", "n = 1'000'000; for (;;);", "1:16 1-1"},
      {"macro", "#define LOOP \\\n for (;;)\nfor (;;);", "3:1 3-3"},
      {"range", "for (auto x : v)\n s += x;", "1:1 1-1"},
      {"no end", "for (", "1:1 1-1"},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(places(R.Source), R.Places) << R.Name;
}

TEST(LoopStatements, Pragmas) {
  const struct {
    const char *Source, *Pragma;
  } Rows[] = {
      {"for (;;);", ""},
      {"#pragma GCC unroll 4\nfor (;;);", "GCC unroll 4"},
      {"# pragma  GCC  unroll 4 \n#pragma GCC ivdep\nfor (;;);",
       "GCC unroll 4"},
      {"#pragma GCC ivdep\nfor (;;);", ""},
      {"#pragma GCC unroll 4\n// why\nfor (;;);", "GCC unroll 4"},
      {"#pragma GCC unroll 4\nint x;\nfor (;;);", ""},
      {"_Pragma(\"GCC unroll 2\") for (;;);", "GCC unroll 2"},
      {"#pragma omp simd\nfor (;;);", "omp simd"},
      {"#pragma clang loop unroll_count(2)\nfor (;;);", ""},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(userPragma(findLoopStatements(R.Source).front()), R.Pragma)
        << R.Source;
}

TEST(LoopStatements, AtALine) {
  const auto All = findLoopStatements(
      "for (;;)\nfor (;;) ;\nfor (;;) for (;;) ;\ndo {\n} while (a);");
  EXPECT_EQ(findStatementAt(All, 1), 0u);
  EXPECT_EQ(findStatementAt(All, 2), 1u);
  EXPECT_EQ(findStatementAt(All, 3), std::nullopt) << "two";
  EXPECT_EQ(findStatementAt(All, 4), 4u) << "the beginning";
  EXPECT_EQ(findStatementAt(All, 5), 4u) << "the condition";
  EXPECT_EQ(findStatementAt(All, 6), std::nullopt);
}

TEST(LoopStatements, Around) {
  const struct {
    const char *Name, *Source;
    unsigned First, Last;
    std::optional<size_t> Found;
  } Rows[] = {
      {"body", "for (;;)\n f();\ng();", 2, 2, 0},
      {"behind", "for (;;)\n f();\ng();", 3, 3, std::nullopt},
      {"block", "for (;;) {\n f();\n g();\n}\ng();", 2, 3, 0},
      {"inner", "for (;;) {\n while (a)\n  f();\n g();\n}", 3, 3, 1},
      {"of both", "for (;;) {\n while (a)\n  f();\n g();\n}", 3, 4, 0},
      {"no braces", "for (;;)\n for (;;)\n  f();\ng();", 3, 3, 1},
      {"else", "for (;;)\n if (a) {\n  f();\n } else\n  g();\nh();", 5, 5, 0},
      {"do", "do {\n f();\n} while (a);\ng();", 2, 2, 0},
      {"behind do", "do {\n f();\n} while (a);\ng();", 4, 4, std::nullopt},
      {"in do", "do {\n for (;;)\n  f();\n g();\n} while (a);", 4, 4, 0},
  };
  for (const auto &R : Rows)
    EXPECT_EQ(
        findStatementAround(findLoopStatements(R.Source), R.First, R.Last),
        R.Found)
        << R.Name;
}
