// Reads the arguments of counter events: every numeric member is a series of its own.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace lanescope {

/// One series of a counter event.
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

}  // namespace lanescope
