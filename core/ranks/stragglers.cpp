#include "core/ranks/stragglers.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace lanescope {
namespace {

/// Names of kernels run to hundreds of letters.
std::string short_text(const std::string& name) {
  constexpr std::size_t kMostBytes = 80;
  if (name.size() <= kMostBytes) return name;
  std::size_t end = kMostBytes;
  while (end > 0 && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U) --end;
  return name.substr(0, end) + "…";
}

class StragglerFinder {
 public:
  StragglerFinder(std::span<const RankCollectives> traces, std::span<const RankClock> clocks,
                  const MatchedCollectives& matched)
      : matched_(matched), rows_(traces.size()), late_in_(traces.size()) {
    for (std::size_t t = 0; t < traces.size(); ++t) {
      rows_[t].trace = t;
      rows_[t].rank = traces[t].rank;
    }
    for (const MatchedCollective& one : matched.collectives) {
      if (!one.counts || step_numbers_.contains(one.step)) continue;
      step_numbers_.emplace(one.step, out_.steps.size());
      out_.steps.push_back(one.step);
    }
    for (StragglerRow& row : rows_) {
      for (const std::string& step : out_.steps) row.steps.push_back({step, 0, 0});
    }
    for (std::size_t i = 0; i < matched.collectives.size(); ++i) {
      if (matched.collectives[i].counts) add(i);
    }
    for (std::size_t t = 0; t < traces.size(); ++t) {
      if (clocks[t].aligned()) out_.rows.push_back(std::move(rows_[t]));
    }
  }

  StragglerTable run(const LatenessExplainer& explainer) {
    for (StragglerRow& row : out_.rows) {
      if (row.collectives != 0) row.mean_lateness_ns /= static_cast<double>(row.collectives);
      row.cause = explainer.explain(row.trace, late_in_[row.trace]);
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
    const std::size_t late = one.last_part().trace;
    late_in_[late].push_back(i);
    StragglerRow& row = rows_[late];
    ++row.times_last;
    row.wait_caused_ns = saturating_add(row.wait_caused_ns, waits_ns);
    StragglerStep& step = row.steps[step_numbers_.at(one.step)];
    ++step.times_last;
    step.wait_caused_ns = saturating_add(step.wait_caused_ns, waits_ns);
    ++out_.collectives;
    out_.wait_ns = saturating_add(out_.wait_ns, waits_ns);
    out_.transfer_ns = saturating_add(out_.transfer_ns, one.transfer_ns);
    out_.most_skew_ns = std::max(out_.most_skew_ns, one.skew_ns);
  }

  const MatchedCollectives& matched_;
  std::vector<StragglerRow> rows_;
  std::vector<std::vector<std::size_t>> late_in_;  // by trace
  std::map<std::string, std::size_t> step_numbers_;
  StragglerTable out_;
};

}  // namespace

const StragglerRow* StragglerTable::worst() const {
  const auto most =
      std::max_element(rows.begin(), rows.end(), [](const StragglerRow& a, const StragglerRow& b) {
        return a.wait_caused_ns < b.wait_caused_ns;
      });
  return most != rows.end() && most->wait_caused_ns > 0 ? &*most : nullptr;
}

StragglerTable find_stragglers(std::span<const RankCollectives> traces,
                               std::span<const RankClock> clocks, const MatchedCollectives& matched,
                               std::span<const RankActivity> activities) {
  const LatenessExplainer explainer(traces, clocks, matched, activities);
  return StragglerFinder(traces, clocks, matched).run(explainer);
}

std::string lateness_term_title(std::size_t term) {
  if (term == kMemoryTerm) return "exposed copies";
  if (term == kCommTerm) return "other collectives";
  std::string title(lateness_term_name(term));
  std::replace(title.begin(), title.end(), '_', ' ');
  return title;
}

std::string cause_text(const LatenessCause& cause) {
  if (!cause.term) return "";
  const std::string title = lateness_term_title(*cause.term);
  if (!cause.culprit.empty()) return title + ", " + short_text(cause.culprit);
  return *cause.term < kFirstIdleTerm ? title : title + ", host, no op";
}

std::string straggler_sentence(const StragglerTable& table) {
  if (table.collectives == 0) return "no collective was found on all of its ranks";
  const StragglerRow* worst = table.worst();
  if (worst == nullptr) {
    return fmt::format("no rank held the others up in {} collectives", table.collectives);
  }
  const std::string cause = cause_text(worst->cause);
  return fmt::format("rank {} was last in {} of {}; others waited {}; cause: {}", worst->rank,
                     worst->times_last, worst->collectives, format_duration(worst->wait_caused_ns),
                     cause.empty() ? "not told by what the GPU did before" : cause);
}

}  // namespace lanescope
