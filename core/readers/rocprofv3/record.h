// One record of a rocprofv3 JSON file.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/time.h"
#include "core/readers/rocm/arguments.h"

namespace lanescope {

struct Rocprofv3Record {
  std::optional<Ns> begin_ns, end_ns;
  std::uint64_t kind = 0, operation = 0;
  std::int64_t thread = 0;
  std::uint64_t internal = 0;  // correlation id: the call, and all that it launched
  std::uint64_t external = 0;  // pushed by the program
  std::optional<std::uint64_t> agent, queue, stream, kernel, dispatch;
  std::optional<RocmDims> grid, block;  // the grid in work-items
  std::optional<std::int64_t> shared_bytes, scratch_bytes;
  std::optional<std::uint64_t> from_agent, to_agent, address;
  std::optional<std::int64_t> bytes;
  struct CounterValue {
    std::uint64_t counter = 0;
    double value = 0;
  };
  std::vector<CounterValue> counters;
  std::vector<std::pair<std::string, std::string>> arguments;  // of a call, if recorded

  [[nodiscard]] bool ends_early() const { return begin_ns && end_ns && *end_ns < *begin_ns; }
  /// A record that ends before it begins has no length.
  [[nodiscard]] std::optional<TimeRange> times() const {
    if (!begin_ns || !end_ns) return std::nullopt;
    return TimeRange{*begin_ns, std::max(*begin_ns, *end_ns)};
  }
};

/// One per thread; keeps its parser.
class Rocprofv3Parser {
 public:
  Rocprofv3Parser();
  ~Rocprofv3Parser();
  Rocprofv3Parser(const Rocprofv3Parser&) = delete;
  Rocprofv3Parser& operator=(const Rocprofv3Parser&) = delete;

  /// Unknown members are skipped, those of a wrong type count as missing. False if `text` is no
  /// JSON object. Behind it are JsonStream::kPadding bytes that may be read.
  bool parse(std::string_view text, Rocprofv3Record& record);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace lanescope
