# On Zen 5, the two parts of an access across a line are two accesses, and each takes the
# next place. Measured of 24 loads of 32 bytes, of which every second one crosses: 17.8
# cycles; of 24 stores of 8 bytes, every second and every fourth: 17.7 and 14.7. On Zen 4 a
# load takes both places in one cycle.
# RUN: kernel-opt -q --cpu=znver5 %s | FileCheck %s
# RUN: kernel-opt -q --cpu=znver4 %s | FileCheck %s --check-prefix=TOGETHER
# CHECK: loads ({{.*}}): 18.00 cy/it
# CHECK: words ({{.*}}): 9.00 cy/it
# CHECK: stores ({{.*}}): 18.00 cy/it
# CHECK: fourth ({{.*}}): 15.00 cy/it
# TOGETHER: loads ({{.*}}): 24.00 cy/it
loads:
.Lloads:
	vmovups	48(%rsi), %ymm1
	vmovups	64(%rsi), %ymm2
	vmovups	176(%rsi), %ymm3
	vmovups	192(%rsi), %ymm4
	vmovups	304(%rsi), %ymm5
	vmovups	320(%rsi), %ymm6
	vmovups	48(%rsi), %ymm1
	vmovups	64(%rsi), %ymm2
	vmovups	176(%rsi), %ymm3
	vmovups	192(%rsi), %ymm4
	vmovups	304(%rsi), %ymm5
	vmovups	320(%rsi), %ymm6
	vmovups	48(%rsi), %ymm1
	vmovups	64(%rsi), %ymm2
	vmovups	176(%rsi), %ymm3
	vmovups	192(%rsi), %ymm4
	vmovups	304(%rsi), %ymm5
	vmovups	320(%rsi), %ymm6
	vmovups	48(%rsi), %ymm1
	vmovups	64(%rsi), %ymm2
	vmovups	176(%rsi), %ymm3
	vmovups	192(%rsi), %ymm4
	vmovups	304(%rsi), %ymm5
	vmovups	320(%rsi), %ymm6
	decq	%rdi
	jne	.Lloads
	ret
words:
.Lwords:
	movq	60(%rsi), %r8
	movq	64(%rsi), %r9
	movq	188(%rsi), %r10
	movq	192(%rsi), %r11
	movq	316(%rsi), %r8
	movq	320(%rsi), %r9
	movq	60(%rsi), %r10
	movq	64(%rsi), %r11
	movq	188(%rsi), %r8
	movq	192(%rsi), %r9
	movq	316(%rsi), %r10
	movq	320(%rsi), %r11
	movq	60(%rsi), %r8
	movq	64(%rsi), %r9
	movq	188(%rsi), %r10
	movq	192(%rsi), %r11
	movq	316(%rsi), %r8
	movq	320(%rsi), %r9
	movq	60(%rsi), %r10
	movq	64(%rsi), %r11
	movq	188(%rsi), %r8
	movq	192(%rsi), %r9
	movq	316(%rsi), %r10
	movq	320(%rsi), %r11
	decq	%rdi
	jne	.Lwords
	ret
stores:
.Lstores:
	movq	%r8, 60(%rsi)
	movq	%r9, 64(%rsi)
	movq	%r10, 188(%rsi)
	movq	%r11, 192(%rsi)
	movq	%r8, 316(%rsi)
	movq	%r9, 320(%rsi)
	movq	%r10, 60(%rsi)
	movq	%r11, 64(%rsi)
	movq	%r8, 188(%rsi)
	movq	%r9, 192(%rsi)
	movq	%r10, 316(%rsi)
	movq	%r11, 320(%rsi)
	movq	%r8, 60(%rsi)
	movq	%r9, 64(%rsi)
	movq	%r10, 188(%rsi)
	movq	%r11, 192(%rsi)
	movq	%r8, 316(%rsi)
	movq	%r9, 320(%rsi)
	movq	%r10, 60(%rsi)
	movq	%r11, 64(%rsi)
	movq	%r8, 188(%rsi)
	movq	%r9, 192(%rsi)
	movq	%r10, 316(%rsi)
	movq	%r11, 320(%rsi)
	decq	%rdi
	jne	.Lstores
	ret
fourth:
.Lfourth:
	movq	%r8, 60(%rsi)
	movq	%r9, 64(%rsi)
	movq	%r10, 128(%rsi)
	movq	%r11, 192(%rsi)
	movq	%r8, 316(%rsi)
	movq	%r9, 320(%rsi)
	movq	%r10, 0(%rsi)
	movq	%r11, 64(%rsi)
	movq	%r8, 188(%rsi)
	movq	%r9, 192(%rsi)
	movq	%r10, 256(%rsi)
	movq	%r11, 320(%rsi)
	movq	%r8, 60(%rsi)
	movq	%r9, 64(%rsi)
	movq	%r10, 128(%rsi)
	movq	%r11, 192(%rsi)
	movq	%r8, 316(%rsi)
	movq	%r9, 320(%rsi)
	movq	%r10, 0(%rsi)
	movq	%r11, 64(%rsi)
	movq	%r8, 188(%rsi)
	movq	%r9, 192(%rsi)
	movq	%r10, 256(%rsi)
	movq	%r11, 320(%rsi)
	decq	%rdi
	jne	.Lfourth
	ret
