# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The package for Spack 1.0 and newer, which builds the sources that it is told of.

    spack repo add packaging/spack
    spack -e . develop --path "$PWD" kernel-bounds@0.1.0
    spack -e . install --add kernel-bounds@0.1.0
"""

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator

from spack.package import depends_on, join_path, license, version


class KernelBounds(CMakePackage):
    """How fast can this loop run, and what holds it back?

    The plugin for clang and the tool kernel-opt say how many cycles of a core one
    trip of an inner loop takes, why, and which change would make it faster.
    """

    license("Apache-2.0 WITH LLVM-exception AND MIT")

    # Without an address: `spack develop` says where the sources are.
    version("0.1.0")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("llvm@22.1 +clang +llvm_dylib", type=("build", "link", "run"))
    depends_on("yaml-cpp")

    generator("ninja")

    def cmake_args(self):
        llvm = self.spec["llvm"].prefix
        return [
            self.define("CMAKE_C_COMPILER", join_path(llvm.bin, "clang")),
            self.define("CMAKE_CXX_COMPILER", join_path(llvm.bin, "clang++")),
            self.define("LLVM_DIR", join_path(llvm, "lib", "cmake", "llvm")),
            self.define("KERNEL_BOUNDS_BUILD_TESTS", False),
        ]
