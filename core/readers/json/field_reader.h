// Reads the members of one event with simdjson On-Demand: one pass over its keys, raw tokens only,
// no numbers converted.
#pragma once

#include <functional>
#include <memory>
#include <simdjson.h>
#include <string_view>

namespace lanescope {

/// The members of one event that loading needs, as raw tokens of the text.
struct EventFields {
  std::string_view phase, category, name, process, thread, time, duration, id, scope;
  // In args:
  std::string_view correlation, external_id, python_id, collective, device, stream;
  std::string_view device_type, device_id, address, bytes, allocated, reserved, event_index;
  std::string_view meta_name, meta_labels, meta_sort;

  bool id_is_local = false;  // counts within its process only
  std::string_view text;     // the whole event as it stands in the file
  std::string_view json;     // what the tokens above are from: the same, or repaired
};

/// One series of a counter event: every numeric member of its arguments is one.
struct SeriesValue {
  std::string_view series;  // the key's token, with quotes
  double value = 0;
};

/// One worker's; keeps its parser.
class CounterReader {
 public:
  CounterReader();
  ~CounterReader();
  CounterReader(const CounterReader&) = delete;
  CounterReader& operator=(const CounterReader&) = delete;

  /// Calls `visit` for each member of the event's args that is a number, quoted or not. `json` is
  /// the event's text. A second pass over it: the arguments may come before the phase.
  void read(std::string_view json, const std::function<void(const SeriesValue&)>& visit);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

/// The token of a scalar without the blanks behind it; an opening bracket for anything else.
/// Values are taken by reference here and below: copies of simdjson's small objects go through the
/// stack and were a fifth of the parsing time.
inline std::string_view trimmed_token(simdjson::ondemand::value& value) {
  std::string_view token = value.raw_json_token();
  while (!token.empty() && (token.back() == ' ' || token.back() == '\n' || token.back() == '\r' ||
                            token.back() == '\t')) {
    token.remove_suffix(1);
  }
  return token;
}

/// Fills in the fields. Members that loading does not need are passed over, of equal keys the first
/// one stands, and values that are null, an object or a list where a text or a number belongs count
/// as missing.
simdjson::error_code read_event(simdjson::ondemand::object& event, EventFields& fields);

}  // namespace lanescope
