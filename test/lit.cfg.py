# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lit suite of Kernel Bounds: what users see, checked with FileCheck."""

import os
import platform
import re
import shutil
import subprocess
import sys

sys.path.insert(0, os.path.dirname(__file__))
from kb_format import KernelBoundsTest

# `--param host=NAME` runs the tests that ask for the host, in a folder of their
# own. What that host is, KERNEL_BOUNDS_HOST_CPU and _LACKS say.
host = lit_config.params.get("host")

config.name = "KernelBounds" + (f"-{host}" if host else "")
config.test_format = KernelBoundsTest(only_host=bool(host))
config.suffixes = [".s", ".c", ".ll", ".mir", ".yaml", ".test", ".f90"]
config.excludes = ["Inputs", "corpus", "loops", "Package", "tools", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.kb_binary_root, "test", f"host-{host}" if host else "")

# kernel-opt comes from this build; FileCheck, not, split-file, llvm-mc and
# clang from the LLVM that was built against.
paths = [os.path.join(config.kb_binary_root, "bin"), config.kb_llvm_tools]
if "address" in config.kb_sanitize:
    # A sanitized plugin in a compiler that is not: the runtime comes first.
    runtime = subprocess.run([os.path.join(config.kb_llvm_tools, "clang"), "-print-runtime-dir"],
                             capture_output=True, text=True).stdout.strip()
    runtime = os.path.join(os.path.dirname(runtime), "linux", f"libclang_rt.asan-{platform.machine()}.so")
    wrappers = os.path.join(config.test_exec_root, "sanitized-hosts")
    os.makedirs(wrappers, exist_ok=True)
    for program in ["clang", "clang++", "flang", "llc", "opt", "ld.lld"]:
        if not os.path.exists(os.path.join(config.kb_llvm_tools, program)):
            continue
        wrapper = os.path.join(wrappers, program)
        with open(wrapper, "w", encoding="utf-8") as f:
            f.write(f'#!/bin/sh\nLD_PRELOAD={runtime} ASAN_OPTIONS=detect_leaks=0 exec '
                    f'{os.path.join(config.kb_llvm_tools, program)} "$@"\n')
        os.chmod(wrapper, 0o755)
    paths.insert(0, wrappers)
config.environment["PATH"] = os.pathsep.join(paths + [config.environment["PATH"]])
for name in ["ASAN_OPTIONS", "UBSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH"]:
    if name in os.environ:
        config.environment[name] = os.environ[name]
# Settings of the user must not change what is tested.
for name in ["NO_COLOR", "KERNEL_BOUNDS_OPTIONS", "KERNEL_BOUNDS_RECORD", "KERNEL_BOUNDS_RECORDS", "KERNEL_BOUNDS_INSIDE"]:
    config.environment.pop(name, None)
# Nor a model that the user installed.
config.environment["XDG_CONFIG_HOME"] = os.path.join(config.test_exec_root, "no-configuration")
for name in ["KERNEL_BOUNDS_HOST_CPU", "KERNEL_BOUNDS_HOST_LACKS"]:
    config.environment.pop(name, None)
    if host and name in os.environ:
        config.environment[name] = os.environ[name]


def add_program(substitution, feature, names):
    """Substitutes the first of the programs that is installed."""
    for name in names:
        path = shutil.which(name, path=config.environment["PATH"])
        if path:
            config.substitutions.append((substitution, path))
            config.available_features.add(feature)
            return


# Longer names first: lit replaces in this order.
add_program("%clangxx", "clang", ["clang++"])
add_program("%clang", "clang", ["clang"])
add_program("%aarch64-gcc", "aarch64-gcc", ["aarch64-linux-gnu-gcc", "aarch64-linux-gnu-gcc-12"])
add_program("%riscv64-gcc", "riscv64-gcc", ["riscv64-linux-gnu-gcc", "riscv64-linux-gnu-gcc-12"])
add_program("%gcc", "gcc", ["gcc"])
add_program("%gfortran", "gfortran", ["gfortran"])
add_program("%flang", "flang", ["flang", "flang-22"])
add_program("%python", "python", ["python3"])
add_program("%go", "go", ["go"])
# A launcher of toolchains may have none.
rustc = shutil.which("rustc")
if rustc and subprocess.run([rustc, "--version"], capture_output=True).returncode == 0:
    add_program("%rustc", "rustc", ["rustc"])
if shutil.which("ld.lld", path=config.environment["PATH"]):
    config.available_features.add("lld")

add_program("%bash", "bash", ["bash"])
add_program("%chromium", "chromium", ["chromium", "chromium-browser", "google-chrome"])
add_program("%node", "node", ["node", "nodejs"])
add_program("%ruby", "ruby", ["ruby"])
add_program("%patch", "patch", ["patch"])
add_program("%cmake", "cmake", ["cmake"])
add_program("%cpack", "cpack", ["cpack"])
if all(shutil.which(name) for name in ["dpkg-deb", "dpkg-shlibdeps", "readelf"]):
    config.available_features.add("dpkg")
