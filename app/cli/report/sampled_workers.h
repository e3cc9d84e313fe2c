// What samples show of DataLoader workers, as a part of the report of data loading.
#pragma once

#include <string>

#include "app/cli/report/report.h"

namespace lanescope {

/// A list with a row for each worker.
Json sampled_workers_json(const ReportInput& input, const DataLoading& loading);

/// Sentences and a table, each line with its end; empty without workers.
std::string sampled_workers_text(const ReportInput& input, const DataLoading& loading);

}  // namespace lanescope
