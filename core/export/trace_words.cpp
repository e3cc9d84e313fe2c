#include "core/export/trace_words.h"

#include <set>

#include "core/base/text/json_text.h"

namespace lanescope {
namespace {

/// Perfetto accepts only numbers as pids, but the GPUs of further processes in a capture have none.
std::map<StringId, std::int64_t> made_pids(const Snapshot& trace) {
  std::set<std::int64_t> used;
  for (const Track& track : trace.tracks) {
    if (const auto number = token_int(trace.text(track.process))) used.insert(*number);
  }
  std::map<StringId, std::int64_t> pids;
  std::int64_t next = 1'000'000;
  for (const Track& track : trace.tracks) {
    const std::string_view process = trace.text(track.process);
    if (process.find('@') == std::string_view::npos || pids.contains(track.process)) continue;
    while (used.contains(next)) ++next;
    pids[track.process] = next++;
  }
  return pids;
}

}  // namespace

TraceWords::TraceWords(const Snapshot& trace, Redaction* redaction, JsonWriter& json)
    : trace_(trace), redaction_(redaction), json_(json), pids_(made_pids(trace)) {}

/// Numbers stay numbers: Perfetto expects numeric pids and tids.
void TraceWords::number(std::string_view key, std::string_view text) {
  if (const auto number = token_int(text)) return json_.member(key, *number);
  json_.member(key, text);
}

void TraceWords::process(StringId process) {
  const auto at = pids_.find(process);
  if (at != pids_.end()) return json_.member("pid", at->second);
  number("pid", given(&Redaction::process, trace_.text(process)));
}

void TraceWords::thread(StringId thread) {
  number("tid", given(&Redaction::thread, trace_.text(thread)));
}

void TraceWords::track(const Track& track) {
  process(track.process);
  thread(track.thread);
}

void TraceWords::names(CategoryId category, StringId name) {
  const Category& its = trace_.categories[index_of(category)];
  if (its.name != StringId::Empty)
    json_.member("cat", given(&Redaction::category, trace_.text(its.name)));
  json_.member("name", redaction_ == nullptr ? trace_.text(name)
                                             : redaction_->event_name(its.kind, trace_.text(name)));
}

void TraceWords::member(std::string_view key, const JsonValue& value) {
  if (redaction_ == nullptr) return json_.member(key, value);
  const JsonValue kept = redaction_->argument(key, value);
  json_.member(key == "args" ? key : redaction_->argument_key(key), kept);
}

}  // namespace lanescope
