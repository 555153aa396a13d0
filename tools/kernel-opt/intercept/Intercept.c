//===- Intercept.c - Compilers that a build starts ------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `kernel-opt build` has this library loaded into every program of a build
/// (LD_PRELOAD). Where such a program starts a compiler, `kernel-opt cc
/// COMPILER ARGUMENTS...` is started instead, which starts the compiler in
/// turn. All other programs are started as they are.
///
/// The functions here run between fork() and exec(): they allocate on the stack
/// only. What a compiler is called is told by its name, as
/// kernelbounds::isCompilerName() has it.
///
/// Tested by test/Build/intercept.c.
//
//===----------------------------------------------------------------------===//

#define _GNU_SOURCE
#include <alloca.h>
#include <dlfcn.h>
#include <spawn.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

#define SHOWN __attribute__((visibility("default")))

//===----------------------------------------------------------------------===//
// Compilers
//===----------------------------------------------------------------------===//

static int isOneOf(const char *Name, size_t Length, const char *const *Names) {
  for (; *Names; ++Names)
    if (strlen(*Names) == Length && memcmp(*Names, Name, Length) == 0)
      return 1;
  return 0;
}

static int isCompiler(const char *Path) {
  static const char *const Launchers[] = {"ccache", "sccache", "distcc",
                                          "icecc", NULL};
  static const char *const Compilers[] = {
      "cc",       "c++",   "gcc", "g++",  "clang", "clang++",
      "gfortran", "flang", "icx", "icpx", "ifx",   NULL};
  const char *Slash = strrchr(Path, '/');
  const char *Name = Slash ? Slash + 1 : Path;
  size_t Length = strlen(Name);
  if (isOneOf(Name, Length, Launchers))
    return 1;
  // The version: "-12", "-22.1".
  size_t Stem = Length;
  while (Stem > 0 && (Name[Stem - 1] == '.' ||
                      (Name[Stem - 1] >= '0' && Name[Stem - 1] <= '9')))
    --Stem;
  if (Stem != Length && Stem > 0 && Name[Stem - 1] == '-')
    Length = Stem - 1;
  // The target: "x86_64-linux-gnu-".
  size_t Begin = Length;
  while (Begin > 0 && Name[Begin - 1] != '-')
    --Begin;
  return isOneOf(Name + Begin, Length - Begin, Compilers);
}

/// The value of a variable of an environment, or NULL.
static const char *valueIn(char *const *Environment, const char *Variable) {
  const size_t Length = strlen(Variable);
  for (; Environment && *Environment; ++Environment)
    if (strncmp(*Environment, Variable, Length) == 0 &&
        (*Environment)[Length] == '=')
      return *Environment + Length + 1;
  return NULL;
}

/// The tool to be started instead of \p Path, or NULL.
static const char *toolFor(const char *Path, char *const *Environment) {
  if (!Path || !isCompiler(Path) ||
      valueIn(Environment, "KERNEL_BOUNDS_INSIDE"))
    return NULL;
  return valueIn(Environment, "KERNEL_BOUNDS_TOOL");
}

static size_t countOf(char *const *Args) {
  size_t Num = 0;
  while (Args && Args[Num])
    ++Num;
  return Num;
}

/// The arguments of the tool; \p Into has room for three more than \p Args.
static void changeArgs(const char *Tool, const char *Path, char *const *Args,
                       char **Into) {
  *Into++ = (char *)Tool;
  *Into++ = (char *)"cc";
  *Into++ = (char *)Path;
  if (Args && *Args)
    for (++Args; *Args; ++Args)
      *Into++ = *Args;
  *Into = NULL;
}

#define CHANGED_ARGS(Tool, Path, Args, Into)                                   \
  char **Into = alloca((countOf(Args) + 4) * sizeof(char *));                  \
  changeArgs(Tool, Path, Args, Into)

//===----------------------------------------------------------------------===//
// Functions of the C library
//===----------------------------------------------------------------------===//

