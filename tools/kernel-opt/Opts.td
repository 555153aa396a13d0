// Options of kernel-opt. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes Opts.inc of this file. Spelled values
// stand in the help text; they are checked where the option is read.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_machine : OptionGroup<"machine">, HelpText<"Machine">;
let Group = grp_machine in {
defm cpu : Value<"cpu", "NAME", "Core to predict for, or several: A,B,C; 'native' is the host's (default: skylake-avx512, thunderx2t99, apple-a14 or sifive-p670)">;
defm model : Value<"model", "FILE", "Port model of your own, laid over its base">;
defm target : Value<"target", "TRIPLE", "Target of the code (default: the object's, or guessed from the registers)">;
def triple_eq : Joined<["--"], "triple=">, Alias<target>, MetaVarName<"TRIPLE">, HelpText<"Same as --target">;
def triple : Separate<["--"], "triple">, Alias<target>;
defm port_assignment : Value<"port-assignment", "MODE", "'optimal' (default), or 'uniform': micro-ops spread evenly over their ports">;
defm compat : Value<"compat", "TOOL", "Reproduce the figures of another tool: 'osaca2019'">;
def no_memory_dependences : F<"no-memory-dependences", "Leave dependences through memory out of the latency bounds">;
def bounds_only : F<"bounds-only", "Leave the simulation out: the prediction is then the largest bound">;
def simulate : F<"simulate", "Simulate each loop to the end, however long that takes, and show where its cycles go">;
def sensitivity : F<"sensitivity", "Make one resource after the other twice as fast, and show what the loop gains">;
def sensitivity_eq : Joined<["--"], "sensitivity=">, MetaVarName<"FACTOR">, HelpText<"As --sensitivity, with FACTOR (1.01 to 16) instead of 2">;
defm min_gain : Value<"min-gain", "PERCENT", "Advise a change if the loop gets faster by more than PERCENT (default: 5)">;
defm jobs : Value<"jobs", "N", "Threads to use (default: one for each processor); the output is the same">;
def list_cpus : F<"list-cpus", "List the cores, and which models serve each">;
}

def grp_input : OptionGroup<"input">, HelpText<"Input and choice of loops">;
let Group = grp_input in {
defm syntax : Value<"syntax", "SYNTAX", "Syntax of x86 assembly: 'att' or 'intel' (default: guessed)">;
defm function : Value<"function", "NAME", "Only loops of the functions of this name, mangled or not; if there is none, a regular expression">;
defm line : Value<"line", "N", "Only loops that contain this source or assembly line">;
defm loop : Value<"loop", "LABEL", "Only the loop with this label">;
defm top : Value<"top", "N", "Only the N loops of each file with the most cycles per iteration (default: 100; json, gcc, sarif: 1000; csv, record: all)">;
defm sort : Value<"sort", "ORDER", "Order of the loops of each file: 'cycles' per iteration by their bounds, 'gain' in cycles by what would help, 'cost' by the time of the run of --profile, 'function', or 'file' (default, unless loops are left out: then 'cycles')">;
def all : F<"all", "Report all loops; with deps, all pairs">;
defm compile_commands : Value<"compile-commands", "DIR", "With lsp and check-source: folder of compile_commands.json (default: that of the source, those above it, or a folder 'build' there)">;
def ignore_markers : F<"ignore-markers", "Analyse every innermost loop, even if regions are marked">;
def all_loops : F<"all-loops", "Same as --ignore-markers">, Alias<ignore_markers>;
defm iterations_per_trip : Value<"iterations-per-trip", "N", "Source iterations in one trip; adds cycles per source iteration">;
}

def grp_output : OptionGroup<"output">, HelpText<"Output">;
let Group = grp_output in {
defm format : Value<"format", "FORMAT", "'text' (default), 'json', 'csv', 'dot', 'html', 'gcc', 'sarif' or 'record'; with diff also 'markdown'">;
defm output : Value<"output", "FILE", "Write the report to FILE, which appears only when it is complete">;
def o : Separate<["-"], "o">, Alias<output>, MetaVarName<"FILE">, HelpText<"Same as --output">;
defm color : Value<"color", "WHEN", "'auto' (default: on a terminal, unless NO_COLOR is set), 'always' or 'never'">;
defm profile : Value<"profile", "FILE", "What 'kernel-opt run --format=json' wrote, with diff of the old version: orders loops by their time, and weighs changes">;
defm opt_record : Value<"opt-record", "FILE", "Record of clang's optimizations (-fsave-optimization-record): each loop says whether it was vectorized, or why not; may be given several times">;
defm fail_above : Value<"fail-above", "PERCENT", "With diff: fail if a loop is slower by more than PERCENT; with --profile, if the time of the run grows by more">;
def false_dependences : F<"false-dependences", "With deps: also list write after read and write after write">;
def timeline : F<"timeline", "Show when each micro-op of the first iterations was renamed, started, executed and retired; implies --simulate">;
def verbose : F<"verbose", "Show the source of every value">;
def v : Flag<["-"], "v">, Alias<verbose>, HelpText<"Same as --verbose">;
def quiet : F<"quiet", "Print no warnings, and of the text report only the headlines">;
def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
def version : F<"version", "Show the version">;
