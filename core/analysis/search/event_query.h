// Search expressions: one language for the search box, `lanescope search` and `event --find`.
//
//   gemm                     the name contains it, case ignored; "two words" in quotes
//   /^aten::(mm|addmm)$/     the name matches the regular expression; /…/i ignores case
//   name: cat: op:           a name, a category, an operator around or above the event
//   stream: device: pid: tid: step:
//   dur>1ms dur<=20us        units ns, us, ms, s; without one ns
//   ts>1.5s ts<20000         with a unit from the trace's start, without one as printed in JSON
//   shape:[64,1024]          an input of the event's operator has this shape
//   arg.KEY:VALUE            an argument as in the file; arg."two words":VALUE
//
// Blanks around a comparison do not matter. A leading - excludes. All terms must hold. Fields may
// have capitals, "arg." has none.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/text/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// How a text is compared. Copies share a compiled regular expression.
class TextPattern {
 public:
  static TextPattern containing(std::string_view part);  // case ignored
  static TextPattern equal_to(std::string_view whole);   // case matters
  /// Errors: Invalid, for what RE2 does not take (back references, look-around) or is too long.
  /// Matching takes time proportional to the text whatever the expression, and bounded memory.
  static Result<TextPattern> regex(std::string_view expression, bool ignore_case);

  [[nodiscard]] bool matches(std::string_view text) const;

 private:
  enum class Kind : std::uint8_t { Contains, Equals, Regex };
  struct Regex;
  Kind kind_ = Kind::Contains;
  std::string text_;
  std::shared_ptr<const Regex> regex_;
};

enum class QueryField : std::uint8_t {
  Name,
  Category,
  Op,
  Stream,
  Device,
  Process,
  Thread,
  Step,
  Duration,
  Time,
  Shape,
  Argument,
};

enum class QueryRelation : std::uint8_t { Equal, Less, LessOrEqual, Greater, GreaterOrEqual };

struct QueryTerm {
  QueryField field = QueryField::Name;
  bool exclude = false;
  bool is_plain = false;  // Name: a word alone, without a field, quotes or slashes
  TextPattern text = TextPattern::containing("");  // Name, Category, Op, Process, Thread, Argument
  std::string value;                               // Category, Step, Name: as written
  std::string key;                                 // Argument
  QueryRelation relation = QueryRelation::Equal;   // Duration, Time
  std::int64_t number = 0;                         // Stream, Device; Duration, Time in ns
  bool from_start = false;                         // Time
  std::vector<std::int64_t> shape;                 // Shape
};

/// A parsed expression; knows no trace.
struct EventQuery {
  std::vector<QueryTerm> terms;
};

/// Errors: Invalid, with a message that names the term and says what is expected. An expression
/// without terms matches everything.
Result<EventQuery> parse_event_query(std::string_view expression);

/// What an expression says in vain: "'duration' is not a field; did you mean dur?". It finds
/// nothing then, or leaves nothing out. Names have colons and signs too ("gloo:all_reduce"), so
/// that such a term is only told where no text of the trace contains it. Cost: a pass over the
/// distinct texts.
std::string unknown_field_hint(const Snapshot& snapshot, const EventQuery& query);

/// The JSON object of an event with its "args"; nullopt when it can not be read.
using ReadEvent = std::function<std::optional<JsonValue>(EventId)>;

struct FoundEvents {
  std::vector<EventId> events;  // slices and instants by (time, id)
  Ns total_dur_ns = 0;          // plain sum of lengths, of the GPU's and the host's events together
  Ns gpu_dur_ns = 0;            // that of those on the GPU's rows
};

/// Pure; complete snapshots only. Cost: a pass over the events, each distinct name looked at once;
/// terms about arguments and shapes read the text of the events that are left, in the order of the
/// file. Without `read` such terms match nothing. A stop gives what was found so far.
FoundEvents search_events(const Snapshot& snapshot, const EventQuery& query,
                          const ReadEvent& read = {}, const std::stop_token& stop = {});

/// "1.5ms", "20 us", "3s" or plain nanoseconds; `has_unit` tells which. nullopt for anything else.
std::optional<Ns> parse_duration(std::string_view text, bool& has_unit);

}  // namespace lanescope
