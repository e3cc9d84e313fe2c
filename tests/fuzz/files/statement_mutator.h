// Statements that spoil a database in ways in which no profiler does.
#pragma once

#include <random>
#include <string>

#include "tests/fuzz/files/database_file.h"

namespace lanescope {

/// One statement about the tables of the database: values of other types, NULL, times at the
/// limits, cycles and strangers among ids, tables and columns that are gone, renamed, copied or
/// only views, triggers, damage to the schema.
std::string hostile_statement(const DatabaseFile& database, std::mt19937_64& random);

/// Lines "OFFSET VALUE" for bytes of the database, "cut SIZE" for where it ends.
std::string hostile_patches(const std::string& bytes, std::mt19937_64& random);

/// The bytes after such lines.
std::string patched(std::string bytes, const std::string& patches);

}  // namespace lanescope
