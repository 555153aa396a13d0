# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What bash offers for the last word. usage: complete.sh SCRIPT WORD...
compopt() { :; } # Works only while bash completes.
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_kernel_opt "$1"
printf '%s\n' "${COMPREPLY[@]}"
