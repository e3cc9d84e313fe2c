// A window with the ranks of one run.
#pragma once

#include <string>

#include <doctest/doctest.h>

#include "tests/app/middle.h"
#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/ranks/rank_set.h"

namespace lanescope {

inline constexpr Ns kUs = 1000;

/// Four ranks of 4 steps: rank 2's clock shows 500 µs more, rank 3 is 90 µs late everywhere.
struct FourRanks {
  FourRanks() {
    for (int rank = 0; rank < 4; ++rank) write(rank, {});
  }

  void write(int rank, RankSetTrace trace) const {
    trace.rank = rank;
    trace.steps = 4;
    trace.clock_us = rank == 2 ? 500 : 0;
    trace.late_us = rank == 3 ? 90 : 0;
    folder.write("rank" + std::to_string(rank) + ".json", RankSetWriter(trace).text());
  }

  void open() {
    ui.run(workspace::Open{folder.path()});
    ui.settle();
  }

  RanksView& view() {
    REQUIRE(ui.workspace().ranks() != nullptr);
    REQUIRE(ui.workspace().ranks()->view() != nullptr);
    return *ui.workspace().ranks()->view();
  }
  const RanksPicture& run() { return view().run(); }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace lanescope
