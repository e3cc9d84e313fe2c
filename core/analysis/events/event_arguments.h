// Reads event arguments that are not kept in the snapshot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/analysis/search/event_query.h"
#include "core/base/text/json_value.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// A finite, plausible number, possibly quoted: profilers print "inf" and -100 for "unknown".
/// nullopt for those, for other types and if missing.
std::optional<double> number_argument(const JsonValue& args, std::string_view key);
std::optional<double> number_of(const JsonValue& value);
/// The same for integers.
std::optional<std::int64_t> integer_argument(const JsonValue& args, std::string_view key);
/// A string as it is, anything else as JSON; empty if missing.
std::string text_argument(const JsonValue& args, std::string_view key);

/// The maximum number of events whose text an analysis reads, at a few microseconds each.
inline constexpr std::size_t kMostArgumentTexts = 100'000;

/// Calls visit(i, args) for each event that has arguments, in file order; i is its index in
/// `events`, and `args` has at least the arguments that `keys` names. Returns false and reads
/// nothing without `read` or with more than kMostArgumentTexts events. Cost: the text of every
/// event is read and parsed, so do not call it on the UI thread. After a stop, the rest is skipped.
bool read_arguments(const Snapshot& snapshot, std::span<const EventId> events, JsonKeys keys,
                    const ReadEvent& read,
                    const std::function<void(std::size_t, const JsonValue&)>& visit,
                    const std::stop_token& stop = {});
/// The same for who keeps what follows from the arguments: events that have the same ones, such as
/// the calls of one line of a model, mostly share the object.
bool read_shared_arguments(const Snapshot& snapshot, std::span<const EventId> events, JsonKeys keys,
                           const ReadEvent& read,
                           const std::function<void(std::size_t, const SharedJson&)>& visit,
                           const std::stop_token& stop = {});

}  // namespace lanescope
