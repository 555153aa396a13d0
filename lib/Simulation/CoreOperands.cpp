//===- CoreOperands.cpp - Which operands are read from registers ----------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Where a port is the third operand's of its scheduler's others: a micro-op
/// that has three operands to read starts only if that port reads nothing else.
/// An operand that comes in the cycle of the start is not read.
/// docs/evidence/model-values.md, Zen 4, has what was measured.
///
/// Tested by unittests/Simulation/PortSchedulersTest.cpp, and against a core
/// that goes cycle by cycle by EveryEventTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "Core.h"

using namespace kernelbounds;

/// The operands that \p U, of group \p G, reads from registers if it starts at
/// \p T.
unsigned Core::operandsRead(const Uop &U, const Group &G, int64_t T) const {
  unsigned Read = P.Uops[&U - Uops.data()].NumOperands;
  for (const Wait *W = G.FirstWait; W != G.EndWait; ++W)
    // A register may come in parts.
    Read -= Read != 0 && W->IsOperand &&
            Row[W->From] + W->Offset > T - int64_t(Cycle);
  return Read;
}

/// The first tick from \p T on in which \p U, of group \p G, can start on \p
/// Port and read its operands. It was ready at \p Ready, and finds its port and
/// unit free at \p T.
int64_t Core::readOperands(const Uop &U, const Group &G, unsigned Port,
                           int64_t Ready, int64_t T) {
  const unsigned Shared = ThirdOperand[Port];
  if (Shared == NoPort)
    return T;
  const unsigned Reads = readsOf(Shared), Own = ownReads(Port);
  if ((U.Units & M.BlockingUnits.bits()) != 0 && operandsRead(U, G, T) > Own)
    blockPort(Reads, operandsRead(U, G, Ready) > Own ? Ready : Ready + Cycle,
              T);
  while (operandsRead(U, G, T) > Own) {
    if (Ports.findFree(Reads, T, 1) == T) {
      Ports.takeFree(Reads, T, U.Hold * PortCycle[Shared]);
      break;
    }
    AwaitedReads.insert(Shared);
    T = U.IsSimple ? Ports.findFree(Port, T + 1, 1) : findStart(U, Port, T + 1);
  }
  return T;
}
