// Options of kernel-opt run. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes RunOpts.inc of this file.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_what : OptionGroup<"what">, HelpText<"What to watch">;
let Group = grp_what in {
defm attach : Value<"attach", "PID", "Watch the running process PID until it ends, or until Ctrl-C">;
defm emulator : Value<"emulator", "COMMAND", "Run an AArch64 program in COMMAND, as in 'qemu-aarch64 -L /usr/aarch64-linux-gnu'; needs --cpu">;
defm perf_data : Value<"perf-data", "FILE", "Run nothing; take the samples that 'perf record' has written to FILE">;
defm duration : Value<"duration", "SECONDS", "Watch for so long; a program that was started goes on to its end">;
defm frequency : Value<"frequency", "N", "Look so many times in a second of processor time where each thread is (default: 200)">;
}

def grp_record : OptionGroup<"record">, HelpText<"Recording">;
let Group = grp_record in {
def record : F<"record", "Also step through stretches of the run, and simulate what the hot loops did there">;
defm loops : Value<"loops", "N", "Simulate the N loops with most time, until 90 % of the time (default: 10); implies --record">;
defm stretch : Value<"stretch", "N", "Instructions of each stretch (default: 4096)">;
defm stretches : Value<"stretches", "N", "Keep at most N stretches, which lie evenly over the run (default: 16)">;
defm save : Value<"save", "DIR", "Keep what was recorded in DIR, which is made; implies --record">;
defm trace : Value<"trace", "DIR", "Run nothing; simulate what another run kept in DIR">;
}

def grp_predict : OptionGroup<"predict">, HelpText<"Predictions">;
let Group = grp_predict in {
defm cpu : Value<"cpu", "NAME", "Core to predict for (default: native)">;
defm model : Value<"model", "FILE", "Port model of your own, laid over its base">;
def sensitivity : F<"sensitivity", "Simulate recorded loops on cores with one thing better at a time, and say what helps">;
def no_caches : F<"no-caches", "All data of recorded loops are in the first-level cache">;
def huge_pages : F<"huge-pages", "The program's pages are of 2 MiB, not of 4 KiB">;
defm jobs : Value<"jobs", "N", "Threads that simulate stretches (default: one for each processor); the output is the same">;
}

def grp_output : OptionGroup<"output">, HelpText<"Output">;
let Group = grp_output in {
defm top : Value<"top", "N", "Show the N places with most time (default: 20)">;
defm format : Value<"format", "FORMAT", "'text' (default), 'json' or 'html'">;
defm output : Value<"output", "FILE", "Write the report to FILE (default: standard error; standard output is the program's)">;
def o : Separate<["-"], "o">, Alias<output>, MetaVarName<"FILE">, HelpText<"Same as --output">;
def quiet : F<"quiet", "Print no notes">;
def q : Flag<["-"], "q">, Alias<quiet>, HelpText<"Same as --quiet">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
