// A table that Python libraries take over without a copy, by Arrow's C data interface. No library
// of Arrow is linked: the interface is a handful of structs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/python/arrow_abi.h"
#include "app/python/arrow_column.h"

namespace lanescope {

/// Immutable; any thread. Columns are made when they are asked for, and hold what they show alive.
struct ArrowTable {
  std::vector<ArrowField> fields;
  std::vector<std::int64_t> batch_rows;
  /// The column of a field in a batch, both by number.
  std::function<ArrowColumn(std::size_t batch, std::size_t field)> column;

  [[nodiscard]] std::int64_t rows() const;
};

/// A table of these fields of another, by number.
std::shared_ptr<const ArrowTable> with_fields(std::shared_ptr<const ArrowTable> table,
                                              std::vector<std::size_t> fields);

/// The same table without dictionaries: the numbers that stand for texts, as numbers.
std::shared_ptr<const ArrowTable> with_numbers(std::shared_ptr<const ArrowTable> table);

/// The texts of a field's dictionary in the order of their numbers, as a table with the column
/// "text". The field must have one.
std::shared_ptr<const ArrowTable> dictionary_table(std::shared_ptr<const ArrowTable> table,
                                                   std::size_t field);

/// Fills in a struct, which its reader releases.
void export_schema(const ArrowTable& table, ArrowSchema& out);
/// The same for a stream of the batches.
void export_stream(std::shared_ptr<const ArrowTable> table, ArrowArrayStream& out);

}  // namespace lanescope
