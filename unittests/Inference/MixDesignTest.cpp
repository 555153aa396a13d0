//===- MixDesignTest.cpp --------------------------------------------------===//
//
// Part of the Kernel Bounds project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixDesign.h"
#include "HiddenCore.h"
#include <gtest/gtest.h>

using namespace kernelbounds;

namespace {

struct Design {
  explicit Design(std::vector<FormUsage> Forms, unsigned Width) {
    Model.Width = Width;
    Model.Forms.assign(Forms.begin(), Forms.end());
    for (FormId F = 0; F != Forms.size(); ++F)
      Singles.push_back(Model.cycles({{F, 1}}));
    Mixes.update();
  }
  ResourceModel Model;
  std::vector<double> Singles;
  MixDesign Mixes{Model, Singles, 96, 1};
};

} // namespace

TEST(MixDesign, AMixTellsARivalFromTheModel) {
  // No form has {0,1} alone.
  Design D({usage(2, {{setOf({0, 1}), 1}, {setOf({2}), 1}}),
            usage(2, {{setOf({0, 1}), 1}, {setOf({3}), 1}}),
            usage(1, {{setOf({2}), 1}}), usage(1, {{setOf({3}), 1}})},
           6);
  ResourceModel Rival = D.Model;
  Rival.Forms[0] = usage(2, {{setOf({0, 1, 4}), 1}, {setOf({2}), 1}});
  Rival.Forms[1] = usage(2, {{setOf({0, 1, 4}), 1}, {setOf({3}), 1}});
  // With a and b of the two, {0,1} takes (a + b) / 2 cycles, and port 2 or 3
  // takes no less: no mix tells.
  std::optional<Mix> M = D.Mixes.climb({0, 1}, Rival, 0.05);
  EXPECT_FALSE(M.has_value());
  // A rival that leaves port 2 alone is told.
  Rival.Forms[0] = usage(2, {{setOf({0}), 1}, {setOf({1}), 1}});
  M = D.Mixes.climb({0}, Rival, 0.05);
  ASSERT_TRUE(M.has_value());
  const double A = D.Model.cycles(*M), B = Rival.cycles(*M);
  EXPECT_GT(std::fabs(A - B), 0.05 * std::min(A, B));
}

TEST(MixDesign, SlotsAreToldByTheWidth) {
  Design D({usage(1, {{setOf({0}), 1}}), usage(1, {{setOf({1}), 1}}),
            usage(1, {{setOf({2}), 1}})},
           2);
  ResourceModel Rival = D.Model;
  Rival.Forms[0]->Slots = 2;
  std::optional<Mix> M = D.Mixes.climb({0}, Rival, 0.05);
  ASSERT_TRUE(M.has_value());
  EXPECT_GT(Rival.cycles(*M), 1.05 * D.Model.cycles(*M));
}

TEST(MixDesign, OtherNamesAreNoRival) {
  Design D({usage(1, {{setOf({0, 1}), 1}}), usage(1, {{setOf({0, 1}), 1}}),
            usage(1, {{setOf({2}), 1}})},
           6);
  ResourceModel Rival = D.Model;
  Rival.Forms[2] = usage(1, {{setOf({3}), 1}});
  EXPECT_FALSE(D.Mixes.climb({2}, Rival, 0.05).has_value());
}
