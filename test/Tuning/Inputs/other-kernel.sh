#!/bin/sh
# A compiler that compiles something else if it has a plugin: KB_OTHER instead of
# the source file.
command=$KB_CLANG
case "$*" in
*-fpass-plugin=*) other=$KB_OTHER ;;
*) other= ;;
esac
n=$#
while [ "$n" -gt 0 ]; do
  word=$1
  shift
  case "$word" in
  *kernels*.c) [ -z "$other" ] || word=$other ;;
  esac
  set -- "$@" "$word"
  n=$((n - 1))
done
exec "$command" "$@"
