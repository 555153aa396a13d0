# A chain of additions of latency 4: the simulator agrees with the LCD, exactly.
# The timeline: the second addition is renamed in the same cycle as the first,
# waits four cycles for it, and takes four.
# RUN: kernel-opt --model=%toy --simulate %s | FileCheck %s
# RUN: kernel-opt --model=%toy --timeline %s | FileCheck %s --check-prefix=TIME
# RUN: kernel-opt --model=%toy --simulate --sensitivity=1.5 --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --model=%toy --timeline --sensitivity --format=json %s > %t.json
# RUN: %python -m json.tool %t.json > /dev/null
# RUN: %python %S/../kernel-opt/Inputs/json_keys.py %t.json %S/../../docs/reference/json.md
# RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json
# RUN: kernel-opt --model=%toy --format=html %s | FileCheck %s --check-prefix=HTML
# RUN: not kernel-opt --bounds-only --sensitivity=1 %s 2>&1 | FileCheck %s --check-prefix=BAD
# RUN: not kernel-opt --bounds-only --sensitivity=2.345 %s 2>&1 | FileCheck %s --check-prefix=BAD
# CHECK: : 8.00 cy/it, limited by latency{{$}}
# CHECK: simulated  8.00  exact: 8 cycles every iteration, from iteration {{[0-9]+}} on
# CHECK-NEXT: sizes      issue 8, reorder buffer 256 (reorder buffer assumed){{$}}
# CHECK: where the cycles go, mean of the steady state
# TIME:      [0,0] DeeeER{{[ .|]*}} vaddpd %xmm0, %xmm1, %xmm1 [compute on p0]
# TIME-NEXT: [0,1] D====eeeER{{[ .|]*}} vaddpd %xmm0, %xmm1, %xmm1 [compute on p{{[01]}}]
# CSV: prediction,limit,complete,source_file,bound,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model,steady,verdict
# CSV: ,8.00,latency,yes,,8.00,8.00,,{{.*}},exact,"limited by latency: if 1.50x as fast, the loop is 1.50x as fast"
# JSON: "prediction": {
# JSON-NEXT: "cycles": 8.0,
# JSON: "simulation": {
# JSON: "is_exact": true,
# JSON: "period": 1,
# JSON: "timeline": [
# JSON: "sensitivity": {
# JSON-NEXT: "basis": "simulation",
# JSON-NEXT: "factor": 2,
# JSON: "waits": {
# HTML: <!DOCTYPE html>
# HTML: "headline":"8.00 cy/it, limited by latency: if 2x as fast, the loop is 2.00x as fast"
# HTML-SAME: "notes":["next: 8 independent accumulators (unroll or interleave) would give 1.00 cy/it","rate: {{[^"]*}}"]
# HTML-SAME: "sensitivity":{"factor":"2x","base":8.00,
# HTML-SAME: "timeline":{{.}}[
# HTML: </html>
# BAD: kernel-opt: error: expected a factor from 1.01 to 16, with at most two decimals, for '--sensitivity', not '{{1|2.345}}'
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .L0
