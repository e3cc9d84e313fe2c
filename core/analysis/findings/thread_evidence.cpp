#include "core/analysis/findings/thread_evidence.h"

#include <algorithm>
#include <utility>

#include "core/analysis/host/site.h"
#include "core/analysis/host_time/main_thread.h"
#include "core/analysis/host_time/state_times.h"
#include "core/analysis/results.h"
#include "core/store/thread_state.h"

namespace lanescope {

namespace {

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

}  // namespace

std::string thread_words(const FindingFacts& facts, std::uint32_t thread) {
  const HostTime& time = *facts.host_time;
  const HostThreadTime& row = time.threads.at(thread);
  const auto of_process = std::ranges::count(time.threads, row.process, &HostThreadTime::process);
  if (is_main_thread(facts.trace, row) || of_process == 1) return "the main thread";
  const std::string name(facts.trace.text(row.name != StringId::Empty ? row.name : row.thread));
  return name.starts_with("Thread") || name.starts_with("thread") ? name : "thread " + name;
}

std::string subject_words(const FindingFacts& facts, std::uint32_t thread) {
  return capitalized(thread_words(facts, thread));
}

void say_thread(const FindingFacts& facts, std::string_view before, const HostThreadTime& thread,
                std::string after, EventId event, Finding& finding) {
  if (is_main_thread(facts.trace, thread)) {
    const std::string head = std::string(before) + "the main thread";
    return finding.say((before.empty() ? capitalized(head) : head) + after, event);
  }
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
