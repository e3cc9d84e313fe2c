// Traces of a few events, written in the test that needs them.
#pragma once

#include <memory>
#include <string>

#include <doctest/doctest.h>

#include "core/base/bytes/byte_source.h"
#include "core/readers/trace_loader.h"

namespace lanescope {

/// A host slice: `ts` and `dur` as in the file, `args` like R"("correlation": 7)".
inline std::string slice(const std::string& cat, const std::string& name, const std::string& ts,
                         const std::string& dur, const std::string& args = "",
                         const std::string& pid = "1", const std::string& tid = "1") {
  return R"({"ph": "X", "cat": ")" + cat + R"(", "name": ")" + name + R"(", "pid": )" + pid +
         R"(, "tid": )" + tid + R"(, "ts": )" + ts + R"(, "dur": )" + dur + R"(, "args": {)" +
         args + "}}";
}

/// A GPU slice, on device 0 and stream 7 by default.
inline std::string gpu_slice(const std::string& cat, const std::string& name, const std::string& ts,
                             const std::string& dur, const std::string& args = "",
                             const std::string& stream = "7", const std::string& device = "0") {
  const std::string where = R"("device": )" + device + R"(, "stream": )" + stream;
  return slice(cat, name, ts, dur, args.empty() ? where : where + ", " + args, device, stream);
}

struct HandMadeTrace {
  std::shared_ptr<const Snapshot> snapshot;
  std::shared_ptr<const EventTexts> texts;

  /// `more`: other members of the file, beginning with a comma.
  explicit HandMadeTrace(const std::vector<std::string>& events, const std::string& more = "") {
    std::string text = "{\"traceEvents\": [\n";
    for (const std::string& event : events) {
      text += event + (&event == &events.back() ? "\n" : ",\n");
    }
    text += "]" + more + "}";
    auto loaded = load_trace(std::shared_ptr<ByteSource>(memory_byte_source(text)), "hand-made");
    REQUIRE(loaded.ok());
    snapshot = loaded.value().snapshot;
    texts = loaded.value().texts;
  }

  const Snapshot& operator*() const { return *snapshot; }
  const Snapshot* operator->() const { return snapshot.get(); }

  [[nodiscard]] std::optional<JsonValue> json(EventId event) const {
    const auto place = snapshot->place_of(event);
    if (!place) return std::nullopt;
    auto value = texts->json_of(*place);
    return value.ok() ? std::optional(std::move(value).value()) : std::nullopt;
  }
};

}  // namespace lanescope
