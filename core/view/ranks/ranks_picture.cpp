#include "core/view/ranks/ranks_picture.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/ranks/recorded_times.h"

namespace lanescope {
namespace {

bool far_apart(const RanksPicture& run) {
  std::vector<TimeRange> ranges;
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    const TimeRange own = run.ranks[t].extent;
    const Ns base_ns = run.analysis.clocks[t].base_ns;
    if (!own.empty())
      ranges.push_back(
          {saturating_add(own.begin_ns, base_ns), saturating_add(own.end_ns, base_ns)});
  }
  return recorded_far_apart(std::move(ranges));
}

bool has_own_starts(const RanksPicture& run) {
  const auto any = [&run](bool (*is)(const RankClock&)) {
    return std::ranges::any_of(run.analysis.clocks, is);
  };
  if (run.ranks.size() < 2) return false;
  if (any([](const RankClock& clock) { return clock.state == ClockState::Aligned; })) return false;
  if (!run.identities.is_one_run()) return true;
  // Beside a reference, ranks that do not meet it start with it anyway.
  return !any([](const RankClock& clock) { return clock.aligned(); }) && far_apart(run);
}

/// Hours may lie between their recordings. The axis begins with the reference, if there is one: the
/// times of its collectives are on its clock.
void place_at_own_starts(RanksPicture& run) {
  const auto& clocks = run.analysis.clocks;
  const auto reference = std::ranges::find(clocks, ClockState::Reference, &RankClock::state);
  const auto first =
      static_cast<std::size_t>(reference == clocks.end() ? 0 : reference - clocks.begin());
  const Ns begin_ns = saturating_add(run.ranks[first].extent.begin_ns, clocks[first].base_ns);
  run.extent = {begin_ns, saturating_add(begin_ns, 1)};
  for (std::size_t t = 0; t < run.ranks.size(); ++t) {
    const TimeRange own = run.ranks[t].extent;
    run.own_to_axis_ns.push_back(saturating_sub(begin_ns, own.begin_ns));
    run.extent.end_ns = std::max(run.extent.end_ns, saturating_add(begin_ns, own.length_ns()));
  }
}

void place_on_axis(RanksPicture& run) {
  run.own_starts = has_own_starts(run);
  if (run.own_starts) return place_at_own_starts(run);
  const std::size_t count = run.ranks.size();
  run.own_to_axis_ns.assign(count, 0);
  TimeRange all{kMaxNs, kMinNs};
  const auto grow = [&](std::size_t t) {
    if (run.ranks[t].extent.empty()) return;
    all.begin_ns = std::min(all.begin_ns, run.on_axis(t, run.ranks[t].extent.begin_ns));
    all.end_ns = std::max(all.end_ns, run.on_axis(t, run.ranks[t].extent.end_ns));
  };
  for (std::size_t t = 0; t < count; ++t) {
    if (run.aligned(t)) grow(t);
  }
  const bool any_aligned = all.begin_ns < all.end_ns;
  // The host's clock is the best guess if the rank then overlaps the others; otherwise it starts
  // with them.
  for (std::size_t t = 0; t < count; ++t) {
    if (run.aligned(t)) continue;
    const RankClock& clock = run.analysis.clocks[t];
    const TimeRange extent = run.ranks[t].extent;
    run.own_to_axis_ns[t] = clock.base_ns;
    const bool meets = saturating_add(extent.begin_ns, clock.base_ns) < all.end_ns &&
                       saturating_add(extent.end_ns, clock.base_ns) > all.begin_ns;
    if (any_aligned && !meets)
      run.own_to_axis_ns[t] = saturating_sub(all.begin_ns, extent.begin_ns);
  }
  for (std::size_t t = 0; t < count; ++t) grow(t);
  run.extent = all.begin_ns < all.end_ns ? all : TimeRange{0, 1};
}

/// As the straggler table does, so that both show the same.
void count_waits(RanksPicture& run) {
  const auto step_of = [&](const CollectivePart& part) -> RankStepPicture* {
    const auto& step = run.collectives[part.trace].collectives[part.collective].step;
    auto& steps = run.ranks[part.trace].steps;
    return step && *step < steps.size() ? &steps[*step] : nullptr;
  };
  for (const MatchedCollective& one : run.analysis.matched.collectives) {
    if (!one.blames_last()) continue;
    for (const CollectivePart& part : one.parts) {
      if (RankStepPicture* step = step_of(part))
        step->waited_ns = saturating_add(step->waited_ns, part.wait_ns);
    }
  }
  for (const StragglerRow& row : run.analysis.stragglers.rows) {
    auto& steps = run.ranks[row.trace].steps;
    const std::size_t count = std::min(steps.size(), row.caused_in_steps.size());
    for (std::size_t i = 0; i < count; ++i) steps[i].wait_caused_ns = row.caused_in_steps[i];
  }
}

void index_collectives(RanksPicture& run) {
  for (const RankCollectives& rank : run.collectives)
    run.matched_of.emplace_back(rank.collectives.size());
  const auto& all = run.analysis.matched.collectives;
  for (std::size_t i = 0; i < all.size(); ++i) {
    for (const CollectivePart& part : all[i].parts)
      run.matched_of[part.trace][part.collective] = static_cast<std::uint32_t>(i);
  }
}

/// A rank that recorded no GPU work must not look like one whose GPU is idle, nor its operators
/// like kernels.
void choose_work(RanksPicture& run) {
  if (run.ranks.empty()) return;
  run.work = std::ranges::min(run.ranks, {}, &RankPicture::work).work;
  for (RankPicture& rank : run.ranks) {
    if (rank.work == run.work) continue;
    for (StripIndex* strip : {&rank.compute, &rank.exposed_comm, &rank.exposed_memory})
      *strip = StripIndex(std::vector<TimeRange>{});
    for (RankStepPicture& step : rank.steps)
      step.compute_ns = step.exposed_comm_ns = step.exposed_memory_ns = 0;
  }
}

std::optional<RanksPicture::Scale> scale_of(const RanksPicture& run, RanksMeasure measure) {
  if (measure == RanksMeasure::Activity) return std::nullopt;
  RanksPicture::Scale scale{kMaxNs, kMinNs};
  for (const RankPicture& rank : run.ranks) {
    for (const RankStepPicture& step : rank.steps) {
      const Ns ns = step_measure(step, measure);
      scale.least_ns = std::min(scale.least_ns, ns);
      scale.most_ns = std::max(scale.most_ns, ns);
    }
  }
  if (scale.least_ns > scale.most_ns) return std::nullopt;
  return scale;
}

}  // namespace

