// The tables of a trace by name.
#pragma once

#include <memory>
#include <string>

#include "app/python/arrow_table.h"
#include "app/python/loaded_run.h"

namespace lanescope {

/// "events", "kernels" …; `query` matters only for those that are results. Any thread. Throws Fault
/// if there is none of that name.
std::shared_ptr<const ArrowTable> table_of(const LoadedRun& run, const std::string& name,
                                           const ResultQuery& query);

/// "events, lanes, …".
std::string table_names();

}  // namespace lanescope
