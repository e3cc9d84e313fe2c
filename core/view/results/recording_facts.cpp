#include "core/view/results/recording_facts.h"

#include <fmt/format.h>

#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr const char* kInsideOthers = "inside others";
constexpr const char* kOfOtherThreads = "on other threads";

/// "2 of warm-up, 1 incomplete"
struct CountedWords {
  std::string text;

  void add(std::size_t count, const char* what) {
    if (count != 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  }
};

std::string compared_text(const RunSamples& samples) {
  return samples.by == AlignBy::Start ? "the whole recording" : samples_text(samples);
}

std::string left_out_text(const RunSamples& samples) {
  const std::string words = left_out_words(samples);
  return words.empty() ? "nothing" : words;
}

std::optional<std::string> memory_text(const std::optional<std::int64_t>& bytes) {
  return bytes ? std::optional(format_bytes(*bytes)) : std::nullopt;
}

}  // namespace

std::string left_out_words(const RunSamples& samples) {
  CountedWords words;
  words.add(samples.warm_up, "warm-up");
  words.add(samples.incomplete, "incomplete");
  words.add(samples.inside_others, kInsideOthers);
  words.add(samples.other_threads, kOfOtherThreads);
  words.add(samples.paused, "with a recording pause");
  words.add(samples.thinned, "evenly, to limit their number");
  return words.text;
}

std::string left_out_words(const StepTable& steps) {
  CountedWords words;
  words.add(steps.inside_others, kInsideOthers);
  words.add(steps.other_threads, kOfOtherThreads);
  return words.text;
}

std::vector<EnvironmentDiff> recording_facts(const ComparedPair& pair) {
  const RunDiff& diff = *pair.diff;
  const AlignedPair& aligned = *pair.aligned;
  std::vector<EnvironmentDiff> facts{
      {"File", aligned.a->info.file, aligned.b->info.file},
      {"Compared", compared_text(diff.runs.a), compared_text(diff.runs.b)},
      {"Excluded", left_out_text(diff.runs.a), left_out_text(diff.runs.b)},
      {"Peak memory", memory_text(diff.peak_a_bytes), memory_text(diff.peak_b_bytes)}};
  facts.insert(facts.end(), aligned.environment.begin(), aligned.environment.end());
  return facts;
}

}  // namespace lanescope
