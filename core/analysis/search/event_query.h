// Search expressions: one language for the search box, `lanescope search` and `event --find`.
//
//   gemm                     the name contains it, ignoring case; quote "two words"
//   /^aten::(mm|addmm)$/     the name matches the regular expression; /…/i ignores case
//   name: cat: op:           a name, a category, an operator around or above the event
//   stream: device: pid: tid: step:
//   dur>1ms dur<=20us        units ns, us, ms, s; default ns
//   ts>1.5s ts<20000         with a unit, since the trace's start; without, as in JSON
//   shape:[64,1024]          an input of the event's operator has this shape
//   arg.KEY:VALUE            an argument, as in the file; arg."two words":VALUE
//
// Blanks around a comparison are ignored. A leading - excludes. All terms must match. Field names
// are case-insensitive, except "arg.".
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
#include "core/base/text/same_json.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// How text is matched. Copies share a compiled regular expression.
class TextPattern {
 public:
  static TextPattern containing(std::string_view part);  // case-insensitive
  static TextPattern equal_to(std::string_view whole);   // case-sensitive
  /// Errors: Invalid, for expressions that RE2 does not support (backreferences, lookaround) or
  /// that are too long. Matching takes linear time in the text for any expression, and bounded
  /// memory.
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
  bool is_plain = false;  // Name: a bare word, without a field, quotes or slashes
  TextPattern text = TextPattern::containing("");  // Name, Category, Op, Process, Thread, Argument
  std::string value;                               // Category, Step, Name: as written
  std::string key;                                 // Argument
  QueryRelation relation = QueryRelation::Equal;   // Duration, Time
  std::int64_t number = 0;                         // Stream, Device; Duration, Time in ns
  bool from_start = false;                         // Time
  std::vector<std::int64_t> shape;                 // Shape
};

/// A parsed expression, independent of any trace.
struct EventQuery {
  std::vector<QueryTerm> terms;
};

/// Errors: Invalid, with a message that quotes the term and says what is expected. An expression
/// without terms matches everything.
Result<EventQuery> parse_event_query(std::string_view expression);

/// A hint about a term that looks like a misspelled or misused field: "'duration' is not a field;
/// did you mean dur?". Since names may contain colons and comparison signs too ("gloo:all_reduce"),
/// a term gets a hint only if no text of the trace contains it. Cost: a pass over the distinct
/// texts.
std::string unknown_field_hint(const Snapshot& snapshot, const EventQuery& query);

/// The steps that a term of the field Step selects, by number or by full name. Cost: a pass over
/// the steps.
std::vector<Step> steps_of_term(const Snapshot& snapshot, const QueryTerm& term);

/// "the trace has no step 3; its steps are 'step 10' to 'step 19'", if a term asks for a step that
/// does not exist; otherwise empty. Cost: that of steps_of_term().
std::string missing_step_hint(const Snapshot& snapshot, const EventQuery& query);

/// Reads the text of events. Empty where there are no texts.
class ReadEvent {
 public:
  using Whole = std::function<std::optional<JsonValue>(EventId)>;
  using Part = std::function<SharedJson(EventId, JsonKeys, SameJson&)>;

  ReadEvent() = default;
  template <typename Read>
  requires(!std::is_same_v<std::remove_cvref_t<Read>, ReadEvent> &&
           std::is_invocable_r_v<std::optional<JsonValue>, Read, EventId>)
      ReadEvent(Read whole)  // NOLINT(google-explicit-constructor): stands for it
      : whole_(std::move(whole)) {}
  /// `arguments` reads an object that has at least the named members of "args".
  ReadEvent(Whole whole, Part arguments)
      : whole_(std::move(whole)), arguments_(std::move(arguments)) {}

  explicit operator bool() const { return static_cast<bool>(whole_); }
  /// The JSON object of an event with its "args"; nullopt if it cannot be read.
  std::optional<JsonValue> operator()(EventId event) const { return whole_(event); }
  /// The same with at least those members of "args" that are named; null if it cannot be read.
  /// Events with the same arguments share the object that `same` knows. Cost: a third of the whole,
  /// or less.
  [[nodiscard]] SharedJson arguments(EventId event, JsonKeys keys, SameJson& same) const {
    if (arguments_) return arguments_(event, keys, same);
    std::optional<JsonValue> json = whole_(event);
    return json ? std::make_shared<const JsonValue>(std::move(*json)) : nullptr;
  }

 private:
  Whole whole_;
  Part arguments_;
};

struct FoundEvents {
  std::vector<EventId> events;  // slices and instants by (time, id)
  Ns total_dur_ns = 0;          // plain sum of the durations of GPU and host events
  Ns gpu_dur_ns = 0;            // of those, events on GPU tracks
  // The time they cover on each thread and stream, summed over these: an operator that is found
  // with the Python frames around it counts once.
  Ns covered_ns = 0, gpu_covered_ns = 0;
};

/// Pure; complete snapshots only. Cost: a pass over the events; each distinct name is matched once.
/// Terms about arguments and shapes read the text of the remaining events, in file order; without
/// `read` they match nothing. After a stop, returns what was found so far.
FoundEvents search_events(const Snapshot& snapshot, const EventQuery& query,
                          const ReadEvent& read = {}, const std::stop_token& stop = {});

/// Parses "1.5ms", "20 us", "3s" or plain nanoseconds; sets `has_unit`. nullopt for anything else.
std::optional<Ns> parse_duration(std::string_view text, bool& has_unit);

}  // namespace lanescope