std::string_view ranks_measure_title(RanksMeasure measure, RankWork work) {
  using Titles = std::array<std::string_view, kRanksMeasures.size()>;
  constexpr std::string_view kComm = "Exposed comm", kCaused = "Wait caused", kWaited = "Waited";
  constexpr std::array<Titles, 4> kTitles{{{"GPU activity", "Compute", kComm, kCaused, kWaited},
                                           {"CPU activity", "Operators", kComm, kCaused, kWaited},
                                           {"CPU activity", "Running", kComm, kCaused, kWaited},
                                           {"CPU activity", "Compute", kComm, kCaused, kWaited}}};
  return kTitles.at(static_cast<std::size_t>(work)).at(static_cast<std::size_t>(measure));
}

Ns step_measure(const RankStepPicture& step, RanksMeasure measure) {
  if (measure == RanksMeasure::Activity) return 0;
  constexpr std::array kMembers{&RankStepPicture::compute_ns, &RankStepPicture::exposed_comm_ns,
                                &RankStepPicture::wait_caused_ns, &RankStepPicture::waited_ns};
  return step.*kMembers.at(static_cast<std::size_t>(measure) - 1);
}

float RanksPicture::Scale::share(Ns ns) const {
  if (most_ns <= least_ns) return ns > 0 ? 1 : 0;
  return std::clamp(static_cast<float>(ns - least_ns) / static_cast<float>(most_ns - least_ns),
                    0.0F, 1.0F);
}

std::optional<RanksPicture::Scale> RanksPicture::scale(RanksMeasure measure) const {
  return scales.at(static_cast<std::size_t>(measure));
}

Ns RanksPicture::on_axis(std::size_t trace, Ns own_ns) const {
  return aligned(trace) ? analysis.clocks[trace].common(own_ns)
                        : saturating_add(own_ns, own_to_axis_ns[trace]);
}

Ns RanksPicture::on_own_clock(std::size_t trace, Ns axis_ns) const {
  return aligned(trace) ? analysis.clocks[trace].own(axis_ns)
                        : saturating_sub(axis_ns, own_to_axis_ns[trace]);
}

std::string_view RanksPicture::no_work(std::size_t trace) const {
  if (ranks[trace].work == work && work != RankWork::Unknown) return "";
  switch (work) {
    case RankWork::Gpu:
      return "No GPU work in this trace";
    case RankWork::Operators:
      return "No operators in this trace";
    case RankWork::Threads:
    case RankWork::Unknown:
      break;
  }
  return "No GPU work, operators or samples in this trace";
}

