// All that is made of the summaries of a run before it is shown, on the thread that loads them.
#pragma once

#include <string>
#include <vector>

#include "core/view/fleet/group_strip.h"
#include "core/view/fleet/tables.h"
#include "core/view/fleet/wall_order.h"

namespace lanescope {

struct FleetContents {
  FleetPicture run;
  FleetTables tables;
  std::vector<WallMeasure> measures;  // to choose from; may be empty
  std::vector<WallSort> sorts;
  std::vector<std::string> group_kinds;  // of the strip of groups, to choose from; may be empty
};

/// Cost: that of make_fleet_picture, and a few passes over ranks × steps.
inline FleetContents make_fleet_contents(FleetFiles files, unsigned threads) {
  FleetContents out;
  out.run = make_fleet_picture(std::move(files), threads);
  out.tables = make_fleet_tables(out.run);
  out.measures = wall_measures(out.run);
  out.sorts = wall_sorts(out.run);
  out.group_kinds = strip_kinds(out.run, out.sorts);
  return out;
}

}  // namespace lanescope
