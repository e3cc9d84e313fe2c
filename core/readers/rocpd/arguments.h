// Reads the rows of one event of a set, for its details.
#pragma once

#include "core/readers/rocm/arguments.h"
#include "core/readers/rocpd/texts.h"

namespace lanescope {

/// One thread at a time. Both must outlive this.
class RocpdArguments {
 public:
  RocpdArguments(SqliteDatabase& database, const RocpdDetails& details);

  RocmArguments of(RocpdTable table, std::int64_t id);

 private:
  void region(RocmArguments& args);
  void dispatch(RocmArguments& args);
  void copy(RocmArguments& args);
  void add_place(SqliteRows& rows, int first, RocmArguments& args,
                 std::optional<std::int64_t> device = std::nullopt);
  void add_event(std::optional<std::int64_t> event, RocmArguments& args);
  void add_call_arguments(std::int64_t event, RocmArguments& args);
  void add_call_stack(std::int64_t event, RocmArguments& args);
  void add_counters(std::int64_t event, RocmArguments& args);
  JsonValue frame(std::int64_t pc);
  std::int64_t duration_ns(SqliteRows& rows, int first);
  std::optional<std::int64_t> timestamp(std::optional<std::int64_t> id);

  const RocpdDetails& details_;
  DatabaseStrings strings_;
  SqliteRows regions_, samples_, dispatches_, copies_, events_, arguments_, timestamps_, frames_,
      pcs_, counters_;
};

}  // namespace lanescope
