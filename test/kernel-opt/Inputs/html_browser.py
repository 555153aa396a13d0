# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Opens a page in headless Chromium and prints its document as the script has made it.

usage: html_browser.py CHROMIUM PROFILE PAGE[#ADDRESS] [WIDTHxHEIGHT IMAGE]
"""
import subprocess
import sys

chromium, profile, page, *image = sys.argv[1:]
options = [chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
           "--virtual-time-budget=10000", "--run-all-compositor-stages-before-draw", "--hide-scrollbars"]
if image:
    options += [f"--window-size={image[0].replace('x', ',')}", f"--screenshot={image[1]}"]
else:
    options.append("--dump-dom")
run = subprocess.run(options + ["file://" + page], capture_output=True, text=True)
if run.returncode != 0:
    sys.exit(run.stderr)
# The data and the script are not what is shown.
shown, skipping = [], False
for line in run.stdout.splitlines():
    if "<script" in line:
        skipping = "</script>" not in line
    elif "</script>" in line:
        skipping = False
    elif not skipping:
        shown.append(line)
print("\n".join(shown))
