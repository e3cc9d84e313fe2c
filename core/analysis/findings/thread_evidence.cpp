#include "core/analysis/findings/thread_evidence.h"

#include <utility>

#include "core/analysis/host/site.h"
#include "core/analysis/host_time/state_times.h"
#include "core/analysis/results.h"
#include "core/store/thread_state.h"

namespace lanescope {

void say_thread(std::string_view before, const HostThreadTime& thread, std::string after,
                EventId event, Finding& finding) {
  const bool named = thread.name != StringId::Empty;
  finding.say(std::string(before) + (named ? "" : "thread "), named ? thread.name : thread.thread,
              std::move(after), event);
}

void say_place(const FindingFacts& facts, EventId code, std::string_view words, Finding& finding,
               const std::string& how_long) {
  if (code == EventId::None) return;
  const StringId name = slice_name(facts.trace, code);
  finding.say(std::string(words), name, how_long, code);
  finding.where = {name, StringId::Empty, code};
}

HostState state_named(const FindingFacts& facts, StringId state) {
  return host_state_of(parse_thread_state(facts.trace.text(state)));
}

const Track& states_of(const FindingFacts& facts, std::uint32_t thread) {
  return facts.trace.tracks[index_of(facts.host_time->threads[thread].track)];
}

std::vector<TimeRange> times_in(const FindingFacts& facts, std::uint32_t thread,
                                bool (*is)(HostState)) {
  return facts.results->of(&find_host_state_times)->in(thread, is);
}

}  // namespace lanescope
