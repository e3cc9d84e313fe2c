#include "core/analysis/host/captured/capture_trace_text.h"

#include "core/analysis/host/captured_launch.h"

namespace lanescope {
namespace {

/// ", 3 by node ID, 5 by position (uncertain)"; empty if nothing was joined.
std::string how_joined(std::int64_t joined, const CaptureTraceJoins& joins) {
  if (joined == 0) return "";
  std::string how = ", by node ID";
  if (joins.by_node_id == 0) {
    how = ", by position";
  } else if (joins.by_node_id < joined) {
    how = ", " + std::to_string(joins.by_node_id) + " by node ID, " +
          std::to_string(joined - joins.by_node_id) + " by position";
  }
  if (joins.uncertain == joined) return how + " (uncertain)";
  if (joins.uncertain > 0) how += " (" + std::to_string(joins.uncertain) + " uncertain)";
  return how;
}

}  // namespace

CaptureTraceJoins capture_trace_joins(const Snapshot& trace) {
  const JsonValue* json = trace.info.metadata.find("captureTrace");
  const auto number = [json](const char* key) {
    const JsonValue* value = json != nullptr ? json->find(key) : nullptr;
    return value != nullptr ? value->as_int() : 0;
  };
  return {number("joinedByNodeId"), number("joinedUncertain")};
}

std::optional<std::string> capture_trace_text(const Snapshot& trace) {
  const auto use = capture_trace_use(trace);
  if (!use) return std::nullopt;
  return to_text(*use) + how_joined(use->joined, capture_trace_joins(trace));
}

}  // namespace lanescope
