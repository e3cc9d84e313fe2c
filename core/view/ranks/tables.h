// The tables under the ranks of a run. Row i of `ranks` is trace i of the picture, row i of
// `collectives` its matched collective i.
#pragma once

#include "core/store/snapshot.h"
#include "core/view/ranks/ranks_picture.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

struct RanksTables {
  DataTable ranks;        // what each rank's GPUs do, how late it is, its clock
  DataTable collectives;  // each one that was matched
  DataTable transfers;    // of each kind, group and size: how well they use the wires
  DataTable files;        // what could not be read
};

/// Pure. Cost: a row each.
RanksTables make_ranks_tables(const RanksPicture& run);

/// What tables of a run hand to functions that want the trace of their names: none.
const Snapshot& no_snapshot();

}  // namespace lanescope
