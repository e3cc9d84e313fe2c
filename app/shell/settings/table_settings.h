// The columns of tables in the settings file.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "app/widgets/table_memory.h"
#include "core/base/text/json_writer.h"

namespace lanescope {

/// Adds what makes sense: {"Kernels": {"shown": {"Role": false}, "widths": {"Calls": 90}}}.
void read_tables(const nlohmann::json& from, TableMemory& memory);
/// As one value, without tables of which nothing was changed.
void write_tables(JsonWriter& out, const TableMemory& memory);

}  // namespace lanescope