Viewport RanksPicture::own_view(std::size_t trace, const Viewport& axis) const {
  Viewport own;
  own.set_width_px(axis.width_px());
  own.set_extent(
      {on_own_clock(trace, axis.extent().begin_ns), on_own_clock(trace, axis.extent().end_ns)});
  TimeView view = axis.view();
  view.begin_ns = on_own_clock(trace, view.begin_ns);
  // Drift is a few parts per million: less than a pixel over a view.
  own.set_view(view);
  return own;
}

const StragglerRow* RanksPicture::straggler(std::size_t trace) const {
  const auto& rows = analysis.stragglers.rows;
  const auto at = std::ranges::find(rows, trace, &StragglerRow::trace);
  return at == rows.end() ? nullptr : &*at;
}

std::optional<std::size_t> RanksPicture::collective_of(std::size_t trace, EventId event) const {
  const auto& own = collectives[trace].collectives;
  const auto at = std::ranges::find(own, event, &RankCollective::event);
  if (at == own.end()) return std::nullopt;
  return matched_of[trace][static_cast<std::size_t>(at - own.begin())];
}

std::optional<std::size_t> RanksPicture::collective_at(std::size_t trace, Ns axis_ns,
                                                       Ns reach_ns) const {
  const auto& own = collectives[trace].collectives;
  const Ns own_ns = on_own_clock(trace, axis_ns);
  const auto after = std::partition_point(own.begin(), own.end(), [&](const RankCollective& one) {
    return one.range.begin_ns <= saturating_add(own_ns, reach_ns);
  });
  std::optional<std::size_t> best;
  Ns best_ns = reach_ns;
  constexpr std::ptrdiff_t kMostTried = 16;  // that may still be running; several streams overlap
  const auto first = after - std::min(kMostTried, after - own.begin());
  for (auto at = first; at != after; ++at) {
    const auto& match = matched_of[trace][static_cast<std::size_t>(at - own.begin())];
    if (!match) continue;
    const Ns away_ns = std::max({Ns{0}, saturating_sub(at->range.begin_ns, own_ns),
                                 saturating_sub(own_ns, at->range.end_ns)});
    if (away_ns > best_ns || (best && away_ns == best_ns && away_ns > 0)) continue;
    best = *match;
    best_ns = away_ns;
  }
  return best;
}

RanksPicture make_ranks_picture(RunFacts&& facts, std::vector<RankPicture> ranks,
                                RunRanks identities, RunAnalysis analysis) {
  RanksPicture run;
  run.ranks = std::move(ranks);
  run.identities = std::move(identities);
  run.times = std::move(facts.times);
  run.collectives = std::move(facts.collectives);
  run.analysis = std::move(analysis);
  choose_work(run);
  place_on_axis(run);
  count_waits(run);
  index_collectives(run);
  for (const RanksMeasure measure : kRanksMeasures)
    run.scales.at(static_cast<std::size_t>(measure)) = scale_of(run, measure);
  run.without_snapshot = static_cast<std::size_t>(std::ranges::count_if(
      run.ranks, [](const RankPicture& rank) { return rank.snapshot == nullptr; }));
  return run;
}

void joined_collectives(const RanksPicture& run, const Viewport& axis, double apart_px,
                        std::optional<std::size_t> keep, std::vector<JoinedCollective>& out) {
  out.clear();
  const auto& all = run.analysis.matched.collectives;
  const TimeRange view = axis.range();
  const auto arrival = [](const MatchedCollective& one) { return one.last_part().arrival_ns; };
  auto at = std::partition_point(all.begin(), all.end(), [&](const MatchedCollective& one) {
    return arrival(one) < view.begin_ns;
  });
  const Ns beyond_ns = saturating_add(view.end_ns, run.analysis.stragglers.most_skew_ns);
  for (; at != all.end() && arrival(*at) < beyond_ns; ++at) {
    if (at->parts.size() < 2 || at->first_arrival_ns() >= view.end_ns) continue;
    const double x_px = axis.x_of(arrival(*at));
    const auto index = static_cast<std::uint32_t>(at - all.begin());
    if (out.empty() || x_px - out.back().x_px >= apart_px) {
      out.push_back({index, x_px});
    } else if (at->skew_ns > all[out.back().collective].skew_ns) {
      out.back() = {index, out.back().x_px};  // keeps its position in the row, or all would merge
    }
  }
  if (!keep) return;
  const auto kept = static_cast<std::uint32_t>(*keep);
  if (std::ranges::find(out, kept, &JoinedCollective::collective) == out.end())
    out.push_back({kept, axis.x_of(arrival(all[*keep]))});
}

}  // namespace lanescope