# A copy of this system into which packages can be installed.
package_script = os.path.join(config.kb_source_root, "scripts", "package.sh")
if "dpkg" in config.available_features and subprocess.run(["bash", package_script, "probe"], capture_output=True).returncode == 0:
    config.available_features.add("throwaway-system")
add_program("%git", "git", ["git"])
add_program("%tmux", "tmux", ["tmux"])


def add_editor(substitution, feature, names, least):
    """An editor that shows the hints of a language server: from this version on."""
    for name in names:
        path = shutil.which(name, path=config.environment["PATH"])
        if not path:
            continue
        run = subprocess.run([path, "--version"], capture_output=True, text=True)
        version = re.search(r"(\d+)\.(\d+)", run.stdout)
        if version and (int(version[1]), int(version[2])) >= least:
            config.substitutions.append((substitution, path))
            config.available_features.add(feature)
            return


add_editor("%emacs", "emacs", ["emacs"], (29, 1))
add_editor("%nvim", "nvim", ["nvim"], (0, 10))
add_editor("%helix", "helix", ["hx", "helix"], (23, 3))
add_program("%make", "make", ["make"])
add_program("%ninja", "ninja", ["ninja"])
add_program("%parallel", "parallel", ["parallel"])
add_program("%ccache", "ccache", ["ccache"])
if os.path.exists(os.path.join(config.kb_source_root, "editors", "vscode", "node_modules", ".bin", "vsce")):
    config.available_features.add("vsce")
config.available_features.add("host-" + platform.machine())
if platform.machine() in ("x86_64", "aarch64", "riscv64"):
    config.available_features.add("host-entry")
if os.path.exists("/dev/full"):
    config.available_features.add("dev-full")

python = shutil.which("python3")
if python and subprocess.run([python, "-c", "import yaml"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("python-yaml")

# LLVM's viewer of optimization records needs a Python with yaml and pygments.
viewer = os.path.join(config.kb_llvm_tools, "..", "share", "opt-viewer", "opt-viewer.py")
for python in ["/usr/bin/python3", shutil.which("python3")]:
    if python and os.path.exists(viewer) and os.path.exists(python):
        probe = subprocess.run([python, "-c", "import yaml, pygments"], stderr=subprocess.DEVNULL)
        if probe.returncode == 0:
            config.substitutions.append(("%opt_viewer", f"{python} {viewer}"))
            config.available_features.add("opt-viewer")
            break

# The sanitizers' runtime is a package of its own.
clang = shutil.which("clang", path=config.environment["PATH"])
if clang:
    runtime = f"libclang_rt.asan-{platform.machine()}.a"
    found = subprocess.run([clang, f"-print-file-name={runtime}"], capture_output=True, text=True).stdout.strip()
    if found != runtime and os.path.exists(found):
        config.available_features.add("asan-runtime")

recorder = os.path.join(config.kb_binary_root, "bin", "kb-recorder")
if os.path.exists(recorder) and subprocess.run([recorder, "--probe"]).returncode == 0:
    config.available_features.add("ptrace")
if os.path.exists(recorder) and subprocess.run([recorder, "--probe-clock"], stderr=subprocess.DEVNULL,
                                               env=config.environment).returncode == 0:
    config.available_features.add("clock")
without = os.path.join(config.kb_binary_root, "bin", "kb-without")
if os.path.exists(without) and subprocess.run([without, "ptrace", "true"]).returncode == 0:
    config.available_features.add("seccomp")
if os.path.exists(recorder) and shutil.which("qemu-aarch64"):
    config.available_features.add("qemu-aarch64")

if shutil.which("qemu-riscv64"):
    config.available_features.add("qemu-riscv64")

plugin = os.path.join(config.kb_binary_root, "lib", "KernelBounds.so")
config.substitutions.append(("%plugin", plugin))
config.substitutions.append(("%build", config.kb_binary_root))
config.substitutions.append(("%llvm-tools", config.kb_llvm_tools))
config.substitutions.append(("%scripts", os.path.join(config.kb_source_root, "scripts")))
config.substitutions.append(("%intercept", os.path.join(config.kb_binary_root, "lib", "KernelBoundsIntercept.so")))
if os.path.exists(plugin):
    config.available_features.add("plugin")
config.substitutions.append(("%examples", os.path.join(config.kb_source_root, "examples")))
config.substitutions.append(("%accuracy", os.path.join(config.kb_source_root, "bench", "accuracy")))
config.substitutions.append(("%tuning", os.path.join(config.kb_source_root, "bench", "tuning")))
config.substitutions.append(("%models", os.path.join(config.kb_source_root, "models")))
config.substitutions.append(("%inputs", os.path.join(config.test_source_root, "Inputs")))
config.substitutions.append(("%toy", os.path.join(config.test_source_root, "Inputs", "toy.yaml")))

if "address" in config.kb_sanitize:
    config.available_features.add("asan")
if "undefined" in config.kb_sanitize:
    config.available_features.add("ubsan")
