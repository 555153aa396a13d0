/* Does what its first argument says, to be watched meanwhile. */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

volatile double X[1024];

/* Processor time of this thread alone. */
static double seconds(void) {
  struct timespec T;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &T);
  return T.tv_sec + T.tv_nsec * 1e-9;
}

__attribute__((noinline)) static void hot(int Rounds) {
  for (int R = 0; R < Rounds; ++R)
    for (int I = 0; I < 1024; ++I)
      X[I] += 1;
}

static void *work(void *Unused) {
  double End = seconds() + 0.2;
  while (seconds() < End)
    hot(1000);
  return Unused;
}

static volatile sig_atomic_t NumSignals;
static void count(int Signal) {
  (void)Signal;
  ++NumSignals;
}

static void threads(void) {
  pthread_t T[3];
  for (int I = 0; I < 3; ++I)
    pthread_create(&T[I], 0, work, 0);
  for (int I = 0; I < 3; ++I)
    pthread_join(T[I], 0);
}

static int children(void) {
  for (int I = 0; I < 3; ++I)
    if (fork() == 0) {
      work(0);
      _exit(5);
    }
  int Sum = 0, Status;
  while (wait(&Status) > 0)
    Sum += WEXITSTATUS(Status);
  return Sum;
}

/* A child stops itself, is seen stopped, and goes on. */
static int stops(void) {
  int Status;
  pid_t Pid = fork();
  if (Pid == 0) {
    raise(SIGSTOP);
    _exit(6);
  }
  waitpid(Pid, &Status, WUNTRACED);
  int WasStopped = WIFSTOPPED(Status) && WSTOPSIG(Status) == SIGSTOP;
  kill(Pid, SIGCONT);
  waitpid(Pid, &Status, 0);
  return WasStopped ? WEXITSTATUS(Status) : 1;
}

static void signals(void) {
  struct sigaction A;
  memset(&A, 0, sizeof(A));
  A.sa_handler = count;
  sigaction(SIGUSR1, &A, 0);
  for (int I = 0; I < 100; ++I) {
    raise(SIGUSR1);
    if (I % 10 == 0)
      hot(1000);
  }
  printf("%d signals\n", (int)NumSignals);
}

#include <setjmp.h>
static sigjmp_buf Back;
static void comeBack(int Signal) {
  (void)Signal;
  siglongjmp(Back, 1);
}

/* Jumps to the last of all addresses, again and again. */
static void jumps(void) {
  struct sigaction A;
  memset(&A, 0, sizeof(A));
  A.sa_handler = comeBack;
  A.sa_flags = SA_NODEFER;
  sigaction(SIGSEGV, &A, 0);
  sigaction(SIGBUS, &A, 0);
  void (*volatile Nowhere)(void) = (void (*)(void)) - 1L;
  for (volatile int Round = 0; Round < 30000; ++Round) {
    for (int I = 0; I < 100; ++I)
      X[I] *= 2;
    if (!sigsetjmp(Back, 0))
      Nowhere();
  }
}

int main(int NumArgs, char **Args) {
  const char *What = NumArgs > 1 ? Args[1] : "";
  if (!strcmp(What, "work"))
    work(0);
  else if (!strcmp(What, "until"))
    for (int I = 0; I < 300 && access(Args[2], F_OK) != 0; ++I)
      work(0);
  else if (!strcmp(What, "threads"))
    threads();
  else if (!strcmp(What, "fork"))
    return children();
  else if (!strcmp(What, "sleep")) {
    sleep(2);
    return 7;
  } else if (!strcmp(What, "stop"))
    return stops();
  else if (!strcmp(What, "signals"))
    signals();
  else if (!strcmp(What, "crash"))
    *(volatile int *)0 = 1;
  else if (!strcmp(What, "kill"))
    kill(getpid(), SIGKILL);
  else if (!strcmp(What, "replaced")) {
    work(0);
    rename(Args[2], Args[0]);
  } else if (!strcmp(What, "exec"))
    execl(Args[0], Args[0], "fork", (char *)0);
  else if (!strcmp(What, "jumps"))
    jumps();
  else if (!strcmp(What, "copy"))
    for (int C; (C = getchar()) != EOF;)
      putchar(C);
  else if (!strcmp(What, "orphan") && fork() == 0) {
    sleep(1);
    FILE *F = fopen(Args[2], "w");
    if (F)
      fclose(F);
  }
  return 0;
}
