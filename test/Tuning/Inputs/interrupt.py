"""interrupt.py FOLDER COMMAND...: interrupts the command once FOLDER/started exists,
and prints by what it ended, what is left in FOLDER/tmp, and whether the process whose
number FOLDER/started has lives on."""
import os
import signal
import subprocess
import sys
import time

folder, command = sys.argv[1], sys.argv[2:]
started = os.path.join(folder, "started")
temporary = os.path.join(folder, "tmp")
os.mkdir(temporary)
process = subprocess.Popen(
    command,
    env=dict(os.environ, TMPDIR=temporary),
    preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
)


def number():
    if not os.path.exists(started):
        return ""
    with open(started) as file:
        return file.read().strip()


while not number() and process.poll() is None:
    time.sleep(0.05)
process.send_signal(signal.SIGINT)
print("ended by", signal.Signals(-process.wait()).name)
print("left:", os.listdir(temporary))


def runs():
    try:
        with open(f"/proc/{number()}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


end = time.monotonic() + 5
while runs() and time.monotonic() < end:
    time.sleep(0.05)
print("runs on:", runs())
