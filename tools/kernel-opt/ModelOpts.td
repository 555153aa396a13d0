// Options of kernel-opt model diff and model install. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// llvm-tblgen -gen-opt-parser-defs makes ModelOpts.inc of this file.

include "llvm/Option/OptParser.td"

class F<string name, string help> : Flag<["--"], name>, HelpText<help>;

// --name=VALUE and --name VALUE.
multiclass Value<string name, string meta, string help> {
  def NAME : Separate<["--"], name>;
  def NAME #_eq : Joined<["--"], name #"=">, Alias<!cast<Separate>(NAME)>,
                  HelpText<help>, MetaVarName<meta>;
}

def grp_diff : OptionGroup<"diff">, HelpText<"What 'model diff' compares">;
let Group = grp_diff in {
defm forms : Value<"forms", "REGEX", "Only the forms whose LLVM name matches REGEX; may be given several times">;
def all : F<"all", "All forms that can be measured (default: those that compiled programs contain)">;
defm loops : Value<"loops", "PATH", "Also the loops of an assembly file, an object or a folder of these whose prediction changes; may be given several times">;
defm top : Value<"top", "N", "Of the loops, show the N that change most (default: 20; 0: all)">;
}

def help : F<"help", "Show this help">;
def h : Flag<["-"], "h">, Alias<help>;
