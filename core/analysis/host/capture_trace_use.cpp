#include "core/analysis/host/capture_trace_use.h"

namespace lanescope {

std::optional<CaptureTraceUse> capture_trace_use(const Snapshot& trace) {
  const JsonValue* json = trace.info.metadata.find("captureTrace");
  if (json == nullptr) return std::nullopt;
  const auto number = [json](const char* key) {
    const JsonValue* value = json->find(key);
    return value != nullptr ? value->as_int() : 0;
  };
  CaptureTraceUse use{{}, number("replays"), number("joined")};
  const JsonValue* file = json->find("file");
  if (file != nullptr && file->string() != nullptr) use.file = *file->string();
  return use;
}

std::string to_text(const CaptureTraceUse& use) {
  const std::string name = use.file.substr(use.file.find_last_of('/') + 1);
  return name + ", " + std::to_string(use.joined) + " of " + std::to_string(use.replays) +
         (use.replays == 1 ? " replay" : " replays");
}

}  // namespace lanescope
