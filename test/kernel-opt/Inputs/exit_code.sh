# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Runs a command and adds its exit code to what it says. usage: exit_code.sh COMMAND...
"$@" 2>&1
echo "exit code $?"
