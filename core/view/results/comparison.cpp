#include "core/view/results/comparison.h"

#include <algorithm>
#include <array>
#include <new>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/host/captured/capture_trace_text.h"
#include "core/analysis/in_progress.h"
#include "core/view/results/computing_words.h"
#include "core/view/results/diff_text.h"
#include "core/view/results/sampled_text.h"

namespace lanescope {
namespace {

constexpr const char* kNoMemory =
    "there is not enough memory to compare them; close other programs";

/// Our code throws no exceptions, but allocations may fail.
template <typename Value, typename Compute>
Value guarded(const Compute& compute, Value without) {
  try {
    return compute();
  } catch (const std::bad_alloc&) {
    return without;
  }
}

AlignedRuns runs_by_start(const Snapshot& a, const Snapshot& b) {
  AlignQuery start;
  start.by_start = true;
  auto runs = align_runs(a, b, start);
  return runs.ok() ? std::move(runs).value() : AlignedRuns();
}

/// Without events: none has a partner.
AlignedPair unmatched(std::shared_ptr<const Snapshot> a, std::shared_ptr<const Snapshot> b,
                      std::string problem) {
  const auto nothing = std::make_shared<const MatchedEvents>();
  return {std::move(a), std::move(b), {}, {}, nothing, nothing, {}, std::move(problem)};
}

std::shared_ptr<const MatchedEvents> matched(std::vector<EventId> partners) {
  LoneEvents lone(partners);
  return std::make_shared<const MatchedEvents>(MatchedEvents{std::move(partners), std::move(lone)});
}

std::string_view parts_word(PartLevel level) {
  constexpr std::array<std::string_view, kPartLevels> kWords{"kernels", "operators", "modules"};
  return kWords.at(static_cast<std::size_t>(level));
}

AlignedPair align_pair(const std::shared_ptr<const Snapshot>& a,
                       const std::shared_ptr<const Snapshot>& b, const AlignQuery& query,
                       const std::stop_token& stop) {
  AlignedPair pair = unmatched(a, b, {});
  auto runs = align_runs(*a, *b, query);
  if (runs.ok()) {
    pair.runs = std::move(runs).value();
  } else {
    pair.problem = runs.error().message;
    pair.runs = runs_by_start(*a, *b);
  }
  pair.times = TimeMap(pair.runs);
  Partners partners = find_partners(*a, *b, pair.runs, stop);
  pair.of_a = matched(std::move(partners.of_a));
  pair.of_b = matched(std::move(partners.of_b));
  pair.environment = compare_environments(*a, *b);
  return pair;
}

constexpr const char* kInsideOthers = "nested in others";
constexpr const char* kOfOtherThreads = "on other threads";

/// "2 warm-up, 1 incomplete"
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

std::string_view run_side_name(RunSide side) {
  return side == RunSide::A ? "A" : "B";
}

LoneEvents::LoneEvents(const std::vector<EventId>& partners) {
  before_.reserve(partners.size() + 1);
  before_.push_back(0);
  for (const EventId partner : partners)
    before_.push_back(before_.back() + (partner == EventId::None ? 1 : 0));
}

std::uint32_t LoneEvents::among(EventId first, std::uint32_t count) const {
  const std::size_t begin = index_of(first);
  if (begin >= before_.size()) return 0;
  const std::size_t end = std::min(begin + count, before_.size() - 1);
  return before_[end] - before_[begin];
}

AlignedPair swapped(const AlignedPair& pair) {
  AlignedRuns runs{pair.runs.b, pair.runs.a};
  const TimeMap times(runs);
  return {pair.b,
          pair.a,
          std::move(runs),
          times,
          pair.of_b,
          pair.of_a,
          compare_environments(*pair.b, *pair.a),
          {}};
}

Comparison::Comparison(const std::function<void()>& wake)
    : alignments_(wake), differences_{Differences(wake), Differences(wake), Differences(wake)} {}

void Comparison::compare(RunOfPair a, RunOfPair b) {
  if (is_about(a.trace, b.trace)) return;
  a_ = std::move(a);
  b_ = std::move(b);
  results_a_ = std::make_shared<TraceResults>(a_.trace, a_.read);
  results_b_ = std::make_shared<TraceResults>(b_.trace, b_.read);
  aligned_.reset();
  value_.reset();
  done_ = aligned_as_asked_ = false;
}

void Comparison::swap() {
  std::swap(a_, b_);
  std::swap(results_a_, results_b_);
  value_.reset();
  done_ = false;
  if (aligned_ && aligned_as_asked_ && aligned_->problem.empty()) {
    aligned_ = std::make_shared<const AlignedPair>(swapped(*aligned_));
  } else {
    aligned_.reset();
    aligned_as_asked_ = false;
  }
}

void Comparison::align(AlignQuery query) {
  if (query == query_) return;
  query_ = std::move(query);
  done_ = aligned_as_asked_ = false;
}

void Comparison::show(PartLevel level) {
  if (level == level_) return;
  level_ = level;
  done_ = false;
}

void Comparison::refresh() {
  if (!busy() || !find_alignment()) return;
  if (aligned_->runs.a.samples.empty()) {  // nothing has a duration, so nothing can have changed
    value_.reset();
    done_ = true;
    return;
  }
  const Difference by_op = difference(PartLevel::Op);
  const bool tells = by_op && tells_operators(by_op->diff);
  const Difference headline = !by_op || tells ? by_op : difference(PartLevel::Kernel);
  const Difference shown = level_ == PartLevel::Op ? by_op : difference(level_);
  if (!headline || !shown) return;
  compose(shown, *headline, by_op);
  done_ = true;
}

bool Comparison::find_alignment() {
  if (aligned_as_asked_) return true;
  const auto answer = alignments_.ask(
      {a_.trace, b_.trace, query_},
      [a = a_.trace, b = b_.trace, query = query_](const std::stop_token& stop) {
        return guarded([&] { return align_pair(a, b, query, stop); }, unmatched(a, b, kNoMemory));
      });
  if (!answer.current) return false;
  aligned_ = answer.value;
  aligned_as_asked_ = true;
  return true;
}

Comparison::Difference Comparison::difference(PartLevel level) {
  const auto answer = differences_[static_cast<std::size_t>(level)].ask(
      aligned_,
      [pair = aligned_, a = results_a_, b = results_b_, level](const std::stop_token& stop) {
        return guarded(
            [&] {
              LevelDiff found;
              found.diff = diff_runs(*a->of({}), *b->of({}), pair->runs, level, stop);
              found.words = diff_words(found.diff);
              if (level == PartLevel::Op) add_samples(*a->of({}), *b->of({}), *pair, found);
              return found;
            },
            LevelDiff{{}, {kNoMemory, kNoMemory, {}, kNoMemory}, {}, {}});
      });
  if (answer.current) return answer.value;
  computed_ = level;
  return nullptr;
}

void Comparison::add_samples(const AnalysisResults& a, const AnalysisResults& b,
                             const AlignedPair& pair, LevelDiff& by_op) {
  by_op.sampled = compare_sampled_time(a, b);
  by_op.warnings = sampled_warnings(by_op.sampled);
  for (std::string& warning : comparison_warnings(*pair.a, *pair.b, by_op.diff))
    by_op.warnings.push_back(std::move(warning));
}

void Comparison::compose(const Difference& shown, const LevelDiff& headline,
                         const Difference& by_op) {
  const std::shared_ptr<const SampledChanges> sampled(by_op, &by_op->sampled);
  value_ = std::make_shared<const ComparedPair>(
      ComparedPair{aligned_, std::shared_ptr<const RunDiff>(shown, &shown->diff), level_,
                   with_samples(headline.words, headline.diff, *sampled), by_op->warnings, sampled,
                   !sampled->empty() && headline.diff.rows.empty()});
}

std::string Comparison::waiting_words() const {
  if (!aligned_as_asked_) return "Matching events of the two runs…";
  std::vector<std::string> results = results_in_progress(*a_.trace);
  for (std::string& of_b : results_in_progress(*b_.trace)) results.push_back(std::move(of_b));
  if (!results.empty()) return computing_words(results);
  return fmt::format("Comparing {}…", parts_word(computed_));
}

const std::string& Comparison::problem() const {
  static const std::string none;
  return aligned_ ? aligned_->problem : none;
}

std::optional<TimeRange> typical_step(const AlignedPair& pair, RunSide side) {
  if (pair.steps() == 0 || pair.runs.a.by == AlignBy::Start) return std::nullopt;
  std::vector<std::size_t> by_length(pair.steps());
  std::iota(by_length.begin(), by_length.end(), std::size_t{0});
  const auto middle = by_length.begin() + static_cast<std::ptrdiff_t>((by_length.size() - 1) / 2);
  std::ranges::nth_element(by_length, middle, {}, [&](std::size_t n) {
    return std::pair(pair.runs.a.samples[n].range.length_ns(), n);
  });
  return (side == RunSide::A ? pair.runs.a : pair.runs.b).samples[*middle].range;
}

std::string left_out_words(const RunSamples& samples) {
  CountedWords words;
  words.add(samples.warm_up, "warm-up");
  words.add(samples.incomplete, "incomplete");
  words.add(samples.inside_others, kInsideOthers);
  words.add(samples.other_threads, kOfOtherThreads);
  words.add(samples.paused, "overlapping a pause");
  words.add(samples.lossy, kBesideLoss);
  words.add(samples.thinned, "dropped evenly to limit the number");
  return words.text;
}

std::string left_out_words(const StepTable& steps) {
  CountedWords words;
  words.add(steps.inside_others, kInsideOthers);
  words.add(steps.other_threads, kOfOtherThreads);
  return words.text;
}

std::pair<std::string, std::string> differing_paths(std::string_view a, std::string_view b) {
  std::pair<std::string, std::string> whole(a, b);
  if (a == b) return whole;
  const auto differ = std::ranges::mismatch(a, b);
  const auto common = static_cast<std::size_t>(differ.in1 - a.begin());
  const std::string_view both = a.substr(0, common);
  const std::size_t last = both.find_last_of("/\\");
  const bool several = last != std::string_view::npos && last > 0 &&
                       both.find_last_of("/\\", last - 1) != std::string_view::npos;
  if (!several) return whole;
  return {"…" + whole.first.substr(last), "…" + whole.second.substr(last)};
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
  // Said also if it does the same for both.
  const auto a = capture_trace_text(*aligned.a), b = capture_trace_text(*aligned.b);
  if (a && b && *a == *b) facts.push_back({"capture_trace", *a, *b});
  return facts;
}

}  // namespace lanescope
