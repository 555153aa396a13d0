# At least, expected, at most: the same three numbers, with the same words, in
# every format. A first-order filter in place also logs to another array, and
# its input may be what it wrote one iteration earlier.
# RUN: kernel-opt --bounds-only --cpu=cascadelake -q %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=cascadelake %s | FileCheck %s --check-prefix=FULL
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=JSON
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=CSV
# RUN: kernel-opt --cpu=cascadelake --format=html %s | FileCheck %s --check-prefix=HTML
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=gcc %s | FileCheck %s --check-prefix=GCC
# RUN: kernel-opt --bounds-only --cpu=cascadelake --format=sarif %s | FileCheck %s --check-prefix=SARIF
# RUN: kernel-opt diff --bounds-only --cpu=cascadelake,znver4 %s | FileCheck %s --check-prefix=DIFF
# RUN: kernel-opt diff --bounds-only --cpu=cascadelake,znver4 --format=json %s | FileCheck %s --check-prefix=DIFF-JSON
# RUN: kernel-opt diff --cpu=cascadelake,znver4 --format=html %s | FileCheck %s --check-prefix=DIFF-HTML
# RUN: kernel-opt deps --cpu=cascadelake %s | FileCheck %s --check-prefix=DEPS
# RUN: kernel-opt deps --cpu=cascadelake --format=csv %s | FileCheck %s --check-prefix=DEPS-CSV
# RUN: kernel-opt deps --cpu=cascadelake --format=json %s | FileCheck %s --check-prefix=DEPS-JSON

# CHECK: label .Lfilter: 13.00 cy/it expected, limited by latency{{$}}
# CHECK-NEXT: {{^}}  at least: 2.50 cy/it, if line [[#@LINE+60]] overwrites what line [[#@LINE+53]] loads, or the pointer to it{{$}}
# CHECK-NEXT: {{^}}  at most: 17.00 cy/it, if line [[#@LINE+58]] stores what line [[#@LINE+54]] loads one iteration later{{$}}
# FULL: vmovsd %xmm0, (%rdi,%rcx,8) -> line [[LOAD:[0-9]+]]: {{.*}} one iteration later, 8 bytes, 5 cycles; expected unless line [[LOG:[0-9]+]] overwrites it, or the pointer to it{{$}}

# JSON: "prediction": {
# JSON-NEXT: "cycles": 13.0,
# JSON: "bound": {
# JSON-NEXT: "cycles": 2.5,
# JSON: "worst": {
# JSON-NEXT: "cycles": 17.0,
# JSON: "lcd_proved": {
# JSON-NEXT: "cycles": 1.0,
# JSON: "lcd_worst": {
# JSON-NEXT: "cycles": 17.0,
# JSON: "class": "expected",
# JSON: "unless": 7,
# JSON-NEXT: "reason": "unless line [[LOG:[0-9]+]] overwrites what line [[LOAD:[0-9]+]] loads, or the pointer to it",
# JSON: "class": "may",
# JSON: "unless": null,
# JSON-NEXT: "reason": null,

# CSV: .Lfilter,{{.*}},13.00,latency,yes,,2.50,17.00,
# HTML: "notes":["at least: 2.50 cy/it, if line {{[0-9]+}} overwrites what line {{[0-9]+}} loads, or the pointer to it","at most: 17.00 cy/it, if line {{[0-9]+}} stores what line {{[0-9]+}} loads one iteration later"
# GCC: note: 13.00 cy/it expected, limited by latency{{$}}
# GCC-NEXT: note: at least: 2.50 cy/it, if line {{[0-9]+}} overwrites what line {{[0-9]+}} loads, or the pointer to it{{$}}
# GCC-NEXT: note: at most: 17.00 cy/it, if line {{[0-9]+}} stores what line {{[0-9]+}} loads one iteration later{{$}}
# SARIF: "text": "{{.*}}: 13.00 cy/it expected, limited by latency; at least: 2.50 cy/it, if line {{.*}}; at most: 17.00 cy/it, if line {{.*}} loads one iteration later"
# SARIF: "cycles": 13.0,
# SARIF: "at_least": {
# SARIF-NEXT: "cycles": 2.5,
# SARIF: "at_most": {
# SARIF-NEXT: "cycles": 17.0,
# DIFF: old: {{.*}}: 13.00 cy/it expected (at least 2.50, at most 17.00 if accesses overlap), 11 instructions, limited by latency
# DIFF-NEXT: new: {{.*}}: 15.00 cy/it expected (at least 2.00, at most 18.00 if accesses overlap), 11 instructions, limited by latency
# DIFF-JSON: "bound": {
# DIFF-JSON-NEXT: "cycles": 2.5,
# DIFF-JSON: "worst": {
# DIFF-JSON-NEXT: "cycles": 17.0,
# DIFF-HTML: "cases":"at least 2.50, at most 17.00 if accesses overlap"
# DEPS: evidence{{$}}
# DEPS-NEXT: RAW   expected      8       5  closed-form, unless line {{[0-9]+}} overwrites it, or the pointer to it{{$}}
# DEPS-NEXT: RAW   may                   5  assumed{{$}}
# DEPS-CSV: latency,evidence,reason
# DEPS-CSV-NEXT: 1,RAW,expected,8,full,5,closed-form,"unless line {{[0-9]+}} overwrites what line {{[0-9]+}} loads, or the pointer to it"
# DEPS-CSV-NEXT: 1,RAW,may,,unknown,5,assumed,{{$}}
# DEPS-JSON: "class": "expected",
# DEPS-JSON: "unless": {
# DEPS-JSON-NEXT: "instruction": 7,
# DEPS-JSON: "reason": "unless line
# DEPS-JSON: "class": "may",
# DEPS-JSON: "unless": null,
# DEPS-JSON-NEXT: "reason": null,
.Lfilter:
	vmovsd -8(%rdi,%rcx,8), %xmm0
	vmulsd %xmm1, %xmm0, %xmm0
	vmovsd (%rsi,%rcx,8), %xmm2
	vmulsd %xmm1, %xmm2, %xmm2
	vmulsd %xmm1, %xmm2, %xmm2
	vaddsd %xmm2, %xmm0, %xmm0
	vmovsd %xmm0, (%rdi,%rcx,8)
	vmovsd %xmm1, (%rdx,%rcx,8)
	incq %rcx
	cmpq %rcx, %rax
	jne .Lfilter
