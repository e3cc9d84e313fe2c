// What the parts of the reader share.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "core/base/time.h"
#include "core/readers/nsys/processes.h"
#include "core/readers/nsys/strings.h"
#include "core/readers/nsys/tables.h"
#include "core/readers/rows/calls.h"
#include "core/readers/rows/launched_work.h"
#include "core/readers/rows/row_sink.h"
#include "core/readers/sqlite/rows.h"

namespace lanescope {

class NsysGpuRanges;

struct NsysContext {
  SqliteDatabase& database;
  const NsysStrings& strings;
  NsysProcesses& processes;
  CallNumbers& calls;
  LaunchedWork& launched;
  RowSink& sink;
  NsysGpuRanges& gpu_ranges;
  LoadProgress* progress = nullptr;

  /// Of a call or what it launched: numbers of several processes are often the same.
  [[nodiscard]] std::uint32_t correlation(NsysProcess process,
                                          std::optional<std::int64_t> own) const {
    if (own.value_or(0) == 0) return 0;
    return calls.number(processes.index(process), static_cast<std::uint64_t>(*own));
  }
};

/// The rows of one table of events. Counts malformed values when it is over.
class NsysEvents {
 public:
  NsysEvents(const NsysContext& context, NsysTable table,
             std::initializer_list<std::string_view> columns)
      : context_(&context),
        table_(table),
        columns_(columns),
        rows_(context.database, name_of(table), columns) {}
  ~NsysEvents() {
    if (rows_.malformed() != 0)
      context_->sink.issue(Issue::MalformedValue, 0, name_of(table_), rows_.malformed());
  }
  NsysEvents(const NsysEvents&) = delete;
  NsysEvents& operator=(const NsysEvents&) = delete;

  /// Where the table has rows without this column, that is reported.
  void need(int column) {
    if (!rows_.has(column)) missing_.push_back(column);
  }

  /// False after the last row, or if the user stops the load.
  bool next();

  [[nodiscard]] SqliteRows& rows() { return rows_; }
  [[nodiscard]] Place place() const { return NsysRow{table_, rows_.row_id()}.place(); }

  /// From the columns `start` and `end`, if both are there; otherwise the row is reported as lost.
  /// A row that ends before it starts is taken to have no length.
  [[nodiscard]] std::optional<TimeRange> range(int start, int end);
  [[nodiscard]] std::optional<Ns> time(int column);

 private:
  const NsysContext* context_;
  NsysTable table_;
  std::vector<std::string_view> columns_;
  std::vector<int> missing_;  // of those that are needed
  SqliteRows rows_;
};

}  // namespace lanescope
