// What an open trace can tell of one event beyond its columns: read again from the file when
// somebody asks.
#pragma once

#include <atomic>
#include <memory>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/store/place.h"

namespace lanescope {

class EventTexts {
 public:
  virtual ~EventTexts() = default;
  /// The event as an object of the Trace Event Format, with its "args". Any thread; reads the file.
  /// Errors: Unreadable when the file has changed or went away, WrongFormat when it is broken
  /// there.
  [[nodiscard]] virtual Result<JsonValue> json_of(Place place) const = 0;
  /// Whether an event was refused because the file is not what was loaded any more. Any thread;
  /// asks nobody.
  [[nodiscard]] bool file_changed() const { return file_changed_; }
  /// The same, true only once: for who tells it.
  [[nodiscard]] bool take_file_change() const { return file_changed_ && !reported_.exchange(true); }

 protected:
  Error changed_file() const {
    file_changed_ = true;
    return {Error::Kind::Unreadable, "the file has changed since it was loaded"};
  }

 private:
  mutable std::atomic<bool> file_changed_{false}, reported_{false};
};

/// Of a file whose events stand in it as JSON.
std::shared_ptr<const EventTexts> json_event_texts(std::shared_ptr<ByteSource> source);

}  // namespace lanescope
