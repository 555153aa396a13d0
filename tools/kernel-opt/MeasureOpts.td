// Options of kernel-opt measure. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes MeasureOpts.inc of this file.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_what : OptionGroup<"what">, HelpText<"What to measure">;
let Group = grp_what in {
defm set : Value<"set", "SET", "Forms to measure: 'common', those that compiled programs contain (default), 'all', 'quick', the 300 most frequent, or 'core', none">;
def quick : F<"quick", "Same as --set=quick">;
defm forms : Value<"forms", "FILE|REGEX", "Only the forms of the set that are listed in FILE, or whose LLVM name matches REGEX">;
def list_forms : F<"list", "List the forms and what is left out, with its reason, and measure nothing">;
}

def grp_model : OptionGroup<"model">, HelpText<"The model">;
let Group = grp_model in {
defm cpu : Value<"cpu", "NAME", "Core whose model the measurements are compared with (default: native)">;
defm base : Value<"base", "BASE", "On what model.yaml rests: 'shipped', the model of the core that comes with kernel-opt (default), or 'llvm', LLVM's model alone">;
defm date : Value<"date", "DATE", "Date that the values carry, as in 2026-01-31 (default: that of SOURCE_DATE_EPOCH, or today)">;
}

def grp_run : OptionGroup<"run">, HelpText<"Running">;
let Group = grp_run in {
defm out : Value<"out", "DIR", "Where the results go; a run that was stopped goes on there (default: kernel-bounds-measurement)">;
defm counters : Value<"counters", "WHEN", "Find ports by counters of micro-ops instead of by time: 'auto', where the machine has them (default), 'off', or 'require', which fails elsewhere. A simulated machine has them with 'require' only">;
defm measure_cpu : Value<"measure-cpu", "N", "Processor to measure on (default: the last one)">;
defm seed : Value<"seed", "N", "Seed of the order in which forms are measured (default: 1)">;
defm time_limit : Value<"time-limit", "MINUTES", "Stop measuring after so many minutes, and write what is known then; the same command goes on (default: 60)">;
defm simulate_machine : Value<"simulate-machine", "CPU|FILE", "For tests: measure the simulated core of a model instead of this machine">;
defm emulator : Value<"emulator", "COMMAND", "Also run each loop of the simulated machine in COMMAND, as in 'qemu-aarch64 -cpu max': what does not run there has no figures">;
def quiet : F<"quiet", "Show no progress">;
def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
