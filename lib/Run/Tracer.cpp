//===- Tracer.cpp - Processes and threads under ptrace --------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One loop takes what the system reports and, a few hundred times a second,
/// asks threads that have to be looked at to stop, if they run. Threads that
/// wait are left alone: some system calls end early where their thread is
/// stopped.
///
/// Signals that concern the loop are blocked and taken one by one. One that a
/// terminal sends reaches the program by itself; one that a process sends to
/// the tool is passed on.
///
/// Tested by test/Run/follow.test.
//
//===----------------------------------------------------------------------===//

#include "Tracer.h"
#include "ThreadFiles.h"
#include "kernel-bounds/Measure/Tracee.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Program.h"
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace kernelbounds;
using namespace llvm;

TraceListener::~TraceListener() = default;

constexpr long SeizeOptions = PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK |
                              PTRACE_O_TRACEVFORK | PTRACE_O_TRACEEXEC |
                              PTRACE_O_TRACEEXIT;

static long request(__ptrace_request Request, pid_t Tid, long Data = 0) {
  return ptrace(Request, Tid, nullptr, Data);
}

static Error systemError(const Twine &What) {
  if (errno == EPERM || errno == EACCES)
    return make_error<NotPermitted>();
  return createStringError(What + ": " + std::strerror(errno));
}

//===----------------------------------------------------------------------===//
// Starting
//===----------------------------------------------------------------------===//

static sigset_t ourSignals() {
  sigset_t Set;
  sigemptyset(&Set);
  for (int Signal : {SIGCHLD, SIGINT, SIGQUIT, SIGTERM, SIGHUP})
    sigaddset(&Set, Signal);
  return Set;
}

Tracer::Tracer(TraceListener &Listener) : Listener(Listener) {
  const sigset_t Ours = ourSignals();
  sigprocmask(SIG_BLOCK, &Ours, &MaskBefore);
  // Where it is ignored, no child is told of, and none leaves an exit code.
  struct sigaction Default = {};
  Default.sa_handler = SIG_DFL;
  sigaction(SIGCHLD, &Default, &ChildBefore);
}

Tracer::~Tracer() {
  detachAll();
  if (IsOwn && !HasEnded && Root != 0) {
    kill(Root, SIGKILL);
    waitpid(Root, nullptr, __WALL);
  }
  sigaction(SIGCHLD, &ChildBefore, nullptr);
  sigprocmask(SIG_SETMASK, &MaskBefore, nullptr);
}

/// Fails if the file has rights of its own that tracing takes from it.
static Error checkRights(const std::string &Path) {
  struct stat Info;
  if (geteuid() == 0 || stat(Path.c_str(), &Info) != 0)
    return Error::success();
  const bool IsSetUid = (Info.st_mode & S_ISUID) && Info.st_uid != geteuid();
  const bool IsSetGid = (Info.st_mode & S_ISGID) && Info.st_gid != getegid();
  if (!IsSetUid && !IsSetGid)
    return Error::success();
  return createStringError("'" + Path + "' is " +
                           (IsSetUid ? "setuid" : "setgid") +
                           ", and the system takes these rights from a program "
                           "that is traced; run kernel-opt as root");
}

/// In the child: waits until it is seized, and becomes the program. Sends errno
/// where that fails.
[[noreturn]] void Tracer::becomeProgram(const std::string &Path,
                                        char *const *Args, const int Go[2],
                                        const int Failed[2]) const {
  char Byte;
  close(Go[1]);
  if (read(Go[0], &Byte, 1) != 1)
    _exit(1);
  // Handlers end with this program; what it ignores would be inherited.
  signal(SIGXFSZ, SIG_DFL);
  sigaction(SIGCHLD, &ChildBefore, nullptr);
  sigprocmask(SIG_SETMASK, &MaskBefore, nullptr);
  execv(Path.c_str(), Args);
  const int Reason = errno;
  if (write(Failed[1], &Reason, sizeof(Reason)) < 0)
    _exit(126);
  _exit(127);
}

static ErrorOr<std::string> findFile(const std::string &Name) {
  if (StringRef(Name).contains('/'))
    return Name;
  return sys::findProgramByName(Name);
}

