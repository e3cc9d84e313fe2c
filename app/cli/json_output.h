// JSON as the text face prints it.
#pragma once

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "core/base/ids.h"
#include "core/base/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

using Json = nlohmann::ordered_json;

/// Times for a machine: absolute when the trace knows its base, else as in the file.
class JsonTimes {
 public:
  explicit JsonTimes(const Snapshot& snapshot) : base_ns_(snapshot.info.base_ns.value_or(0)) {}

  [[nodiscard]] Ns operator()(Ns time_ns) const { return saturating_add(time_ns, base_ns_); }
  /// A time as printed, in the trace's own terms.
  [[nodiscard]] Ns back(Ns printed_ns) const { return saturating_sub(printed_ns, base_ns_); }

 private:
  Ns base_ns_;
};

/// A string of the trace.
Json json_text(const Snapshot& snapshot, StringId id);
/// The same, null for the empty one.
Json json_text_or_null(const Snapshot& snapshot, StringId id);

/// The name of a slice, null for none.
Json json_slice_name(const Snapshot& snapshot, EventId slice);
/// What `event --id` takes, null for none.
Json json_event(EventId event);
template <typename Value>
Json json_or_null(const std::optional<Value>& value) {
  return value ? Json(*value) : Json();
}

/// A value of the trace. Of keys that occur twice the first counts.
Json to_json(const JsonValue& value);

/// One document on stdout.
void print_document(const Json& document);
/// A document on one line, without an end of line.
std::string json_line(const Json& document);

}  // namespace lanescope
