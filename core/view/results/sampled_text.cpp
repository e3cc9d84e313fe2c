#include "core/view/results/sampled_text.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/idle/words.h"
#include "core/base/check.h"
#include "core/view/text/idle_text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string change_text(Ns delta_ns) {
  return signed_duration(static_cast<double>(delta_ns));
}

bool is_beyond_chance(const SampledChanges& changes, Ns a_ns, Ns b_ns) {
  const Ns delta_ns = saturating_sub(b_ns, a_ns);
  const Ns error_ns = sampling_error_ns(changes, a_ns, b_ns);
  return delta_ns != 0 && (delta_ns > error_ns || delta_ns < -error_ns);
}

/// Functions are sorted by the time in which they run, so the first has changed most.
std::string function_words(const SampledChanges& changes) {
  if (changes.functions.empty()) return {};
  const SampledChange& most = changes.functions.front();
  if (!is_beyond_chance(changes, most.running_a_ns, most.running_b_ns)) return {};
  return fmt::format("{} {} running", frame_text(most.name), change_text(most.running_delta_ns()));
}

std::string wait_words(const SampledChanges& changes) {
  const auto most = std::ranges::find_if_not(changes.waits, is_running);
  if (most == changes.waits.end() || !is_beyond_chance(changes, most->a_ns, most->b_ns)) return {};
  const std::string place = place_text(most->line);
  return fmt::format("{}{}{} {}", most->name, place.empty() ? "" : " at ", place,
                     change_text(most->delta_ns()));
}

/// The words with other parts after the same conclusion, and what followed the parts.
DiffWords with_parts(DiffWords words, std::string parts) {
  // Before it may stand that one run has no GPU events.
  const std::size_t conclusion = words.sentence.find(words.conclusion);
  LANESCOPE_CHECK(conclusion != std::string::npos, "a sentence of {}", words.conclusion);
  const std::size_t begin = conclusion + words.conclusion.size();
  const std::size_t at = words.parts.empty() ? begin : words.sentence.find(words.parts, begin);
  const std::string last = words.sentence.substr(at + words.parts.size());
  std::string joint = words.sentence.substr(begin, at - begin);
  if (joint.empty()) joint = ": ";
  words.sentence = words.sentence.substr(0, begin) + (parts.empty() ? "" : joint + parts) + last;
  words.parts = std::move(parts);
  return words;
}

std::string percent(const SampleCover& cover) {
  return fmt::format("{:.0f} %", 100 * cover.unknown_share());
}

}  // namespace

std::string place_text(std::string_view line) {
  if (line.find("): ") != std::string_view::npos) return source_text(line);
  return std::string(line.substr(line.find_last_of("/\\") + 1));
}

std::string sampled_words(const SampledChanges& changes) {
  const std::string function = function_words(changes), wait = wait_words(changes);
  return function + (function.empty() || wait.empty() ? "" : ", ") + wait;
}

bool names_function(const SampledChanges& changes) {
  return !changes.functions.empty() &&
         is_beyond_chance(changes, changes.functions.front().running_a_ns,
                          changes.functions.front().running_b_ns);
}

DiffWords with_samples(DiffWords words, const RunDiff& diff, const SampledChanges& changes) {
  if (changes.empty()) return words;
  const bool alone = diff.rows.empty();
  const std::string_view untraced = idle_class_title(IdleClass::Untraced);
  if (!alone && words.parts.find(untraced) == std::string::npos) return words;
  std::string said = sampled_words(changes);
  if (!said.empty() && (!alone || diff.runs.a.by != AlignBy::Start))
    said = "samples of the whole recordings: " + said;
  if (alone) return with_parts(std::move(words), std::move(said));
  if (said.empty()) return words;
  std::string parts = words.parts + "; " + said;
  return with_parts(std::move(words), std::move(parts));
}

std::vector<std::string> sampled_warnings(const SampledChanges& changes) {
  std::vector<std::string> out;
  if (!changes.without_samples.empty()) {
    out.push_back(fmt::format(
        "Only {} has samples of host threads, so functions and waits are not compared; record {} "
        "with `lanescope record`.",
        changes.without_samples == "A" ? "B" : "A", changes.without_samples));
  }
  if (changes.empty()) return out;
  if (!changes.of_gpu && (changes.cover_a.lacks_much() || changes.cover_b.lacks_much())) {
    out.push_back(fmt::format(
        "No sample covers {} of the threads' time in A and {} in B: functions took longer than "
        "shown.",
        percent(changes.cover_a), percent(changes.cover_b)));
  }
  if (changes.switches_a != changes.switches_b) {
    const char* const without = changes.switches_a ? "B" : "A";
    out.push_back(fmt::format(
        "Context switches were not recorded in {}, so running time there includes waiting for a "
        "CPU.",
        without));
  }
  return out;
}

}  // namespace lanescope
