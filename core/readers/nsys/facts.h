// What an export says about itself and its machine.
#pragma once

#include "core/readers/nsys/context.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Whether a database is an export of Nsight Systems.
bool is_nsys_database(const SqliteDatabase& database);

/// Fills in the wall clock, the devices and the metadata, without the environment of the program,
/// in which secrets may be.
void describe_export(const NsysContext& context, TraceInfo& info);
/// Adds problems that Nsight Systems met to the load report.
void report_problems(const NsysContext& context);

}  // namespace lanescope
