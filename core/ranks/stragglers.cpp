#include "core/ranks/stragglers.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "core/analysis/idle/words.h"
#include "core/base/text/sentences/one_line.h"
#include "core/ranks/wait_causes.h"

namespace lanescope {
namespace {

/// Kernel names can have hundreds of characters.
std::string short_text(const std::string& name) {
  constexpr std::size_t kMostBytes = 80;
  return one_line(name, kMostBytes) + (name.size() > kMostBytes ? "…" : "");
}

/// Programs frame the names of annotations, as in "## forward ##"; a sentence does not.
std::string plain_text(const std::string& name) {
  constexpr std::string_view kFrame = "# ";
  const std::size_t first = name.find_first_not_of(kFrame);
  if (first == std::string::npos) return short_text(name);
  return short_text(name.substr(first, name.find_last_not_of(kFrame) + 1 - first));
}

class StragglerFinder {
 public:
  StragglerFinder(std::span<const RankCollectives> traces, std::span<const RankClock> clocks,
                  const MatchedCollectives& matched, std::span<const RankActivity> activities)
      : traces_(traces),
        clocks_(clocks),
        matched_(matched),
        causes_(find_wait_causes(traces, matched, activities)),
        rows_(traces.size()),
        late_in_(traces.size()) {
    for (std::size_t t = 0; t < traces.size(); ++t) {
      rows_[t].trace = t;
      rows_[t].rank = traces[t].rank;
      rows_[t].caused_in_steps.resize(traces[t].steps.size());
    }
    for (const MatchedCollective& one : matched.collectives) {
      if (one.counts && !one.blames_last()) ++out_.messages;
      if (!one.blames_last() || step_numbers_.contains(one.step)) continue;
      step_numbers_.emplace(one.step, out_.steps.size());
      out_.steps.push_back(one.step);
    }
    for (StragglerRow& row : rows_) {
      for (const std::string& step : out_.steps) row.steps.push_back({step, 0, 0});
    }
    for (std::size_t i = 0; i < matched.collectives.size(); ++i) {
      if (matched.collectives[i].blames_last()) add(i);
    }
    for (std::size_t t = 0; t < traces.size(); ++t) {
      if (clocks[t].aligned()) out_.rows.push_back(std::move(rows_[t]));
    }
  }

  StragglerTable run(const LatenessExplainer& explainer) {
    for (StragglerRow& row : out_.rows) {
      if (row.collectives != 0) row.mean_lateness_ns /= static_cast<double>(row.collectives);
      row.cause = explainer.explain(row.trace, late_in_[row.trace]);
      row.cause.on_host = traces_[row.trace].on_host();
    }
    return std::move(out_);
  }

 private:
  void add(std::size_t i) {
    const MatchedCollective& one = matched_.collectives[i];
    const Ns first_ns = one.first_arrival_ns();
    Ns waits_ns = 0;
    for (const CollectivePart& part : one.parts) {
      StragglerRow& row = rows_[part.trace];
      ++row.collectives;
      row.waited_ns = saturating_add(row.waited_ns, part.wait_ns);
      row.mean_lateness_ns += static_cast<double>(saturating_sub(part.arrival_ns, first_ns));
      waits_ns = saturating_add(waits_ns, part.wait_ns);
    }
    blame(i);
    ++out_.collectives;
    out_.wait_ns = saturating_add(out_.wait_ns, waits_ns);
    out_.transfer_ns = saturating_add(out_.transfer_ns, one.transfer_ns);
    out_.most_skew_ns = std::max(out_.most_skew_ns, one.skew_ns);
  }

  /// Counts who arrived last, nobody if all arrived at once, and who caused the waiting.
  void blame(std::size_t i) {
    const MatchedCollective& one = matched_.collectives[i];
    const std::size_t together = one.last_together(), step = step_numbers_.at(one.step);
    for (const CollectivePart& part : one.parts) {
      if (!one.was_last(part)) continue;
      late_in_[part.trace].push_back(i);
      StragglerRow& row = rows_[part.trace];
      ++row.times_last;
      if (together > 1) ++row.times_together;
      ++row.steps[step].times_last;
    }
    for (const WaitCause& cause : causes_[i]) {
      StragglerRow& row = rows_[cause.trace];
      row.wait_caused_ns = saturating_add(row.wait_caused_ns, cause.wait_ns);
      Ns& of_step_ns = row.steps[step].wait_caused_ns;
      of_step_ns = saturating_add(of_step_ns, cause.wait_ns);
      if (const auto own = own_step(one, cause.trace)) {
        Ns& own_ns = row.caused_in_steps[*own];
        own_ns = saturating_add(own_ns, cause.wait_ns);
      }
    }
  }

  [[nodiscard]] std::optional<std::size_t> own_step(const MatchedCollective& one,
                                                    std::size_t trace) const {
    const auto& own = traces_[trace].collectives;
    if (const CollectivePart* part = one.part_of(trace)) return own[part->collective].step;
    const Ns own_ns = clocks_[trace].own(one.last_part().arrival_ns);
    const auto after = std::ranges::upper_bound(
        own, own_ns, {}, [](const RankCollective& each) { return each.range.begin_ns; });
    return after == own.begin() ? std::nullopt : std::prev(after)->step;
  }

