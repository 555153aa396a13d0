// Options of kernel-opt tune. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes TuneOpts.inc of this file.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_what : OptionGroup<"what">, HelpText<"What to compare">;
let Group = grp_what in {
defm compiler : Value<"compiler", "KIND", "'clang' or 'gcc', whose pragmas to compare (default: by the name of the compiler behind '--')">;
defm cpu : Value<"cpu", "NAME", "Core to predict for (default: the one that the compiler compiles for)">;
defm model : Value<"model", "FILE", "Port model of your own, laid over its base">;
defm trip_count : Value<"trip-count", "N", "Compare candidates for N iterations of loops of which the compiler does not know how many they do (default: the mean from 64 to 2,000)">;
defm function : Value<"function", "REGEX", "Only functions whose symbol matches">;
defm min_gain : Value<"min-gain", "PERCENT", "Name a pragma if the loop gets faster by more than that (default: 5)">;
defm budget : Value<"budget", "N", "Candidates that may be compiled of each function (default: 24)">;
defm cache : Value<"cache", "FOLDER", "Keep what was found in this folder, and take it from there for functions that have not changed">;
defm plugin : Value<"plugin", "FILE", "KernelBounds.so (default: the one of this installation)">;
}

def grp_measure : OptionGroup<"measure">, HelpText<"Measuring">;
let Group = grp_measure in {
defm measure : Value<"measure", "COMMAND", "Run the best candidates on this machine: a shell command that makes the program of {object}, the compiled file; {program} stands for where to write it">;
defm measure_run : Value<"measure-run", "COMMAND", "Shell command to time (default: {program})">;
defm measure_top : Value<"measure-top", "N", "Candidates of each loop to run (default: 3)">;
defm measure_rounds : Value<"measure-rounds", "N", "Times to run each (default: 5)">;
defm dataset : Value<"dataset", "FILE", "Write what was predicted and measured to FILE, as CSV">;
}

def grp_output : OptionGroup<"output">, HelpText<"Output">;
let Group = grp_output in {
def diff : F<"diff", "Print a patch that adds the pragmas to the file">;
def apply : F<"apply", "Add the pragmas to the file">;
defm format : Value<"format", "FORMAT", "'text' (default) or 'json'">;
defm output : Value<"output", "FILE", "Write the report or the patch to FILE (default: standard output)">;
def o : Separate<["-"], "o">, Alias<output>, MetaVarName<"FILE">, HelpText<"Same as --output">;
def quiet : F<"quiet", "Show no progress and no notes">;
def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
