// Another run beside the one on the wall.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "core/view/fleet/comparison_tables.h"
#include "core/view/fleet/fleet_contents.h"
#include "core/view/fleet/wall_culprits.h"
#include "core/view/fleet/wall_difference.h"
#include "core/view/fleet/wall_match.h"

namespace lanescope {

/// Does not change once made; any thread may read it.
struct FleetComparison {
  std::shared_ptr<const FleetContents> b;
  WallMatch match;
  std::string sentence;  // what changed
  std::string facts;     // of the two runs, and which ranks and steps are in only one
  WallMeasure telling;   // see telling_measure
  ComparisonTables tables;
};

/// Cost: several passes over ranks × steps.
inline FleetComparison make_fleet_comparison(const FleetPicture& a,
                                             std::shared_ptr<const FleetContents> b,
                                             const std::string& name_a, const std::string& name_b) {
  FleetComparison out;
  out.match = match_walls(a, b->run);
  out.sentence = wall_change_sentence(a, b->run, out.match);
  out.facts = wall_match_facts(a, b->run, out.match, name_a, name_b);
  out.telling = telling_measure(a, b->run);
  out.tables = make_comparison_tables(a, b->run, b->tables, out.match);
  out.b = std::move(b);
  return out;
}

}  // namespace lanescope
