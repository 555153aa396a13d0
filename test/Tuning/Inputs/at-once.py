"""Runs a command twice at the same time: as it is, and with the second argument
instead of the first. Fails if one of them does."""
import subprocess
import sys

first, second, command = sys.argv[1], sys.argv[2], sys.argv[3:]
other = [second if word == first else word for word in command]
running = [subprocess.Popen(words) for words in (command, other)]
sys.exit(any([r.wait() for r in running]))
