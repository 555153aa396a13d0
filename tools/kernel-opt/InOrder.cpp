//===- InOrder.cpp - Work on several cores, results in order --------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Task T has slot T modulo the number of slots. A thread takes the next task
/// as soon as the task before it in that slot was delivered.
/// Tested by test/kernel-opt/jobs.test.
//
//===----------------------------------------------------------------------===//

#include "InOrder.h"
#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

using namespace kernelbounds;
using namespace llvm;

namespace {

class Tasks {
public:
  Tasks(size_t NumTasks, unsigned NumSlots,
        function_ref<void(size_t, unsigned)> Work)
      : NumTasks(NumTasks), NumSlots(NumSlots), Work(Work), IsDone(NumSlots) {}

  /// Of each thread, until no task is left.
  void work() {
    std::unique_lock<std::mutex> Lock(Mutex);
    for (;;) {
      Changed.wait(Lock, [&] {
        return Next == NumTasks || Next < NumDelivered + NumSlots;
      });
      if (Next == NumTasks)
        return;
      const size_t Task = Next++;
      Lock.unlock();
      Work(Task, Task % NumSlots);
      Lock.lock();
      IsDone[Task % NumSlots] = true;
      Changed.notify_all();
    }
  }

  void deliver(function_ref<void(size_t, unsigned)> Deliver) {
    for (size_t Task = 0; Task < NumTasks; ++Task) {
      const unsigned Slot = Task % NumSlots;
      {
        std::unique_lock<std::mutex> Lock(Mutex);
        Changed.wait(Lock, [&] { return bool(IsDone[Slot]); });
      }
      Deliver(Task, Slot);
      std::lock_guard<std::mutex> Lock(Mutex);
      IsDone[Slot] = false;
      NumDelivered = Task + 1;
      Changed.notify_all();
    }
  }

private:
  const size_t NumTasks;
  const unsigned NumSlots;
  function_ref<void(size_t, unsigned)> Work;
  std::mutex Mutex; ///< Of all that follows.
  std::condition_variable Changed;
  size_t Next = 0, NumDelivered = 0;
  std::vector<char> IsDone; ///< By slot: worked on, not yet delivered.
};

} // namespace

void kernelbounds::runInOrder(size_t NumTasks, unsigned NumThreads,
                              function_ref<void(size_t, unsigned)> Work,
                              function_ref<void(size_t, unsigned)> Deliver) {
  if (NumThreads <= 1 || NumTasks <= 1) {
    for (size_t Task = 0; Task < NumTasks; ++Task) {
      Work(Task, 0);
      Deliver(Task, 0);
    }
    return;
  }
  Tasks All(NumTasks, slotsFor(NumThreads), Work);
  std::vector<std::thread> Threads;
  Threads.reserve(NumThreads);
  for (unsigned T = 0; T < NumThreads; ++T)
    Threads.emplace_back([&] { All.work(); });
  All.deliver(Deliver);
  for (std::thread &T : Threads)
    T.join();
}
