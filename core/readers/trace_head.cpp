#include "core/readers/trace_head.h"

#include "core/readers/json/top_level.h"
#include "core/readers/recognized_file.h"

namespace lanescope {

Result<TraceHead> read_trace_head(const std::string& path) {
  const auto file = recognize_file(path, nullptr);
  if (!file.ok()) return file.error();
  if (file.value().side != nullptr || file.value().capture) return TraceHead{};
  const auto list = find_event_list(*file.value().source);
  if (!list.ok()) return list.error();
  TraceInfo info;
  describe(list.value().members.list, info);
  const JsonValue* rank = info.distributed ? info.distributed->find("rank") : nullptr;
  const std::int64_t number = rank != nullptr ? rank->as_int(-1) : -1;
  return TraceHead{number < 0 ? std::nullopt : std::optional(number)};
}

}  // namespace lanescope
