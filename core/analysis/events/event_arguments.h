// Arguments of events, for the analyses that need what the store does not hold.
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

/// A number that makes sense, also in quotes: profilers print "inf" and -100 for "unknown". nullopt
/// for these, for anything else and where there is none.
std::optional<double> number_argument(const JsonValue& args, std::string_view key);
std::optional<double> number_of(const JsonValue& value);
/// The same of integers.
std::optional<std::int64_t> integer_argument(const JsonValue& args, std::string_view key);
/// A string as it is, anything else as JSON; empty where there is none.
std::string text_argument(const JsonValue& args, std::string_view key);

/// Most events whose text an analysis reads; it takes some microseconds each.
inline constexpr std::size_t kMostArgumentTexts = 100'000;

/// Calls visit(i, args) for the events that have arguments, in the order of the file; i is the
/// number in `events`. False, and nothing is read, without `read` or with more than
/// kMostArgumentTexts events. Cost: the text of every event is read and parsed, so not for the
/// thread that draws. A stop leaves the rest out.
bool read_arguments(const Snapshot& snapshot, std::span<const EventId> events,
                    const ReadEvent& read,
                    const std::function<void(std::size_t, const JsonValue&)>& visit,
                    const std::stop_token& stop = {});

}  // namespace lanescope
