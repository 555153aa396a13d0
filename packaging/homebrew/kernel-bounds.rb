# The formula for Homebrew on Linux. HOMEBREW_KERNEL_BOUNDS_URL is the address of
# an archive of the sources, which may be a file, and
# HOMEBREW_KERNEL_BOUNDS_SHA256 its checksum:
#   git archive --prefix=kernel-bounds-0.1.0/ -o /tmp/kernel-bounds-0.1.0.tar.gz HEAD
#   export HOMEBREW_KERNEL_BOUNDS_URL=file:///tmp/kernel-bounds-0.1.0.tar.gz
#   export HOMEBREW_KERNEL_BOUNDS_SHA256=$(sha256sum < /tmp/kernel-bounds-0.1.0.tar.gz | cut -d' ' -f1)
#   brew install --formula packaging/homebrew/kernel-bounds.rb
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
class KernelBounds < Formula
  desc "How fast can this loop run, and what holds it back?"
  url ENV.fetch("HOMEBREW_KERNEL_BOUNDS_URL")
  sha256 ENV.fetch("HOMEBREW_KERNEL_BOUNDS_SHA256")
  version "0.1.0"
  license all_of: [{ "Apache-2.0" => { with: "LLVM-exception" } }, "MIT"]

  depends_on "cmake" => :build
  depends_on "ninja" => :build
  depends_on :linux
  depends_on "llvm@22"
  depends_on "yaml-cpp"

  def install
    llvm = Formula["llvm@22"]
    system "cmake", "-S", ".", "-B", "build", "-G", "Ninja", *std_cmake_args,
           "-DCMAKE_C_COMPILER=#{llvm.opt_bin}/clang",
           "-DCMAKE_CXX_COMPILER=#{llvm.opt_bin}/clang++",
           "-DLLVM_DIR=#{llvm.opt_lib}/cmake/llvm",
           "-DKERNEL_BOUNDS_BUILD_TESTS=OFF"
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    (testpath/"loop.s").write <<~ASSEMBLY
      f:
      .L: vaddsd %xmm1, %xmm0, %xmm0
          dec %rdi
          jnz .L
          ret
    ASSEMBLY
    assert_match "4.00 cy/it", shell_output("#{bin}/kernel-opt --cpu=cascadelake loop.s")
    assert_path_exists lib/"KernelBounds.so"
  end
end
