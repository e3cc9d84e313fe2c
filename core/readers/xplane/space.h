// The messages of an XSpace, in which JAX, XLA and TensorFlow write what they profile:
// https://github.com/openxla/xla/blob/main/third_party/tsl/tsl/profiler/protobuf/xplane.proto
// What is read here points into the bytes of the file, which may hold anything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/base/bytes/message_reader.h"

namespace lanescope {

/// A named value of an event, a kind of event or a plane. Its name and, for `Reference`, its value
/// are numbers of names of the plane.
struct XStat {
  enum class Type : std::uint8_t { None, Double, Unsigned, Signed, Text, Bytes, Reference };

  std::uint64_t name = 0;
  Type type = Type::None;
  MessageField value;

  /// Of whole numbers; others give `fallback`.
  [[nodiscard]] std::int64_t integer(std::int64_t fallback = 0) const;
};

/// nullopt if the bytes are damaged.
std::optional<XStat> read_stat(std::string_view bytes);

struct XEvent {
  std::uint64_t kind = 0;  // the number of its XEventMetadata
  std::int64_t offset_ps = 0, duration_ps = 0;
  bool is_sum = false;  // of several occurrences, without a time
  std::vector<XStat> stats;
};

/// False if the bytes are damaged. `event` is overwritten, so that its memory is used again.
bool read_event(std::string_view bytes, XEvent& event);

struct XLine {
  std::int64_t id = 0;
  std::int64_t timestamp_ns = 0;
  std::string_view name, display_name;
  std::vector<std::string_view> events;
  bool whole = true;        // false: it is damaged
  std::string_view unread;  // of a damaged one, from the first field that cannot be read

  [[nodiscard]] std::string_view title() const {
    return display_name.empty() ? name : display_name;
  }
};

/// The bytes of a field, as many as there are; its length is larger.
struct CutField {
  std::uint32_t number = 0;
  std::string_view bytes;
  std::uint64_t missing = 0;
};
/// nullopt if what cannot be read is no such field.
std::optional<CutField> read_cut_field(std::string_view unread);

/// As much of a damaged line as can be read.
XLine read_line(std::string_view bytes);

/// What events of one kind have in common.
struct XKind {
  std::string_view name, display_name;
  std::string_view message;  // all of it
  bool has_stats = false;
};

struct XPlane {
  std::int64_t id = 0;
  std::string_view name;
  std::vector<std::string_view> lines, stats;
  std::unordered_map<std::uint64_t, XKind> kinds;
  std::unordered_map<std::uint64_t, std::string_view> names;  // of stats, and texts they refer to
  bool whole = true;                                          // false: it is damaged
  std::string_view unread;                                    // as for a line
  std::uint64_t missing = 0;  // bytes that are behind the end of the file
  std::string_view cut_line;  // as much as there is of the line in which it ends

  [[nodiscard]] std::string_view name_of(std::uint64_t number) const;
  /// The value of a text; empty for others.
  [[nodiscard]] std::string_view text_of(const XStat& stat) const;
  /// The stats of the plane itself, or of a kind of its events, that can be read.
  [[nodiscard]] std::vector<XStat> own_stats() const;
};

/// As much of a damaged plane as can be read.
/// `missing`: how many bytes of it are behind the end of the file.
XPlane read_plane(std::string_view bytes, std::uint64_t missing = 0);

struct XSpace {
  std::vector<std::string_view> planes, errors, warnings, hosts;
  bool whole = true;           // false: the file ends early, or is damaged
  std::string_view unread;     // as for a line
  std::string_view cut_plane;  // as much as there is of the plane in which the file ends
  std::uint64_t missing = 0;   // bytes of it behind the end of the file
};

XSpace read_space(std::string_view bytes);

/// Whether a file begins with a plane: an XSpace has nothing else before it. A Perfetto trace
/// begins with the same byte, and its packets have no such name.
bool is_xplane(std::string_view head);

}  // namespace lanescope
