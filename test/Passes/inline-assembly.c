// Inline assembly is analysed like any other code. What is empty is nothing: it
// costs nothing and leaves nothing out.
// RUN: %clang --target=x86_64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %S/Inputs/inline-assembly-x86.c -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=x86_64-linux-gnu -masm=intel -O2 -fno-unroll-loops -fno-vectorize -march=cascadelake -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -Rpass-missed=kernel-bounds -c %S/Inputs/inline-assembly-x86.c -o /dev/null 2>&1 | FileCheck %s
// RUN: %clang --target=aarch64-linux-gnu -O2 -fno-unroll-loops -fno-vectorize -mcpu=neoverse-v2 -fpass-plugin=%plugin -fno-caret-diagnostics -Rpass-analysis=kernel-bounds -c %S/Inputs/inline-assembly-aarch64.c -o /dev/null 2>&1 | FileCheck %s --check-prefix=ARM

// vaddsd, and no more of hide_sum; barrier.
// CHECK: c:8:3: remark: loop takes 4.00 cy/it expected: TP 1.00, LCD 4.00, CP 9.00 (4 instructions, cascadelake) [-R
// CHECK: c:16:3: remark: loop takes {{.*}} instructions, cascadelake) [-R
// Two instructions: ror and add, one cycle each.
// CHECK: c:23:3: remark: loop takes 2.00 cy/it expected: TP {{.*}}, LCD 2.00, CP 2.00 (4 instructions, cascadelake) [-R
// CHECK-NOT: c:23:3: {{.*}}not modeled
// CHECK: c:32:3: remark: loop takes {{.*}}(5 instructions, cascadelake) [-R
// The lock is a statement of its own.
// CHECK: c:37:3: remark: loop takes 18.00 cy/it expected: TP 18.00, LCD 5.00, CP 7.00 (3 instructions, cascadelake) [-R
// CHECK: c:42:3: remark: loop takes {{.*}}, cascadelake), incomplete: rep stosq is not modelled [-R
// CHECK: bounds leave out what is not modeled: rep stosq [-R
// CHECK: c:51:3: remark: loop takes {{.*}}, cascadelake) [-R
// CHECK: c:61:3: remark: loop takes 5.00 {{.*}} (3 instructions, cascadelake) [-R
// CHECK: c:68:3: remark: loop takes 3.00 cy/it expected: TP 1.00, LCD 3.00, CP 3.00 (3 instructions, cascadelake) [-R
// CHECK: c:74:3: remark: loop takes {{.*}}, cascadelake), incomplete: pause is not modelled [-R

// ARM: c:4:3: remark: loop takes 2.00 {{.*}} (4 instructions, neoverse-v2) [-R
// ARM: c:12:3: remark: loop takes 2.00 {{.*}} LCD 2.00, CP 2.00 (4 instructions, neoverse-v2) [-R
// ARM: c:18:3: remark: loop takes {{.*}} (5 instructions, neoverse-v2) [-R
// ARM: c:24:3: remark: loop takes 2.00 {{.*}} (4 instructions, neoverse-v2) [-R
// ARM: c:30:3: remark: loop takes {{.*}}, neoverse-v2), incomplete: yield is not modelled [-R
