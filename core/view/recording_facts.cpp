#include "core/view/recording_facts.h"

#include <fmt/format.h>

#include "core/view/time_text.h"

namespace lanescope {
namespace {

std::string compared_text(const RunSamples& samples) {
  return samples.by == AlignBy::Start ? "the recording as a whole" : samples_text(samples);
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
  std::string words;
  const auto add = [&words](std::size_t count, const char* what) {
    if (count != 0) words += fmt::format("{}{} {}", words.empty() ? "" : ", ", count, what);
  };
  add(samples.warm_up, "of warm-up");
  add(samples.incomplete, "incomplete");
  add(samples.inside_others, "inside of others");
  add(samples.paused, "with a pause of the recording");
  add(samples.thinned, "evenly, for there are too many");
  return words;
}

std::vector<EnvironmentDiff> recording_facts(const ComparedPair& pair) {
  const RunDiff& diff = *pair.diff;
  const AlignedPair& aligned = *pair.aligned;
  std::vector<EnvironmentDiff> facts{
      {"File", aligned.a->info.file, aligned.b->info.file},
      {"Compared", compared_text(diff.runs.a), compared_text(diff.runs.b)},
      {"Left out", left_out_text(diff.runs.a), left_out_text(diff.runs.b)},
      {"Peak memory", memory_text(diff.peak_a_bytes), memory_text(diff.peak_b_bytes)}};
  facts.insert(facts.end(), aligned.environment.begin(), aligned.environment.end());
  return facts;
}

}  // namespace lanescope
