# With markers only the marked regions are analysed, loops or not.
# RUN: kernel-opt --bounds-only --model=%toy -q %s | FileCheck %s
# RUN: kernel-opt --bounds-only --model=%toy -q --ignore-markers %s | FileCheck %s --check-prefix=ALL
# RUN: kernel-opt --bounds-only --model=%toy -q --all-loops %s | FileCheck %s --check-prefix=ALL
# CHECK: f ({{.*}}markers.s:[[#]], label .L1, marked region hot): 4.00 cy/it
# CHECK: f ({{.*}}markers.s:[[#]], {{.*}}marked region): 8.00 cy/it{{.*}}
# CHECK-NOT: limited by

# A marker without its partner is a warning; the rest is analysed as a whole.
# RUN: sed -e 's/LLVM-MCA-END hot/ /' -e 's/OSACA-[BE].*/ /' %s | kernel-opt --bounds-only --model=%toy -q - 2>&1 | FileCheck %s --check-prefix=ALL
# RUN: sed -e 's/LLVM-MCA-END hot/ /' -e 's/OSACA-[BE].*/ /' %s | kernel-opt --bounds-only --model=%toy - 2>&1 | FileCheck %s --check-prefix=LONE
# LONE: <stdin>:[[#]]: warning: LLVM-MCA-BEGIN without an end
# ALL: label .L0): 1.00 cy/it
# ALL: label .L1): 4.00 cy/it{{.*}}
# ALL-NOT: limited by
f:
.L0:
	decq %rdi
	jne .L0
# LLVM-MCA-BEGIN hot
.L1:
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L1
# LLVM-MCA-END hot
# OSACA-BEGIN
	vdivpd %xmm0, %xmm2, %xmm3
# OSACA-END
	ret