  std::span<const RankCollectives> traces_;
  std::span<const RankClock> clocks_;
  const MatchedCollectives& matched_;
  const std::vector<std::vector<WaitCause>> causes_;  // by collective
  std::vector<StragglerRow> rows_;
  std::vector<std::vector<std::size_t>> late_in_;  // by trace
  std::map<std::string, std::size_t> step_numbers_;
  StragglerTable out_;
};

/// "ranks 1 and 2 each arrived last at 5 of 5 collectives; others waited 30.00 µs for each. …".
std::string tied_sentence(const std::vector<const StragglerRow*>& rows, const std::string& cause,
                          const RankTitle& title_of) {
  // Two traces may say the same rank.
  std::vector<std::int64_t> ranks;
  for (const StragglerRow* row : rows) {
    if (std::ranges::find(ranks, row->rank) == ranks.end()) ranks.push_back(row->rank);
  }
  const auto [least, most] = std::minmax_element(
      rows.begin(), rows.end(),
      [](const auto* a, const auto* b) { return a->times_last < b->times_last; });
  const bool same = (*least)->times_last == (*most)->times_last;
  const std::string times =
      same ? std::to_string((*most)->times_last)
           : fmt::format("{} to {}", (*least)->times_last, (*most)->times_last);
  return fmt::format(
      "{} each arrived last at {} of {} collectives; others waited {} for each. Likely cause for "
      "{}: {}",
      rank_names(ranks, title_of), times, rows.front()->collectives,
      format_duration(rows.front()->wait_caused_ns), rank_name(rows.front()->rank, title_of),
      cause);
}

}  // namespace

Ns StragglerTable::caused_ns() const {
  Ns sum_ns = 0;
  for (const StragglerRow& row : rows) sum_ns = saturating_add(sum_ns, row.wait_caused_ns);
  return sum_ns;
}

const StragglerRow* StragglerTable::worst() const {
  const auto most = std::ranges::max_element(rows, {}, &StragglerRow::wait_caused_ns);
  return most != rows.end() && most->wait_caused_ns > 0 ? &*most : nullptr;
}

StragglerTable find_stragglers(std::span<const RankCollectives> traces,
                               std::span<const RankClock> clocks, const MatchedCollectives& matched,
                               std::span<const RankActivity> activities) {
  const LatenessExplainer explainer(traces, clocks, matched, activities);
  return StragglerFinder(traces, clocks, matched, activities).run(explainer);
}

std::string lateness_term_title(std::size_t term) {
  if (term == kMemoryTerm) return "exposed copies and memsets";
  if (term == kCommTerm) return "other collectives";
  if (term < kFirstIdleTerm) return std::string(lateness_term_name(term));
  return std::string(idle_class_title(static_cast<IdleClass>(term - kFirstIdleTerm)));
}

std::string cause_text(const LatenessCause& cause) {
  if (!cause.term) return "";
  constexpr std::size_t kInAnnotation =
      kFirstIdleTerm + static_cast<std::size_t>(IdleClass::AnnotationOnly);
  if (*cause.term == kInAnnotation && !cause.culprit.empty())
    return (cause.on_host ? "more host time in \"" : "more GPU idle time, host in \"") +
           plain_text(cause.culprit) + "\"";
  const bool idle = *cause.term >= kFirstIdleTerm;
  const std::string more = (!idle           ? "more "
                            : cause.on_host ? "more host time, "
                                            : "more GPU idle time, ") +
                           lateness_term_title(*cause.term);
  if (!cause.culprit.empty()) return more + " in " + plain_text(cause.culprit);
  return idle ? more + " on the host" : more;
}

std::string cause_text(const StragglerRow& row) {
  if (row.times_last == 0) return "";
  return row.cause.term ? cause_text(row.cause) : "unknown";
}

bool others_do_it_too(const LatenessCause& cause) {
  return cause.term && cause.while_waiting_ns[*cause.term] > cause.more_ns[*cause.term] / 2;
}

std::string straggler_sentence(const StragglerTable& table, const RankTitle& title_of) {
  if (table.collectives == 0 && table.messages != 0) {
    return fmt::format(
        "the ranks have only {} point-to-point message{} in common, in which stages of a pipeline "
        "always wait",
        table.messages, table.messages == 1 ? "" : "s");
  }
  if (table.collectives == 0) return "no collective was found on all ranks of its group";
  const StragglerRow* worst = table.worst();
  if (worst == nullptr) {
    return fmt::format("no rank delayed the others in {} collectives", table.collectives);
  }
  std::string why = cause_text(*worst);
  if (others_do_it_too(worst->cause)) why += " (low confidence)";
  std::vector<const StragglerRow*> alike;
  for (const StragglerRow& row : table.rows) {
    if (row.wait_caused_ns == worst->wait_caused_ns) alike.push_back(&row);
  }
  if (alike.size() > 1) return tied_sentence(alike, why, title_of);
  return fmt::format(
      "{} arrived last at {} of {} collectives, costing the others {} summed over ranks. "
      "Likely cause: {}",
      rank_name(worst->rank, title_of), worst->times_last, worst->collectives,
      format_duration(worst->wait_caused_ns), why);
}

}  // namespace lanescope
