// Details of single events that are not in columns, read from the file on demand.
#pragma once

#include <atomic>
#include <memory>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/base/text/same_json.h"
#include "core/store/place.h"
#include "core/store/snapshot.h"

namespace lanescope {

class EventTexts {
 public:
  virtual ~EventTexts() = default;
  /// The event as an object of the Trace Event Format, with its "args". Any thread; reads the file.
  /// Errors: Unreadable if the file has changed or is gone, WrongFormat if it is malformed there.
  [[nodiscard]] virtual Result<JsonValue> json_of(Place place) const = 0;
  /// The same, but other members than "args" may be missing, and other arguments than `keys`.
  /// Events whose arguments are written alike share the value that `same` knows. Not null.
  [[nodiscard]] virtual Result<SharedJson> arguments_of(Place place, JsonKeys keys,
                                                        SameJson& same) const;
  /// Whether reading an event failed because the file has changed since it was loaded. Any thread;
  /// does not access the file.
  [[nodiscard]] bool file_changed() const { return file_changed_; }
  /// The same, but true only once, so that it is reported once.
  [[nodiscard]] bool take_file_change() const { return file_changed_ && !reported_.exchange(true); }

 protected:
  Error changed_file() const {
    file_changed_ = true;
    return {Error::Kind::Unreadable, "the file has changed since it was loaded"};
  }

 private:
  mutable std::atomic<bool> file_changed_{false}, reported_{false};
};

/// For a file that contains its events as JSON.
std::shared_ptr<const EventTexts> json_event_texts(std::shared_ptr<ByteSource> source);

/// Like EventTexts::json_of. For a pair of begin and end events, the arguments of both are merged;
/// for equal keys, the end's value is used (Trace Event Format, "Duration Events"). Additional
/// error: NotFound if the id is not an event of the trace. Any thread; reads the file.
Result<JsonValue> event_json(const Snapshot& snapshot, const EventTexts& texts, EventId event);
/// Like EventTexts::arguments_of, with the arguments of pairs merged as in event_json.
Result<SharedJson> event_arguments(const Snapshot& snapshot, const EventTexts& texts, EventId event,
                                   JsonKeys keys, SameJson& same);

}  // namespace lanescope
