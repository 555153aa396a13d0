# The simulator gives the headline unless it is left out, or has no answer
# within its budget.
# RUN: kernel-opt --cpu=cascadelake %s | FileCheck %s
# RUN: kernel-opt --cpu=cascadelake --bounds-only %s | FileCheck %s --check-prefix=BOUNDS
# RUN: kernel-opt --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: not kernel-opt --bounds-only --simulate %s 2>&1 | FileCheck %s --check-prefix=BOTH
# RUN: not kernel-opt --bounds-only --timeline %s 2>&1 | FileCheck %s --check-prefix=TIMELINE
# RUN: sed 's/^#BIG //' %s | kernel-opt --cpu=cascadelake - | FileCheck %s --check-prefix=OVER
# RUN: sed 's/^#BIG //' %s | kernel-opt --cpu=cascadelake --format=json - | FileCheck %s --check-prefix=JSON
# RUN: sed 's/^#BIG //' %s | kernel-opt --cpu=cascadelake --format=csv - | FileCheck %s --check-prefix=NONE
# CHECK: label .L0: 6.00 cy/it, limited by latency
# CHECK: simulation, in cycles per iteration
# CHECK-NEXT: simulated 6.00 exact: 6 cycles every iteration, from iteration 64
# CHECK-NOT: where the cycles go
# BOUNDS: label .L0: 6.00 cy/it, limited by latency
# BOUNDS-NOT: simulat
# CSV: ,bound,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model,steady{{$}}
# CSV-NEXT: .L0,{{.*}},6.00,6.00,,,,,,{{[^,]*}},exact{{$}}
# NONE: .L0,{{.*}},none{{$}}
# BOTH: error: '--bounds-only' leaves out the simulation that '--simulate' shows: leave one of the two out
# TIMELINE: error: '--bounds-only' leaves out the simulation that '--timeline' shows
# OVER: simulated - no steady state in 3 iterations: the prediction is the largest bound; --simulate goes on
# JSON: "simulation": {
# JSON-NEXT: "cycles": null,
# JSON-NEXT: "exact": null,
# JSON: "is_over_budget": true
# JSON: "without_drawn": null
.L0:
#BIG .rept 70000
#BIG addl %eax, %ecx
#BIG .endr
	imulq %rsi, %rdi
	imulq %rsi, %rdi
	decq %rdx
	jne .L0