Error Tracer::start(const std::vector<std::string> &Command) {
  auto Path = findFile(Command.front());
  if (!Path)
    return createStringError("cannot start '" + Command.front() +
                             "': " + Path.getError().message());
  if (Error E = checkRights(*Path))
    return E;
  std::vector<char *> Args;
  Args.reserve(Command.size() + 1);
  for (const std::string &A : Command)
    Args.push_back(const_cast<char *>(A.c_str()));
  Args.push_back(nullptr);
  int Go[2], Failed[2];
  if (pipe2(Go, O_CLOEXEC) < 0 || pipe2(Failed, O_CLOEXEC) < 0)
    return systemError("pipe");
  Root = fork();
  if (Root < 0)
    return systemError("fork");
  if (Root == 0)
    becomeProgram(*Path, Args.data(), Go, Failed);
  IsOwn = true;
  close(Go[0]);
  close(Failed[1]);
  const bool IsSeized = request(PTRACE_SEIZE, Root, SeizeOptions) == 0;
  const int WhyNot = errno;
  if (IsSeized) {
    thread(Root);
    if (write(Go[1], "", 1) != 1)
      return systemError("pipe");
  }
  close(Go[1]);
  // Nothing is sent if the program runs: its end of the pipe closes. Until
  // then it stops once, as a new program.
  int Reason = 0;
  while (IsSeized && !HasEnded) {
    int Status = 0;
    if (waitpid(Root, &Status, __WALL) != Root)
      break;
    handle(Root, Status);
    if (Status >> 16 == PTRACE_EVENT_EXEC)
      break;
  }
  const bool HasFailed =
      HasEnded && read(Failed[0], &Reason, sizeof(Reason)) == sizeof(Reason);
  close(Failed[0]);
  errno = WhyNot;
  if (!IsSeized)
    return systemError("ptrace");
  if (HasFailed)
    return createStringError("cannot start '" + Command.front() +
                             "': " + std::strerror(Reason));
  return Error::success();
}

Error Tracer::attach(pid_t Pid) {
  Root = Pid;
  const std::string Folder = "/proc/" + std::to_string(Pid) + "/task";
  // Threads may start while others are seized.
  for (bool IsNew = true; IsNew;) {
    IsNew = false;
    std::error_code EC;
    for (sys::fs::directory_iterator It(Folder, EC), End; !EC && It != End;
         It.increment(EC)) {
      pid_t Tid = 0;
      StringRef Name = StringRef(It->path()).rsplit('/').second;
      if (Name.getAsInteger(10, Tid) || Threads.contains(Tid))
        continue;
      if (request(PTRACE_SEIZE, Tid, SeizeOptions) < 0) {
        if (errno == ESRCH && Tid != Pid)
          continue;
        return systemError("process " + Twine(Pid));
      }
      thread(Tid).LastNanoseconds = nanosecondsOf(Tid);
      IsNew = true;
    }
  }
  if (Threads.empty())
    return createStringError("there is no process " + Twine(Pid));
  return Error::success();
}

Tracer::Thread &Tracer::thread(pid_t Tid) {
  auto [It, IsNew] = Threads.try_emplace(Tid);
  if (IsNew) {
    It->second.Pid = processOf(Tid);
    ++NumThreads;
    NumProcesses += It->second.Pid == Tid;
    It->second.NeedsLooks = Listener.noteThread(It->second.Pid, Tid);
  }
  return It->second;
}

//===----------------------------------------------------------------------===//
// Following
//===----------------------------------------------------------------------===//

void Tracer::handleExec(pid_t Pid) {
  // Its other threads are gone, and so is the name of the one that did it.
  SmallVector<pid_t, 8> Gone;
  for (const auto &[Tid, T] : Threads)
    if (T.Pid == Pid && Tid != Pid)
      Gone.push_back(Tid);
  for (pid_t Tid : Gone)
    Threads.erase(Tid);
  thread(Pid).IsAsked = false;
  Listener.noteExec(Pid);
}

void Tracer::handleEvent(pid_t Tid, int Event) {
  unsigned long Message = 0;
  switch (Event) {
  case PTRACE_EVENT_CLONE:
  case PTRACE_EVENT_FORK:
  case PTRACE_EVENT_VFORK:
    if (ptrace(PTRACE_GETEVENTMSG, Tid, nullptr, &Message) == 0)
      thread(static_cast<pid_t>(Message));
    break;
  case PTRACE_EVENT_EXEC:
    handleExec(Tid);
    break;
  case PTRACE_EVENT_EXIT:
    // Of the first thread of several, the end is told only with that of the
    // last one.
    Listener.noteLast(thread(Tid).Pid, Tid);
    Threads.erase(Tid);
    break;
  default:
    break;
  }
  request(PTRACE_CONT, Tid);
}

/// A stop that no signal of the program has made, or one that stops all of it.
void Tracer::handleStop(pid_t Tid, Thread &T, int Signal) {
  T.IsStopped = Signal == SIGSTOP || Signal == SIGTSTP || Signal == SIGTTIN ||
                Signal == SIGTTOU;
  const bool IsAsked = std::exchange(T.IsAsked, false);
  if (T.IsStopped) {
    request(PTRACE_LISTEN, Tid);
    return;
  }
  if (IsAsked) {
    const uint64_t Now = nanosecondsOf(Tid);
    const uint64_t Before = std::exchange(T.LastNanoseconds, Now);
    if (auto Other = Listener.look(T.Pid, Tid, Now > Before ? Now - Before : 0))
      return handle(Tid, *Other);
  }
  request(PTRACE_CONT, Tid);
}

void Tracer::noteEnd(pid_t Tid, int Status) {
  Threads.erase(Tid);
  if (Tid != Root)
    return;
  HasEnded = true;
  if (IsOwn)
    ExitCode = WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status);
}

