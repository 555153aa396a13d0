# Every key of docs/reference/json.md, on a loop of 3 instructions whose figures are those
# of Bounds/lcd-register.s and ports 3/2.
# RUN: kernel-opt --bounds-only --model=%toy --format=json %s > %t
# RUN: %python -m json.tool %t > /dev/null
# RUN: FileCheck %s --input-file=%t
# RUN: %python %S/Inputs/json_keys.py %t %S/../../docs/reference/json.md
# CHECK:      "schema": 1,
# CHECK-NEXT: "generator": "kernel-opt {{[0-9.]+}}",
# CHECK-NEXT: "loops": [
# CHECK:      "file": "{{.*}}json.s",
# CHECK-NEXT: "function": "f",
# CHECK-NEXT: "demangled": "f",
# CHECK-NEXT: "label": ".L0",
# CHECK:      "source_line": null,
# CHECK-NEXT: "assembly_line": [[#LINE:]],
# CHECK:      "prediction": {
# CHECK-NEXT:   "cycles": 4.0,
# CHECK-NEXT:   "exact": "4"
# CHECK:      "limit": "latency",
# CHECK:      "tp": {
# CHECK-NEXT:   "cycles": 1.5,
# CHECK-NEXT:   "exact": "3/2",
# CHECK:        "ports": [
# CHECK-NEXT:     "p0",
# CHECK-NEXT:     "p1"
# CHECK:      "lcd": {
# CHECK:        "through": "register"
# CHECK:      "next": {
# CHECK-NEXT:   "kind": "independent-chains",
# CHECK-NEXT:   "count": 3,
# CHECK:        "to": {
# CHECK-NEXT:     "cycles": 1.5,
# CHECK:      "model": {
# CHECK-NEXT:   "cpu": "toy",
# CHECK-NEXT:   "default_cpu": false,
# CHECK:      "coverage": {
# CHECK-NEXT:   "complete": true,
# CHECK:      "text": "vaddpd %xmm0, %xmm1, %xmm1",
# CHECK-NEXT: "opcode": "VADDPDrr",
# CHECK-NEXT: "assembly_line": [[#LINE]],
# CHECK:      "files": [
# CHECK:        "loops": 1,
# CHECK-NEXT:   "omitted_loops": 0,
# CHECK-NEXT:   "warnings": [],
# CHECK-NEXT:   "error": null

# A third of a cycle is not representable; six places, and the exact fraction.
# RUN: kernel-opt --bounds-only --model=%toy --format=json --iterations-per-trip=7 %s | FileCheck %s --check-prefix=SRC
# SRC: "source_iterations": 7,
# SRC: "prediction": {
# SRC-NEXT: "cycles": 4.0,
# SRC-NEXT: "exact": "4",
# SRC-NEXT: "cycles_per_source_iteration": 0.571429
f:
.L0:
	vaddpd %xmm0, %xmm1, %xmm1
	vaddpd %xmm0, %xmm2, %xmm3
	vaddpd %xmm0, %xmm2, %xmm4
	decq %rdi
	jne .L0
