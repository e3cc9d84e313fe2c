// The tables below the wall. Row i of `stragglers` and `links` is that of the analysis, row i of
// `ranks` the rank of that number in the picture.
#pragma once

#include "core/view/fleet/fleet_picture.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

struct FleetTables {
  DataTable stragglers;
  DataTable links;
  DataTable ranks;
  DataTable files;  // summaries that could not be read, and traces that they could not be made from
};

/// Pure. Cost: that of the rows, and for ranks their steps.
FleetTables make_fleet_tables(const FleetPicture& run);

}  // namespace lanescope
