# The chain is an addition of 4 cycles, a multiplication of 12: a quarter of the
# limit is from the book, the rest assumed. The load adds nothing to it.
# RUN: kernel-opt model check --model=%S/Inputs/origins.yaml %s | FileCheck %s
# CHECK:      f ({{.*}}): 16.00 cy/it, limited by latency
# CHECK-NEXT: the limit rests on: assumed (75 %), book (25 %){{$}}
# CHECK-NEXT: vaddsd %xmm1, %xmm0, %xmm0: latency, 4 of 16: book ({{.*}}origins.yaml:[[#]])
# CHECK-NEXT: vmulsd %xmm2, %xmm0, %xmm0: latency, 12 of 16: assumed ({{.*}}origins.yaml:[[#]])
# CHECK-NEXT: all [[#]] values
# CHECK:      1 assumed {{ *}}not published; a plausible value
# CHECK:      not looked up for this core
# CHECK:      vmulsd %xmm2, %xmm0, %xmm0: latency: assumed
# CHECK-NOT:  vaddsd %xmm1, %xmm0, %xmm0: latency

# Quiet: the limit only.
# RUN: kernel-opt model check -q --model=%S/Inputs/origins.yaml %s | FileCheck %s --check-prefix=QUIET
# QUIET:     the limit rests on: assumed (75 %), book (25 %)
# QUIET-NOT: values

# The footer of the report, and its JSON.
# RUN: kernel-opt --bounds-only --model=%S/Inputs/origins.yaml %s | FileCheck %s --check-prefix=FOOTER
# FOOTER: instructions: 5;
# FOOTER-NEXT: values: [[#]] from the model (1 assumed, 1 book, {{.*}}); the limit rests on: assumed (75 %), book (25 %){{$}}
# RUN: kernel-opt model check --format=json --model=%S/Inputs/origins.yaml %s > %t
# RUN: %python %S/Inputs/json_keys.py %t %S/../../docs/reference/json.md
# RUN: FileCheck %s --check-prefix=JSON --input-file=%t
# JSON:      "limit": "latency",
# JSON:      "origins": [
# JSON-NEXT:   {
# JSON-NEXT:     "origin": "model",
# JSON-NEXT:     "source": "assumed",
# JSON-NEXT:     "values": 1,
# JSON-NEXT:     "in_limit": 1,
# JSON-NEXT:     "weight": 12,
# JSON-NEXT:     "weak": true

# LLVM has no model of Panther Lake of its own.
# RUN: kernel-opt --bounds-only --cpu=pantherlake %s | FileCheck %s --check-prefix=BORROWED
# BORROWED: values: {{.*}}[[#]] from LLVM's model of alderlake (borrowed); the limit rests on: borrowed{{$}}

# No model says what forwarding costs here: the load's 5 cycles and one more,
# of the store's cycle less.
# RUN: kernel-opt model check --model=%toy --loop=.L1 %s | FileCheck %s --check-prefix=GENERIC
# GENERIC: the limit rests on: test (50 %), generic (50 %){{$}}
# GENERIC: vmovupd (%rdi), %xmm0: forwarding, 5 of 10: generic{{$}}

# Without an argument, or with a wrong one.
# RUN: not kernel-opt model 2>&1 | FileCheck %s --check-prefix=USAGE
# RUN: not kernel-opt model chek %s 2>&1 | FileCheck %s --check-prefix=USAGE
# USAGE: error: unknown 'model' command '{{(chek)?}}'; known are 'kernel-opt model check [options] FILE...', 'kernel-opt model diff A B' and 'kernel-opt model install FILE'
f:
.L0:
	vmovsd (%rdi,%rax,8), %xmm1
	vaddsd %xmm1, %xmm0, %xmm0
	vmulsd %xmm2, %xmm0, %xmm0
	addq $1, %rax
	jne .L0
g:
.L1:
	vmovupd (%rdi), %xmm0
	vaddpd %xmm1, %xmm0, %xmm0
	vmovupd %xmm0, (%rdi)
	decq %rsi
	jne .L1
