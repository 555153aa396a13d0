/* Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
   Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

   kb-without CALL[,CALL...] COMMAND ARGS...

   Runs the command where the system refuses the named calls, ptrace and
   perf_event_open, with "operation not permitted", as a container does. */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Refuses one call, lets all others pass. Filters add up. */
static int refuse(unsigned Call) {
  struct sock_filter Filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, Call, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog Program = {sizeof(Filter) / sizeof(Filter[0]), Filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &Program);
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: kb-without CALL[,CALL...] COMMAND ARGS...\n", stderr);
    return 2;
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
    perror("kb-without: prctl");
    return 1;
  }
  for (char *Name = strtok(argv[1], ","); Name; Name = strtok(NULL, ",")) {
    int Call = strcmp(Name, "ptrace") == 0            ? SYS_ptrace
               : strcmp(Name, "perf_event_open") == 0 ? SYS_perf_event_open
                                                      : -1;
    if (Call < 0) {
      fprintf(stderr, "kb-without: unknown call '%s'\n", Name);
      return 2;
    }
    if (refuse(Call) != 0) {
      perror("kb-without: seccomp");
      return 1;
    }
  }
  // Programs that a sanitizer watches would trace themselves to find leaks.
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);
  execvp(argv[2], argv + 2);
  perror("kb-without: exec");
  return 1;
}
