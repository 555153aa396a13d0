#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the pictures of the guides from the loops in examples/.

usage: screenshots.py [--only=NAME] KERNEL_OPT CLANG CHROMIUM FOLDER

Writes FOLDER/NAME.png: the pages as headless Chromium shows them, and the
screens of an editor in a terminal, for which Emacs 29 and tmux are needed; the
latter are left out where these are missing. docs/images/ has the pictures as
`scripts/screenshots.py build/release/bin/kernel-opt clang-22 chromium
docs/images` made them.
"""

import glob
import html
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
# Of a terminal, the eight colours and their bright forms.
COLORS = ("#1c2128 #cf222e #1a7f37 #9a6700 #0969da #8250df #1b7c83 #6e7781 "
          "#57606a #a40e26 #2da44e #7d4e00 #218bff #a475f9 #3192aa #8c959f").split()


def run(*command, cwd=ROOT, **options):
    done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, **options)
    if done.returncode != 0:
        sys.exit(f"screenshots: failed: {' '.join(str(c) for c in command)}\n{done.stderr}")
    return done.stdout


def photograph(chromium, address, size, image, folder):
    run(chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
        f"--user-data-dir={folder}/profile", "--virtual-time-budget=10000", "--run-all-compositor-stages-before-draw",
        f"--window-size={size}", f"--screenshot={image}", f"file://{address}")


# ---- Pages ---------------------------------------------------------------
def page_of_loop(kernel_opt, clang, folder):
    """One loop: the Gauss-Seidel sweep of the README."""
    run(kernel_opt, "--cpu=cascadelake", "--simulate", "--sensitivity", "--format=html",
        "examples/gauss_seidel.cascadelake.s", "-o", folder / "report.html")
    return "report.html", "1300,900"


def page_of_program(kernel_opt, clang, folder):
    """An overview: all examples."""
    objects = compile_all(clang, folder / "all", ["-O3", "-march=cascadelake", "-g"])
    run(kernel_opt, "-q", "--cpu=cascadelake", "--format=html", *objects, "-o", folder / "overview.html",
        cwd=folder / "all")
    return "overview.html", "1300,560"


def page_of_source(kernel_opt, clang, folder):
    """A loop with its source beside it."""
    objects = compile_all(clang, folder / "source", ["-O2", "-fno-unroll-loops", "-march=znver4", "-g"])
    run(kernel_opt, "-q", "--cpu=znver4", "--format=html", "jacobi.o", "-o", folder / "source.html",
        cwd=folder / "source")
    assert "jacobi.o" in objects
    return "source.html#loop=0", "1300,900"


def page_of_diff(kernel_opt, clang, folder):
    """Two builds."""
    for name, flags in [("before", ["-O2"]), ("after", ["-O2", "-ffast-math"])]:
        compile_all(clang, folder / name, [*flags, "-march=znver3", "-fno-unroll-loops", "-g"])
    run(kernel_opt, "diff", "-q", "--cpu=znver3", "--format=html", "before", "after", "-o", "diff.html", cwd=folder)
    return "diff.html", "1300,560"


def page_of_changed_loop(kernel_opt, clang, folder):
    """One loop in both of them."""
    page_of_diff(kernel_opt, clang, folder)
    return "diff.html#loop=0", "1300,800"


def page_of_run(kernel_opt, clang, folder):
    """What a recorded run did."""
    run(kernel_opt, "run", "--trace=examples/run/shapes", "--cpu=cascadelake", "--format=html",
        "-o", folder / "run.html")
    return "run.html", "1300,900"


def compile_all(clang, folder, flags):
    """The objects of the examples, with the names of their sources as they stand in examples/."""
    folder.mkdir()
    for source in sorted(glob.glob(str(ROOT / "examples" / "*.c"))):
        shutil.copy(source, folder)
    names = sorted(p.stem for p in folder.glob("*.c"))
    for name in names:
        run(clang, "--target=x86_64-linux-gnu", *flags, "-c", name + ".c", "-o", name + ".o", cwd=folder)
    return [name + ".o" for name in names]


PAGES = {"report": page_of_loop, "overview": page_of_program, "source": page_of_source, "diff": page_of_diff,
         "changed-loop": page_of_changed_loop, "run": page_of_run}


# ---- A terminal ----------------------------------------------------------
def color_of(codes):
    """The colour of 38 or 48, and how many codes it took."""
    if codes[:1] == ["2"]:
        return "#%02x%02x%02x" % tuple(int(c) for c in codes[1:4]), 4
    n = int(codes[1])
    if n < 16:
        return COLORS[n], 2
    if n >= 232:
        return "#%02x%02x%02x" % ((8 + 10 * (n - 232),) * 3), 2
    levels = (0, 95, 135, 175, 215, 255)
    n -= 16
    return "#%02x%02x%02x" % (levels[n // 36], levels[n // 6 % 6], levels[n % 6]), 2


def style_after(style, codes):
    codes = [c or "0" for c in codes]
    while codes:
        code = int(codes.pop(0))
        if code == 0:
            style = {}
        elif code == 1:
            style["font-weight"] = "bold"
        elif code == 7:
            style["color"], style["background"] = style.get("background", "#1c2128"), style.get("color", "#e6edf3")
        elif code in (38, 48):
            color, used = color_of(codes)
            codes = codes[used:]
            style["color" if code == 38 else "background"] = color
        elif code in (39, 49):
            style.pop("color" if code == 39 else "background", None)
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style["color"] = COLORS[code % 10 + (8 if code >= 90 else 0)]
        elif 40 <= code <= 47:
            style["background"] = COLORS[code % 10]
    return style


def page_of_screen(screen):
    """What `tmux capture-pane -e` printed, as a page."""
    out, style = [], {}
    for part in re.split(r"(\x1b\[[0-9;:]*m)", screen.rstrip("\n")):
        if part.startswith("\x1b[") and ":" in part:
            continue  # A wavy line below.
        if part.startswith("\x1b["):
            style = style_after(dict(style), part[2:-1].split(";"))
        elif part:
            css = ";".join(f"{k}:{v}" for k, v in style.items())
            out.append(f'<span style="{css}">{html.escape(part)}</span>')
    return ('<!DOCTYPE html><meta charset="utf-8"><body style="margin:0;background:#1c2128;color:#e6edf3">'
            '<pre style="font:14px/1.3 monospace;margin:8px">' + "".join(out) + "</pre>")


def screen_of_editor(kernel_opt, clang, folder):
    """A file in Emacs, with the hints of the server."""
    project = folder / "project"
    project.mkdir()
    shutil.copy(ROOT / "examples" / "dot.c", project)
    commands = (ROOT / "examples" / "compile_commands.json").read_text().replace("clang-22", clang)
    (project / "compile_commands.json").write_text(commands)
    return run(sys.executable, ROOT / "test/tools/terminal.py", "--colors", "104x21", r"i\+\+\) [0-9.]+ cy/it(.*\n)*.*i\+\+\) [0-9.]+ cy/it",
               "--", "emacs", "-nw", "-Q", "-l", ROOT / "editors/emacs/kernel-bounds.el",
               "--eval", f'(setq kernel-bounds-program "{os.path.abspath(kernel_opt)}")',
               "--eval", "(progn (menu-bar-mode -1) (setq make-backup-files nil))",
               "-f", "kernel-bounds-everywhere", project / "dot.c", env={**os.environ, "HOME": str(folder)})


def main():
    arguments = sys.argv[1:]
    only = None
    if arguments and arguments[0].startswith("--only="):
        only = arguments.pop(0)[len("--only="):]
    kernel_opt, clang, chromium, out = arguments
    kernel_opt = os.path.abspath(shutil.which(kernel_opt) or kernel_opt)
    pathlib.Path(out).mkdir(parents=True, exist_ok=True)
    for name, make in PAGES.items():
        if only and name != only:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = pathlib.Path(temporary)
            page, size = make(kernel_opt, clang, folder)
            photograph(chromium, folder / page, size, os.path.abspath(f"{out}/{name}.png"), folder)
    if only not in (None, "editor") or not (shutil.which("tmux") and shutil.which("emacs")):
        return
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "screen.html").write_text(page_of_screen(screen_of_editor(kernel_opt, clang, folder)))
        photograph(chromium, folder / "screen.html", "900,410", os.path.abspath(f"{out}/editor.png"), folder)


if __name__ == "__main__":
    main()
