// What is asked of analyses, as Python sees it.
#pragma once

#include <nanobind/nanobind.h>

namespace lanescope {

/// Adds the class Query.
void add_query(nanobind::module_& module);

}  // namespace lanescope
