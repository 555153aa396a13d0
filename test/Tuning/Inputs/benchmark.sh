# A benchmark that no clock decides: benchmark.sh build OBJECT PROGRAM SOURCE-OF-MAIN
# makes a program of an object, benchmark.sh run PROGRAM ends it as the size of its
# code and the variable FAULT say.
if [ "$1" = build ]; then
  echo build >> "$LOG"
  [ "$FAULT" = build ] && [ -e "$LOG.built" ] && { echo "no such library" >&2; exit 3; }
  touch "$LOG.built"
  cp "$2" "$3"
  exit
fi
echo run >> "$LOG"
default=$(cat "$LOG.size" 2>/dev/null)
size=$(wc -c < "$2")
[ -n "$default" ] || echo "$size" > "$LOG.size"
case $FAULT in
always) echo "out of memory" >&2; exit 7 ;;
exit) [ -z "$default" ] || [ "$default" = "$size" ] || exit 5 ;;
output) [ -z "$default" ] || [ "$default" = "$size" ] || echo "another result" ;;
time) date +%N ;;
esac
echo done
