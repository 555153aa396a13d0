"""Prints a loop of 100 loads and 100 stores by as many pointers, which the code
does not tell apart."""
print("f:")
for i in range(100):
    print(f"\tmovq {8 * i}(%rsp), %rcx\n\tmovl (%rcx,%rax,4), %edx")
    print(f"\tmovq {800 + 8 * i}(%rsp), %rcx\n\tmovl %edx, (%rcx,%rax,4)")
print("\tincq %rax\n\tdecq %r10\n\tjne f\n\tret")
