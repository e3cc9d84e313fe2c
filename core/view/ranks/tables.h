// The tables below the ranks of a run. Row i of `ranks` is trace i of the picture, row i of
// `collectives` its matched collective i.
#pragma once

#include "core/store/snapshot.h"
#include "core/view/ranks/ranks_picture.h"
#include "core/view/tables/data_table.h"

namespace lanescope {

struct RanksTables {
  DataTable ranks;        // what each rank's GPUs do, how late it is, its clock
  DataTable collectives;  // one row per matched collective
  DataTable transfers;    // by kind, group and size: achieved bandwidth
  DataTable files;        // files that could not be read
};

/// Pure. Cost: that of the rows.
RanksTables make_ranks_tables(const RanksPicture& run);

/// An empty trace, for functions that want the trace that a table's names come from: these tables
/// contain their own names.
const Snapshot& no_snapshot();

}  // namespace lanescope
