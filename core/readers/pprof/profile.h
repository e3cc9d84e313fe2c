// The tables of a pprof profile: https://github.com/google/pprof/blob/main/proto/profile.proto
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace lanescope {

/// Texts are those of the file, which must outlive this. Numbers are from the file and may be
/// anything: the functions here allow for that.
class PprofProfile {
 public:
  struct ValueType {
    std::string_view type, unit;
  };

  enum class Reading : std::uint8_t {
    Whole,
    Truncated,  // ends within a field; all before is read
    Damaged,    // or no profile
  };
  Reading read(std::string_view file);
  /// Where the sample begins that the end of the file cuts, if it does.
  [[nodiscard]] std::optional<std::uint64_t> cut_sample() const { return cut_sample_; }

  /// Each is the bytes of a sample.
  [[nodiscard]] const std::vector<std::string_view>& samples() const { return samples_; }
  [[nodiscard]] std::vector<ValueType> types() const;
  /// Empty if it is not in the file.
  [[nodiscard]] std::string_view text(std::uint64_t number) const {
    return has_text(number) ? strings_[static_cast<std::size_t>(number)] : std::string_view();
  }
  [[nodiscard]] std::string_view default_type() const { return text(default_type_); }
  [[nodiscard]] std::optional<std::int64_t> time_ns() const { return time_ns_; }

  /// Whether the texts that say what it counts are in the file. They come last in most.
  [[nodiscard]] bool names_types() const;

  /// The names of a location's frames, innermost first; an address if it has none. Adds to
  /// `unnamed` how many have a name that is not in the file.
  [[nodiscard]] std::vector<std::string> frames_of(std::uint64_t location,
                                                   std::uint64_t& unnamed) const;

 private:
  struct Function {
    std::uint64_t name = 0, file = 0;
    std::int64_t first_line = 0;
  };
  struct Line {
    std::uint64_t function = 0;
    std::int64_t line = 0;
  };
  struct Location {
    std::uint64_t address = 0;
    std::vector<Line> lines;
  };
  bool read_type(std::string_view bytes);
  bool read_location(std::string_view bytes);
  bool read_function(std::string_view bytes);
  [[nodiscard]] bool has_text(std::uint64_t number) const { return number < strings_.size(); }

  std::vector<std::string_view> samples_, strings_;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> types_;  // texts: type and unit
  std::unordered_map<std::uint64_t, Location> locations_;
  std::unordered_map<std::uint64_t, Function> functions_;
  std::uint64_t default_type_ = 0;
  std::optional<std::int64_t> time_ns_;
  std::optional<std::uint64_t> cut_sample_;
};

}  // namespace lanescope
