// How a written trace calls things: processes, threads, events and members, with names replaced if
// that is wanted.
#pragma once

#include <cstdint>
#include <map>
#include <string_view>

#include "core/base/text/json_value.h"
#include "core/base/text/json_writer.h"
#include "core/export/redaction.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// Writes members of the object that `json` is in. One thread.
class TraceWords {
 public:
  /// All must outlive it. `redaction`: null if names stay. Cost: a look at each track.
  TraceWords(const Snapshot& trace, Redaction* redaction, JsonWriter& json);

  /// A name, replaced by one of Redaction's functions if names are to be replaced.
  [[nodiscard]] std::string_view given(std::string_view (Redaction::*replace)(std::string_view),
                                       std::string_view name) const {
    return redaction_ == nullptr ? name : (redaction_->*replace)(name);
  }

  /// "pid".
  void process(StringId process);
  /// "tid".
  void thread(StringId thread);
  /// "pid" and "tid".
  void track(const Track& track);
  /// "cat" and "name" of an event.
  void names(CategoryId category, StringId name);
  /// A member of an event.
  void member(std::string_view key, const JsonValue& value);

 private:
  void number(std::string_view key, std::string_view text);

  const Snapshot& trace_;
  Redaction* redaction_;
  JsonWriter& json_;
  std::map<StringId, std::int64_t> pids_;  // of processes whose names are no numbers
};

}  // namespace lanescope
