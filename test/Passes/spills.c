// A register that the compiler keeps in memory for lack of others is a spill,
// and nobody is told to keep it in a register.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not='would give'

long spilled(const long *p, long n, long s) {
  // CHECK: remark: loop takes 6.00 cy/it expected
  // CHECK: remark: limited by latency
  // CHECK: remark: the spill MOV64mr is read in the same iteration by the reload MOV64rm: 8 bytes, forwarded in 4 cycles
  for (long i = 0; i < n; ++i) {
    s = s * 3 + p[i];
    __asm__ volatile("" ::: "rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15");
  }
  return s;
}
