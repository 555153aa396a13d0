// Options of kernel-opt build and merge. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes BuildOpts.inc of this file.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_build : OptionGroup<"build">, HelpText<"Builds">;
let Group = grp_build in {
defm records : Value<"records", "DIR", "With build: folder of the records, which is made (default: kernel-bounds-records)">;
defm cpu : Value<"cpu", "NAME", "With build: core to predict for; 'native' is the host's (default: that which each command compiles for)">;
defm jobs : Value<"jobs", "N", "With build: threads that analyse what the plugin did not see (default: one for each processor)">;
def no_plugin : F<"no-plugin", "With build: analyse all objects after the build, and leave the compiler alone">;
}

def grp_loops : OptionGroup<"loops">, HelpText<"Loops of the report">;
let Group = grp_loops in {
defm top : Value<"top", "N", "Report the first N loops (default: all; text: 20)">;
defm sort : Value<"sort", "ORDER", "Order of the loops: 'cycles' of an iteration (default), 'gain' in cycles by what would help, 'cost' by --profile, 'function' or 'file'">;
defm profile : Value<"profile", "FILE", "What 'kernel-opt run --format=json' wrote: shows and sorts by the time that loops took">;
defm function : Value<"function", "NAME", "Only loops of functions whose demangled name is NAME or begins with 'NAME(', or else matches it as a regular expression">;
}

def grp_output : OptionGroup<"output">, HelpText<"Output">;
let Group = grp_output in {
defm format : Value<"format", "FORMAT", "'text' (default), 'json', 'csv', 'html', 'gcc', 'sarif' or 'record'">;
defm output : Value<"output", "FILE", "Write the report to FILE, which appears only when it is complete (default: standard output; with build standard error)">;
def o : Separate<["-"], "o">, Alias<output>, MetaVarName<"FILE">, HelpText<"Same as --output">;
defm color : Value<"color", "WHEN", "'auto' (default: on a terminal, unless NO_COLOR is set), 'always' or 'never'">;
def quiet : F<"quiet", "Print no notes">;
def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