typedef int Exec(const char *, char *const *, char *const *);
typedef int Spawn(pid_t *, const char *, const posix_spawn_file_actions_t *,
                  const posix_spawnattr_t *, char *const *, char *const *);

/// The function of the C library that one here stands before.
static void *next(const char *Name) { return dlsym(RTLD_NEXT, Name); }

/// Starts \p Path, or the tool, by \p Function.
static int startBy(const char *Function, const char *Path, char *const *Args,
                   char *const *Environment) {
  const char *Tool = toolFor(Path, Environment);
  if (!Tool)
    return ((Exec *)next(Function))(Path, Args, Environment);
  CHANGED_ARGS(Tool, Path, Args, Into);
  return ((Exec *)next("execve"))(Tool, Into, Environment);
}

SHOWN int execve(const char *Path, char *const Args[],
                 char *const Environment[]) {
  return startBy("execve", Path, Args, Environment);
}

SHOWN int execvpe(const char *File, char *const Args[],
                  char *const Environment[]) {
  return startBy("execvpe", File, Args, Environment);
}

SHOWN int execv(const char *Path, char *const Args[]) {
  return startBy("execve", Path, Args, environ);
}

SHOWN int execvp(const char *File, char *const Args[]) {
  return startBy("execvpe", File, Args, environ);
}

/// Collects the arguments behind \p First up to NULL, as `Args`; \p List then
/// stands behind them.
#define COLLECT_ARGS(First, List, Args)                                        \
  va_list List;                                                                \
  va_start(List, First);                                                       \
  size_t Num = 1;                                                              \
  while (va_arg(List, char *))                                                 \
    ++Num;                                                                     \
  va_end(List);                                                                \
  char **Args = alloca((Num + 1) * sizeof(char *));                            \
  Args[0] = (char *)First;                                                     \
  va_start(List, First);                                                       \
  for (size_t I = 1; I <= Num; ++I)                                            \
  Args[I] = va_arg(List, char *)

SHOWN int execl(const char *Path, const char *First, ...) {
  COLLECT_ARGS(First, List, Args);
  va_end(List);
  return startBy("execve", Path, Args, environ);
}

SHOWN int execlp(const char *File, const char *First, ...) {
  COLLECT_ARGS(First, List, Args);
  va_end(List);
  return startBy("execvpe", File, Args, environ);
}

SHOWN int execle(const char *Path, const char *First, ...) {
  COLLECT_ARGS(First, List, Args);
  char **Environment = va_arg(List, char **);
  va_end(List);
  return startBy("execve", Path, Args, Environment);
}

static int spawnBy(const char *Function, pid_t *Pid, const char *Path,
                   const posix_spawn_file_actions_t *Actions,
                   const posix_spawnattr_t *Attributes, char *const *Args,
                   char *const *Environment) {
  const char *Tool = toolFor(Path, Environment);
  if (!Tool)
    return ((Spawn *)next(Function))(Pid, Path, Actions, Attributes, Args,
                                     Environment);
  CHANGED_ARGS(Tool, Path, Args, Into);
  return ((Spawn *)next("posix_spawn"))(Pid, Tool, Actions, Attributes, Into,
                                        Environment);
}

SHOWN int posix_spawn(pid_t *Pid, const char *Path,
                      const posix_spawn_file_actions_t *Actions,
                      const posix_spawnattr_t *Attributes, char *const Args[],
                      char *const Environment[]) {
  return spawnBy("posix_spawn", Pid, Path, Actions, Attributes, Args,
                 Environment);
}

SHOWN int posix_spawnp(pid_t *Pid, const char *File,
                       const posix_spawn_file_actions_t *Actions,
                       const posix_spawnattr_t *Attributes, char *const Args[],
                       char *const Environment[]) {
  return spawnBy("posix_spawnp", Pid, File, Actions, Attributes, Args,
                 Environment);
}
