//===- HostRegistersAArch64.cpp - Registers of a stopped AArch64 thread ---===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compiled, and not run, where the machine is another one:
/// test/Run/aarch64-host.test.
//
//===----------------------------------------------------------------------===//

#include "HostRegisters.h"
#include "StepsAArch64.h"
#include "kernel-bounds/Measure/AArch64Registers.h"
#include "llvm/Support/Endian.h"
#include <elf.h>
#include <sys/ptrace.h>
#include <sys/uio.h>

using namespace kernelbounds;
using namespace llvm;

/// Bytes of the set \p Set of registers of thread \p Tid that came to \p Into;
/// 0 if it is gone.
static size_t readSet(pid_t Tid, long Set, void *Into, size_t Bytes) {
  iovec To = {Into, Bytes};
  return ptrace(PTRACE_GETREGSET, Tid, Set, &To) == 0 ? To.iov_len : 0;
}

namespace {

/// As the kernel has them (user_pt_regs): x0 to x30, sp, pc and flags. Threads
/// of 32 bits have fewer.
struct AllRegisters {
  uint64_t Values[AArch64Registers::NumValues + 1] = {0};
  size_t NumBytes = 0;

  bool read(pid_t Tid) {
    NumBytes = readSet(Tid, NT_PRSTATUS, Values, sizeof(Values));
    return NumBytes != 0;
  }
};

class RegistersAArch64 final : public HostRegisters {
public:
  explicit RegistersAArch64(const MCRegisterInfo &MRI) : Reader(MRI) {}
  bool read(pid_t Tid) override { return All.read(Tid); }
  uint64_t pc() const override { return All.Values[AArch64Registers::PC]; }
  bool isDecoded() const override { return All.NumBytes == sizeof(All.Values); }
  uint64_t address(const MemRef &M) const override {
    return Reader.address(M, All.Values);
  }

private:
  AArch64Registers Reader;
  AllRegisters All;
};

} // namespace

std::unique_ptr<HostRegisters>
HostRegisters::create(const MCRegisterInfo &MRI) {
  return std::make_unique<RegistersAArch64>(MRI);
}

bool kernelbounds::readPlace(pid_t Tid, uint64_t &Address, bool &IsInSystem) {
  AllRegisters Regs;
  if (!Regs.read(Tid))
    return false;
  Address = Regs.Values[AArch64Registers::PC];
  int Call = -1;
  readSet(Tid, NT_ARM_SYSTEM_CALL, &Call, sizeof(Call));
  IsInSystem = Call >= 0;
  return true;
}

/// A load that is exclusive: the store that belongs to it fails if the program
/// stops in between, so that a loop over both would never end.
static bool isExclusiveLoad(uint32_t Word) {
  return (Word & 0x3fc00000) == 0x08400000;
}

bool kernelbounds::mustNotStep(ArrayRef<uint8_t> Bytes) {
  if (Bytes.size() < 4)
    return true;
  const uint32_t Word = support::endian::read32le(Bytes.data());
  return isException(Word) || isExclusiveLoad(Word);
}

void kernelbounds::addInChain(unsigned Trips) {
  uint64_t X = 1;
  for (unsigned I = 0; I < Trips; ++I)
    __asm__ volatile("add %0, %0, #1\n add %0, %0, #1\n add %0, %0, #1\n"
                     "add %0, %0, #1\n add %0, %0, #1\n add %0, %0, #1\n"
                     "add %0, %0, #1\n add %0, %0, #1\n add %0, %0, #1\n"
                     "add %0, %0, #1"
                     : "+r"(X));
}
