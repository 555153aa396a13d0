# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The test format of the suite: lit's, and an eye on what a test asks the host.

A test whose result may depend on the machine that it runs on says so in a line

  HOST: WHAT

where WHAT names one or more of `core` (name and extensions), `ptrace` and
`clock` (counters, time stamps). Such tests are run once more on each of the
hosts in test/CMakeLists.txt. To all others the host is a core that nobody
knows: a test that asks for it and does not say so fails.
"""

import copy
import os
import re

import lit.formats

KINDS = {"core", "ptrace", "clock"}
MARK = re.compile(r"^\W*HOST: +(.*)$", re.MULTILINE)
UNKNOWN_CORE = "test-has-no-HOST-line"


def asks_host(path):
    """Whether the test says that it depends on the host."""
    with open(path, encoding="utf-8", errors="replace") as f:
        mark = MARK.search(f.read())
    if not mark:
        return False
    kinds = set(re.split(r", *", mark[1].strip()))
    if not kinds <= KINDS:
        raise ValueError(f"{path}: HOST: {mark[1]}: expected some of {', '.join(sorted(KINDS))}")
    return True


class KernelBoundsTest(lit.formats.ShTest):
    """Shell tests. With only_host, those that ask for the host."""

    def __init__(self, only_host):
        super().__init__(execute_external=False)
        self.only_host = only_host

    def getTestsInDirectory(self, suite, path_in_suite, lit_config, local_config):
        for test in super().getTestsInDirectory(suite, path_in_suite, lit_config, local_config):
            if not self.only_host or asks_host(test.getSourcePath()):
                yield test

    def execute(self, test, lit_config):
        if not asks_host(test.getSourcePath()):
            # The configuration is that of all tests in the folder.
            test.config = copy.copy(test.config)
            test.config.environment = dict(test.config.environment, KERNEL_BOUNDS_HOST_CPU=UNKNOWN_CORE)
        return super().execute(test, lit_config)
