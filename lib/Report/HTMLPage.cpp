//===- HTMLPage.cpp - A page that needs no other file ---------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tested by test/kernel-opt/html*.test and diff-html.test, evaluate-html.test
/// and measure.test.
//
//===----------------------------------------------------------------------===//

#include "HTMLPage.h"
#include "kernel-bounds/Report/Escape.h"
#include "kernel-bounds/Report/Page.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace kernelbounds;
using namespace llvm;

namespace kernelbounds {
extern const char PageStyle[];
extern const char PageTheme[];  ///< Light and dark.
extern const char PageCommon[]; ///< The script of the pages of reports.
} // namespace kernelbounds

void kernelbounds::openPage(raw_ostream &OS, StringRef Title,
                            StringRef Subtitle) {
  OS << "<!DOCTYPE html>\n<html lang=\"en\" data-theme=\"light\"><head><meta "
        "charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, "
        "initial-scale=1\">\n"
        // Nothing is loaded from anywhere.
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
        "'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
        "<title>"
     << escapeHtml(Title) << "</title>\n<style>\n"
     << PageStyle << "</style></head><body>\n<header><h1>" << escapeHtml(Title)
     << "</h1><span class=\"dim grow\">" << escapeHtml(Subtitle)
     << "</span><button id=\"theme\" type=\"button\">dark or light</button>"
        "</header>\n<script id=\"light-and-dark\">\n'use strict';\n(() => {\n"
     << PageTheme << "})();\n</script>\n<main>";
}

void kernelbounds::closePage(raw_ostream &OS) {
  OS << "</main>\n</body></html>\n";
}

void kernelbounds::beginPage(raw_ostream &OS, StringRef Generator) {
  openPage(OS, "Kernel Bounds",
           Generator.str() +
               "; cycles for one trip of the compiled loop (cy/it)");
  OS << "<noscript><p>This page shows its data with a script, which is "
        "part of it and loads nothing. The browser has scripts turned off; "
        "<code>--format=text</code> has the same figures.</p></noscript>"
        "</main>\n";
}

void kernelbounds::writePageData(raw_ostream &OS, const Twine &Id,
                                 function_ref<void(json::OStream &)> Write) {
  std::string Text;
  raw_string_ostream Buffer(Text);
  json::OStream J(Buffer);
  Write(J);
  J.flush();
  OS << "<script type=\"application/json\" id=\"" << Id << "\">";
  // The character stands in strings only.
  for (char C : Text)
    if (C == '<')
      OS << "\\u003c";
    else
      OS << C;
  OS << "</script>\n";
}

void kernelbounds::endPage(raw_ostream &OS, StringRef Script) {
  OS << "<script data-page>\n'use strict';\n(() => {\n"
     << PageCommon << Script << "})();\n</script>\n</body></html>\n";
}
