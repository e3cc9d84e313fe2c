// Tables whose analysis has a list of rows for each GPU.
#pragma once

#include <cstdint>
#include <span>

#include "core/view/tables/data_table.h"

namespace lanescope {

/// Adds the column "GPU" in front, if the rows are of several. `devices` has that of each row, and
/// may have more. Cost: linear.
void add_device_column(std::span<const std::int64_t> devices, DataTable& table);

/// Puts the rows into the order that the table says it has (DataTable::ordered_by), over all GPUs.
void sort_rows(DataTable& table);

}  // namespace lanescope
