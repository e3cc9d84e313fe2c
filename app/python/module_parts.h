// Parts of the module, added when it is loaded.
#pragma once

#include <nanobind/nanobind.h>

namespace lanescope {

/// What is asked of analyses: the class Query.
void add_query(nanobind::module_& module);
/// rank_files.h, and how the files of a run are called.
void add_rank_files(nanobind::module_& module);

}  // namespace lanescope
