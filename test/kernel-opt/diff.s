# Two versions: what became slower, which bound and instruction did it, and what is new.
# RUN: rm -rf %t && split-file %s %t
# RUN: kernel-opt diff --cpu=cascadelake %t/old.s %t/new.s | FileCheck %s
# CHECK: old: {{.*}}old.s on cascadelake
# CHECK-NEXT: new: {{.*}}new.s on cascadelake
# CHECK-NEXT: {{^}}5 loops: 1 slower, 1 faster, 1 new, 1 gone; 1 unchanged
# CHECK: {{^}}slower: chain ({{.*}}new.s:3, label .L1): 4.00 -> 8.00 cy/it, +100.0 %
# CHECK-NEXT: why: LCD 4.00 -> 8.00: vmulsd takes 4.00 cycles of the chain, before 0.00
# CHECK-NEXT: old: chain ({{.*}}old.s:3, label .L1): 4.00 cy/it, 3 instructions, limited by latency
# CHECK-NEXT: new: chain ({{.*}}new.s:3, label .L1): 8.00 cy/it, 4 instructions, limited by latency
# CHECK: bound         old       new
# CHECK: LCD 4.00< 8.00<
# CHECK: old, cycles of the chain
# CHECK: {{^}} > 4.00 vmulsd %xmm1, %xmm0, %xmm0
# CHECK: 4.00 vaddsd %xmm1, %xmm0, %xmm0 4.00 vaddsd %xmm1, %xmm0, %xmm0
# CHECK: ... 2 instructions in common
# Four elements in a trip: what the new loop takes for one of them is compared.
# CHECK: {{^}}faster: sum ({{.*}}): 4.00 -> 1.00 cy/it, -75.0 % (for one trip of the old loop; a trip of the new one does the work of 4)
# CHECK-NEXT: why: LCD 4.00 -> 1.00: vaddsd takes 0.00 cycles of the chain, before 4.00
# CHECK: {{^}}new: added ({{.*}}): 2.00 cy/it
# CHECK-NEXT: 4 instructions, limited by latency
# CHECK: {{^}}gone: removed ({{.*}}): 1.00 cy/it
# CHECK-NOT: unchanged:

# One line for each changed loop; with --all, for each.
# RUN: kernel-opt diff -q --cpu=cascadelake %t/old.s %t/new.s | FileCheck %s --check-prefix=QUIET
# QUIET: unchanged
# QUIET-NEXT: slower: chain
# QUIET-NEXT: faster: sum
# QUIET-NEXT: new: added
# QUIET-NEXT: gone: removed {{.*$}}
# QUIET-NOT: {{.}}
# RUN: kernel-opt diff -q --all --cpu=cascadelake %t/old.s %t/new.s | FileCheck %s --check-prefix=ALL
# ALL: unchanged: same ({{.*}}): 1.00 -> 1.00 cy/it, +0.0 %

# A gate: exit code 1 beyond the limit, with the report complete.
# RUN: not kernel-opt diff -q --cpu=cascadelake --fail-above=99.9% %t/old.s %t/new.s -o %t/out.txt 2>&1 | FileCheck %s --check-prefix=GATE
# GATE: kernel-opt: error: 1 loop is slower by more than 99.9 %: chain (
# RUN: FileCheck %s --check-prefix=QUIET < %t/out.txt
# RUN: sh %S/Inputs/exit_code.sh kernel-opt diff -q --cpu=cascadelake --fail-above=99.9 %t/old.s %t/new.s | FileCheck %s --check-prefix=ONE
# ONE: exit code 1
# RUN: kernel-opt diff -q --cpu=cascadelake --fail-above=100 %t/old.s %t/new.s
# RUN: kernel-opt diff -q --fail-above=0 %t/old.s %t/old.s | FileCheck %s --check-prefix=SAME
# SAME: 4 loops: nothing has changed; 4 unchanged

# RUN: kernel-opt diff --format=json --cpu=cascadelake --fail-above=5 %t/old.s %t/new.s > %t/out.json || true
# RUN: %python %S/Inputs/json_keys.py %t/out.json %S/../../docs/reference/json.md
# RUN: FileCheck %s --check-prefix=JSON < %t/out.json
# JSON: "schema": 1,
# JSON: "slower": 1,
# JSON: "fail_above_percent": 5,
# JSON-NEXT: "failed": 1
# JSON: "fate": "slower",
# JSON: "change_percent": 100,
# JSON-NEXT: "work_ratio": "1",
# JSON-NEXT: "work_known": false,
# JSON-NEXT: "why": "LCD 4.00 -> 8.00: vmulsd
# JSON-NEXT: "blamed": "latency",

# RUN: kernel-opt diff --format=markdown --cpu=cascadelake %t/old.s %t/new.s | FileCheck %s --check-prefix=MD
# MD: ### Loops: {{.*}} → {{.*}}
# MD: 5 loops: 1 slower, 1 faster, 1 new, 1 gone; 1 unchanged.
# MD: | | loop | old cy/it | new cy/it | change | why |
# MD-NEXT: |---|---|--:|--:|--:|---|
# MD-NEXT: | slower | `chain ({{.*}})` | 4.00 | 8.00 | +100.0 % | LCD 4.00 -&gt; 8.00: vmulsd
# MD: | new | `added ({{.*}})` | | 2.00 | | |
# MD: <details><summary>slower: chain
# MD: ```diff
# MD-NEXT: {{^}}+ vmulsd %xmm1, %xmm0, %xmm0
# MD-NEXT: {{^}}  vaddsd %xmm1, %xmm0, %xmm0

#--- old.s
chain:
.L1:
	vaddsd %xmm1, %xmm0, %xmm0
	decl %ecx
	jne .L1
	ret
sum:
.L2:
	vaddsd (%rdi,%rax,8), %xmm0, %xmm0
	addq $1, %rax
	cmpq %rax, %rsi
	jne .L2
	ret
same:
.L3:
	decl %ecx
	jne .L3
	ret
removed:
.L4:
	decl %ecx
	jne .L4
	ret
#--- new.s
chain:
.L1:
	vmulsd %xmm1, %xmm0, %xmm0
	vaddsd %xmm1, %xmm0, %xmm0
	decl %ecx
	jne .L1
	ret
sum:
.L2:
	vaddpd (%rdi,%rax,8), %ymm0, %ymm0
	addq $4, %rax
	cmpq %rax, %rsi
	jne .L2
	ret
same:
.L3:
	decl %ecx
	jne .L3
	ret
added:
.L4:
	lea (%rdi,%rdi), %rdi
	lea (%rdi,%rdi), %rdi
	decl %ecx
	jne .L4
	ret
