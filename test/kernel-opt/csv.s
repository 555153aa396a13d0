# RUN: kernel-opt --bounds-only --model=%toy --format=csv %s | FileCheck %s --match-full-lines
# CHECK:file,function,label,line,instructions,cpu,tp,lcd,cp,prediction,limit,complete,source_file,bound,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model
# CHECK-NEXT:{{.*}}csv.s,first,.LA,[[#@LINE+9]],3,toy,0.50,4.00,4.00,4.00,latency,yes,,4.00,4.00,,,2,0.50,,{{.*}}toy.yaml
# CHECK-NEXT:{{.*}}csv.s,"a,b",.LB,[[#@LINE+15]],2,toy,1.00,0.00,1.00,1.00,ports,no,,1.00,1.00,,,,,,{{.*}}toy.yaml
# CHECK-NOT:{{.}}

# Cycles per source iteration are further columns, only where asked for.
# RUN: kernel-opt --bounds-only --model=%toy --format=csv --iterations-per-trip=4 --loop=.LA %s | FileCheck %s --check-prefix=SRC
# SRC: prediction,limit,complete,source_file,bound,worst,inlined,elements,flops,flops_per_cycle,peak_percent,model,source_iterations,tp_src,lcd_src,cp_src,prediction_src{{$}}
first:
.LA:
	vaddpd %xmm0, %xmm1, %xmm1
	decq %rdi
	jne .LA
	ret
	.type "a,b", @function
"a,b":
.LB:
	vorpd %xmm0, %xmm1, %xmm2
	jmp .LB
# SRC: ,latency,yes,,4.00,4.00,,,2,0.50,,{{[^,]*}}toy.yaml,4,0.13,1.00,1.00,1.00{{$}}
