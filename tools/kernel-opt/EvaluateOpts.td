// Options of kernel-opt evaluate. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes EvaluateOpts.inc of this file.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_what : OptionGroup<"what">, HelpText<"What to do">;
let Group = grp_what in {
defm out : Value<"out", "DIR", "Where measurements and reports go (default: kernel-bounds-evaluation)">;
defm measured : Value<"measured", "DIR", "Measure nothing; predict the loops that another run measured in DIR">;
def compare : F<"compare", "Compare two results.csv, and list the loops that got better or worse">;
def dataset : F<"dataset", "Evaluate loops that others measured: BHive CSV, PMEvo JSON, or CSV with file, cpu, cycles">;
}

def grp_kernels : OptionGroup<"kernels">, HelpText<"Kernels and variants; lists are separated by commas">;
let Group = grp_kernels in {
defm kernels : Value<"kernels", "DIR", "Kernels to measure (default: those that come with kernel-opt)">;
defm filter : Value<"filter", "REGEX", "Only kernels or variants, as in 'dsp/fir clang-O2-native', that match">;
defm max_loops : Value<"max-loops", "N", "Stop after N distinct loops (default: 2400)">;
defm seed : Value<"seed", "N", "Seed of the order in which kernels are measured (default: 1)">;
defm compilers : Value<"compilers", "LIST", "Compilers to use: clang, gcc">;
defm levels : Value<"levels", "LIST", "Optimization levels to use: 1, 2, 3">;
defm march : Value<"march", "LIST", "Values of -march to use">;
defm fast_math : Value<"fast-math", "LIST", "Compile without or with -ffast-math: off, on">;
defm unroll : Value<"unroll", "LIST", "Unroll counts to use: default, 1, 2, 4, 8, ...">;
defm vectorizer : Value<"vectorizer", "LIST", "Compile with or without the vectorizer: on, off">;
defm clang : Value<"clang", "PROGRAM", "clang to use (default: clang-22 or clang)">;
defm gcc : Value<"gcc", "PROGRAM", "gcc to use (default: gcc-12 or gcc)">;
}

def grp_predict : OptionGroup<"predict">, HelpText<"Predictors">;
let Group = grp_predict in {
defm cpu : Value<"cpu", "NAME", "Core to predict for (default: native)">;
defm model : Value<"model", "FILE", "Port model of your own, laid over its base">;
defm predictor : Value<"predictor", "NAME=COMMAND", "Another predictor, which prints cycles per iteration of the loop in {file}; may be given several times">;
defm mca : Value<"llvm-mca", "PROGRAM", "llvm-mca to use (default: llvm-mca-22 or llvm-mca)">;
def no_mca : F<"no-llvm-mca", "Leave llvm-mca out">;
defm plugin : Value<"plugin", "FILE", "The compiler plugin (default: the one that comes with kernel-opt)">;
def no_plugin : F<"no-plugin", "Leave the prediction inside the compiler out">;
}

def grp_run : OptionGroup<"run">, HelpText<"Running">;
let Group = grp_run in {
defm jobs : Value<"jobs", "N", "Commands to run at the same time (default: one for each processor)">;
defm measure_cpu : Value<"measure-cpu", "N", "Processor to measure on (default: the last one)">;
defm limit : Value<"limit", "N", "With --compare: loops to name in each list (default: 20)">;
def accept_noise : F<"accept-noise", "Measure even if the machine is busy; the figures are then too high">;
def quiet : F<"quiet", "Show no progress">;
def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
