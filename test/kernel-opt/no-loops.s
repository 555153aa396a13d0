# A file without loops is no error.
# RUN: kernel-opt --bounds-only %s 2>&1 | FileCheck %s
# RUN: kernel-opt --bounds-only -q %s 2>&1 | count 0
# RUN: kernel-opt --bounds-only --format=csv -q %s | count 1
# RUN: kernel-opt --bounds-only --format=json %s 2>/dev/null | FileCheck %s --check-prefix=JSON
# CHECK: kernel-opt: note: {{.*}}no-loops.s: no innermost loops{{$}}
# JSON: "loops": [],
f:
	movq %rax, %rbx
	ret
