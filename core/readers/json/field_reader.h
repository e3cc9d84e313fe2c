// Reads the members of one event with simdjson On-Demand: one pass over its keys, which returns raw
// tokens without converting numbers.
#pragma once

#include <functional>
#include <memory>
#include <simdjson.h>
#include <string_view>

namespace lanescope {

/// The members of an event that loading needs, as raw tokens of the text.
struct EventFields {
  std::string_view phase, category, name, process, thread, time, duration, id, scope;
  // In args:
  std::string_view correlation, external_id, python_id, collective, call_stack, device, stream;
  std::string_view device_type, device_id, address, bytes, allocated, reserved, event_index;
  std::string_view meta_name, meta_labels, meta_sort;
  std::string_view connection_id, task_type;  // of Ascend

  bool id_is_local = false;  // unique only within its process
  std::string_view text;     // the entire event as in the file
  std::string_view json;     // what the tokens refer to: the same text, or the repaired text
};

/// A series of a counter event: each numeric member of its arguments.
struct SeriesValue {
  std::string_view series;  // the key's token, with quotes
  double value = 0;
};

/// One per worker; keeps its parser.
class CounterReader {
 public:
  CounterReader();
  ~CounterReader();
  CounterReader(const CounterReader&) = delete;
  CounterReader& operator=(const CounterReader&) = delete;

  /// Calls `visit` for each member of the event's args that is a number, quoted or not. `json` is
  /// the event's text. This is a second pass over it, because the arguments may precede the phase.
  void read(std::string_view json, const std::function<void(const SeriesValue&)>& visit);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// A scalar's token without trailing whitespace; an opening bracket for anything else. Values are
/// passed by reference here and below: copying simdjson's small objects goes through the stack and
/// took a fifth of the parsing time.
inline std::string_view trimmed_token(simdjson::ondemand::value& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' ||
                            token.back() == '\t')) {
    token.remove_suffix(1);
  }
  return token;
}

/// Fills in the fields. Members that loading does not need are skipped. Of duplicate keys the first
/// counts. A value that is null, an object or a list where a string or number is expected counts as
/// missing.
simdjson::error_code read_event(simdjson::ondemand::object& event, EventFields& fields);

}  // namespace lanescope
