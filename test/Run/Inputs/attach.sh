# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Watches the program $1 from outside for a second.
rm -f "$1.end"
"$1" until "$1.end" &
Program=$!
kernel-opt run --cpu=cascadelake --attach=$Program --duration=1
touch "$1.end"
wait $Program
echo "the program ended with $?"
