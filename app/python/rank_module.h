// What Python sees of rank_files.h, and of how the files of a run are called.
#pragma once

#include <nanobind/nanobind.h>

namespace lanescope {

/// Adds it to the module when that is loaded.
void add_rank_files(nanobind::module_& module);

}  // namespace lanescope
