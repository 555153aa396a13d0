// Each way to start a program starts the tool in place of a compiler, and
// everything else as it is.
//
// REQUIRES: clang
// RUN: %clang -Wno-deprecated-declarations %s -o %t
// RUN: env LD_PRELOAD=%intercept KERNEL_BOUNDS_TOOL=/bin/echo %t | FileCheck %s
// RUN: env LD_PRELOAD=%intercept KERNEL_BOUNDS_TOOL=/bin/echo
// KERNEL_BOUNDS_INSIDE=1 %t 2>&1 | FileCheck %s --check-prefix=INSIDE RUN: env
// LD_PRELOAD=%intercept %t 2>&1 | FileCheck %s --check-prefix=INSIDE
#define _GNU_SOURCE
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
extern char **environ;

static void start(int How, const char *Program) {
  char Number[2] = {'0' + How, 0};
  char *Args[] = {(char *)Program, Number, "two words", NULL};
  pid_t Child;
  fflush(stdout);
  if (How >= 7) {
    if ((How == 7 ? posix_spawn : posix_spawnp)(&Child, Program, NULL, NULL,
                                                Args, environ) != 0)
      return;
    waitpid(Child, NULL, 0);
    return;
  }
  if ((Child = vfork()) == 0) {
    switch (How) {
    case 0:
      execve(Program, Args, environ);
      break;
    case 1:
      execv(Program, Args);
      break;
    case 2:
      execvp(Program, Args);
      break;
    case 3:
      execvpe(Program, Args, environ);
      break;
    case 4:
      execl(Program, Program, Number, "two words", NULL);
      break;
    case 5:
      execlp(Program, Program, Number, "two words", NULL);
      break;
    case 6:
      execle(Program, Program, Number, "two words", NULL, environ);
      break;
    }
    _exit(1);
  }
  waitpid(Child, NULL, 0);
}

int main(void) {
  for (int How = 0; How < 9; ++How)
    start(How, "/no/such/x86_64-linux-gnu-gcc-12");
  start(0, "/no/such/gcc-ar");
  start(0, "/bin/echo");
  start(2, "echo");
  start(8, "echo");
  return 0;
}
// CHECK: cc /no/such/x86_64-linux-gnu-gcc-12 0 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 1 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 2 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 3 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 4 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 5 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 6 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 7 two words
// CHECK-NEXT: cc /no/such/x86_64-linux-gnu-gcc-12 8 two words
// CHECK-NEXT: {{^}}0 two words
// CHECK-NEXT: {{^}}2 two words
// CHECK-NEXT: {{^}}8 two words
// CHECK-NOT: {{.}}
// INSIDE: {{^}}0 two words
// INSIDE-NEXT: {{^}}2 two words
// INSIDE-NEXT: {{^}}8 two words
// INSIDE-NOT: {{.}}
