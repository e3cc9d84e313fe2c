// What an open trace can tell of one event beyond its columns: read again from the file when
// somebody asks.
#pragma once

#include <memory>

#include "core/base/byte_source.h"
#include "core/base/json_value.h"
#include "core/base/result.h"
#include "core/store/place.h"

namespace lanescope {

class EventTexts {
 public:
  virtual ~EventTexts() = default;
  /// The event as an object of the Trace Event Format, with its "args". Any thread; reads the file.
  /// Errors: Unreadable when the file has changed or went away, WrongFormat when it is broken
  /// there.
  [[nodiscard]] virtual Result<JsonValue> json_of(Place place) const = 0;
};

/// Of a file whose events stand in it as JSON.
std::shared_ptr<const EventTexts> json_event_texts(std::shared_ptr<ByteSource> source);

}  // namespace lanescope