void Tracer::handle(pid_t Tid, int Status) {
  if (WIFEXITED(Status) || WIFSIGNALED(Status))
    return noteEnd(Tid, Status);
  if (!WIFSTOPPED(Status))
    return;
  Thread &T = thread(Tid);
  const int Event = Status >> 16;
  if (Event == PTRACE_EVENT_STOP)
    return handleStop(Tid, T, WSTOPSIG(Status));
  if (Event != 0)
    return handleEvent(Tid, Event);
  request(PTRACE_CONT, Tid, WSTOPSIG(Status)); // The program's own signal.
}

void Tracer::drain() {
  for (;;) {
    int Status = 0;
    const pid_t Tid = waitpid(-1, &Status, __WALL | WNOHANG);
    if (Tid <= 0) {
      HasEnded |= Tid < 0 && errno == ECHILD;
      return;
    }
    handle(Tid, Status);
  }
}

void Tracer::askAll() {
  SmallVector<pid_t, 16> Running;
  const bool WantsOne = Listener.wantsLook();
  auto Ask = [&](pid_t Tid) {
    Threads[Tid].IsAsked = request(PTRACE_INTERRUPT, Tid) == 0;
  };
  for (auto &[Tid, T] : Threads)
    if ((T.NeedsLooks || WantsOne) && !T.IsAsked && !T.IsStopped &&
        stateOf(Tid) == 'R')
      Running.push_back(Tid);
  for (pid_t Tid : Running)
    if (Threads[Tid].NeedsLooks)
      Ask(Tid);
  // One after the other, so that all of several have their turn.
  if (WantsOne && !Running.empty())
    if (pid_t Tid = Running[NumAsked++ % Running.size()]; !Threads[Tid].IsAsked)
      Ask(Tid);
}

void Tracer::handleSignal(const siginfo_t &Info) {
  if (Info.si_signo == SIGCHLD)
    return;
  if (!IsOwn)
    IsToStop = true;
  else if (Info.si_code != SI_KERNEL) // Those of a terminal reach all.
    kill(Root, Info.si_signo);
}

void Tracer::wait(Clock::time_point Until) {
  using namespace std::chrono;
  const sigset_t Ours = ourSignals();
  const auto Left = std::max(nanoseconds(0),
                             duration_cast<nanoseconds>(Until - Clock::now()));
  timespec Timeout = {static_cast<time_t>(Left.count() / 1000000000),
                      static_cast<long>(Left.count() % 1000000000)};
  siginfo_t Info;
  if (sigtimedwait(&Ours, &Info, &Timeout) > 0)
    handleSignal(Info);
}

void Tracer::follow(unsigned Frequency, unsigned Seconds) {
  using namespace std::chrono;
  const auto Start = Clock::now();
  const nanoseconds Period(1000000000 / Frequency);
  auto Next = Start + Period;
  uint64_t Random = 1;
  while (!HasEnded && !IsToStop) {
    drain();
    const auto Now = Clock::now();
    if (Seconds != 0 && Now - Start >= seconds(Seconds))
      break;
    if (Now >= Next) {
      Listener.tick();
      askAll();
      // Not in step with anything that the program does as regularly.
      Random = Random * 6364136223846793005u + 1442695040888963407u;
      Next = Now + Period / 2 + Period * (Random >> 48) / 65536;
    }
    if (!HasEnded)
      wait(Next);
  }
  if (HasEnded || !IsOwn) {
    detachAll();
    return;
  }
  // The time is over, and the program goes on alone.
  detachAll();
  for (int Status = 0; !HasEnded;) {
    const pid_t Got = waitpid(Root, &Status, WNOHANG);
    if (Got == Root)
      noteEnd(Root, Status);
    else if (Got < 0 && errno == ECHILD)
      return; // Nobody knows how it ended.
    else
      wait(Clock::now() + seconds(1));
  }
}

/// Lets every thread go. One that is about to stop for something of its own is
/// let go there, with its signal. A thread may wait for another one that has
/// stopped already, so they are taken as they come.
void Tracer::detachAll() {
  for (auto &[Tid, T] : Threads)
    if (!T.IsAsked)
      request(PTRACE_INTERRUPT, Tid);
  while (!Threads.empty()) {
    int Status = 0;
    const pid_t Tid = waitpid(-1, &Status, __WALL);
    if (Tid < 0) {
      Threads.clear();
      return;
    }
    if (!WIFSTOPPED(Status)) {
      noteEnd(Tid, Status);
      continue;
    }
    const int Event = Status >> 16;
    Listener.noteLast(thread(Tid).Pid, Tid);
    unsigned long New = 0;
    if ((Event == PTRACE_EVENT_CLONE || Event == PTRACE_EVENT_FORK ||
         Event == PTRACE_EVENT_VFORK) &&
        ptrace(PTRACE_GETEVENTMSG, Tid, nullptr, &New) == 0)
      thread(static_cast<pid_t>(New)); // It stops, too.
    request(PTRACE_DETACH, Tid, Event == 0 ? WSTOPSIG(Status) : 0);
    Threads.erase(Tid);
  }
}
