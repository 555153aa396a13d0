# The index register counts elements of 8 bytes and moves by 16 of them: the
# 4.00 cycles of four loads and four stores at two a cycle are 0.25 each.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 %s | FileCheck %s
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=json %s | FileCheck %s --check-prefix=JSON
# The user knows better.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --iterations-per-trip=8 %s | FileCheck %s --check-prefix=USER
# CSV keeps its header.
# RUN: kernel-opt --bounds-only --cpu=skylake-avx512 --format=csv %s | FileCheck %s --check-prefix=CSV
	.text
copy:
.L0:
	vmovupd (%rdi,%rcx,8), %ymm0
	vmovupd 32(%rdi,%rcx,8), %ymm1
	vmovupd 64(%rdi,%rcx,8), %ymm2
	vmovupd 96(%rdi,%rcx,8), %ymm3
	vmovupd %ymm0, (%rsi,%rcx,8)
	vmovupd %ymm1, 32(%rsi,%rcx,8)
	vmovupd %ymm2, 64(%rsi,%rcx,8)
	vmovupd %ymm3, 96(%rsi,%rcx,8)
	addq $16, %rcx
	cmpq %rdx, %rcx
	jne .L0
	ret
# Two steps: nothing is claimed.
two:
.L1:
	vmovsd (%rdi,%rcx,8), %xmm0
	addq $1, %rcx
	addq %rax, %rcx
	cmpq %rdx, %rcx
	jne .L1
	ret
# CHECK: copy {{.*}} 4.00 cy/it
# CHECK: rate: 0.25 cycles per element (16 a trip){{$}}
# CHECK: two
# CHECK-NOT: rate:
# JSON: "elements_per_trip": 16
# JSON: "elements_per_trip": null
# USER: 4.00 cy/it (0.50 cy/src-it)
# USER-NOT: rate:
# CSV: file,function,label,line,instructions,cpu,tp,lcd,cp,prediction,limit,complete,source_file,bound,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model{{$}}
