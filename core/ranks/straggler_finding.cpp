#include <algorithm>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/analysis/findings/share.h"
#include "core/ranks/ranks.h"
#include "core/ranks/transfer_speed.h"

namespace lanescope {
namespace {

/// How much earlier the run would continue if the rank arrived together with the second-to-last,
/// summed over the collectives where it alone was last.
Ns lead_of_others(const MatchedCollectives& matched, std::size_t trace) {
  Ns lead_ns = 0;
  for (const MatchedCollective& one : matched.collectives) {
    if (!one.blames_last() || one.last_part().trace != trace || one.last_together() != 1) continue;
    Ns next_ns = one.first_arrival_ns();
    for (const CollectivePart& part : one.parts) {
      if (part.trace != trace) next_ns = std::max(next_ns, part.arrival_ns);
    }
    lead_ns = saturating_add(lead_ns, saturating_sub(one.last_part().arrival_ns, next_ns));
  }
  return lead_ns;
}

struct OtherRanks {
  Ns span_ns = 0;  // sum over all of them
  std::size_t count = 0;
};

OtherRanks others_than(const StragglerTable& table, std::span<const RankTimes> times,
                       std::size_t trace) {
  OtherRanks others;
  for (const StragglerRow& row : table.rows) {
    if (row.trace == trace) continue;
    others.span_ns = saturating_add(others.span_ns, times[row.trace].of(RankTime::Span));
    ++others.count;
  }
  return others;
}

void say_evidence(const StragglerTable& table, const StragglerRow& row, Finding& finding) {
  finding.say(fmt::format(
      "Arrived last at {} of its {} collectives, on average {} after the first rank",
      row.times_last, row.collectives, format_duration(rounded_ns(row.mean_lateness_ns))));
  finding.say(fmt::format(
      "The other ranks waited {} for it; all ranks together waited {}{}, summed over ranks",
      format_duration(row.wait_caused_ns), format_duration(table.wait_ns),
      table.hides_waits() ? ", partly hidden behind compute" : ""));
  if (!row.cause.term) {
    finding.say(
        fmt::format("Before it arrived, its {} did nothing that the median rank did not do as well",
                    row.cause.on_host ? "host" : "GPU and host"));
    return;
  }
  const Ns more_ns = row.cause.net_ns(*row.cause.term);
  const std::string title = lateness_term_title(*row.cause.term);
  const std::string more = format_duration(more_ns);
  if (*row.cause.term < kFirstIdleTerm) {
    finding.say(fmt::format("Before it arrived: {} more {} than on the median rank", more, title));
  } else {
    finding.say(fmt::format("Before it arrived: {} more {} than on the median rank ({})", more,
                            row.cause.on_host ? "host time" : "GPU idle time", title));
  }
  if (!others_do_it_too(row.cause)) return;
  finding.say(
      fmt::format("The others also spend {} on it while they wait, so it may not be the cause",
                  format_duration(row.cause.while_waiting_ns[*row.cause.term])));
}

/// High if the term explains most of what only this rank did, and the culprit most of the term.
Confidence confidence_in(const LatenessCause& cause) {
  if (!cause.term || others_do_it_too(cause)) return Confidence::Low;
  const Ns net_ns = cause.net_ns(*cause.term);
  if (net_ns < cause.net_late_ns() / 2) return Confidence::Low;
  const bool named = !cause.culprit.empty() && cause.culprit_more_ns >= net_ns / 2;
  return named ? Confidence::High : Confidence::Medium;
}

void say_transfers(const TransferSpeed& speed, Finding& finding) {
  if (speed.verdict == TransferVerdict::Unknown) return;
  const auto mean = [&](double sum_ns) {
    return format_duration(rounded_ns(sum_ns / static_cast<double>(speed.compared)));
  };
  finding.say(fmt::format(
      "Once it has arrived, collectives take {}; the same ones take {} when another rank is last",
      mean(speed.own_ns), mean(speed.others_ns)));
}

/// Where to look. The network is only mentioned if the speed of transfers is known.
std::string where_to_look(TransferVerdict verdict) {
  switch (verdict) {
    case TransferVerdict::AsFast:
      return "Look at that rank and its machine, not at the network.";
    case TransferVerdict::Slower:
      return "Look at that rank and its machine, and at the network: its transfers are slower too.";
    case TransferVerdict::Unknown:
      break;
  }
  return "Look at that rank and its machine.";
}

std::string fix_text(const StragglerRow& row, const RankTitle& title_of, Confidence confidence,
                     TransferVerdict verdict) {
  const std::string who = rank_name(row.rank, title_of);
  if (!row.cause.term) {
    return fmt::format("The traces do not show why {} is late. {}", who, where_to_look(verdict));
  }
  const std::string cause = cause_text(row.cause);
  if (confidence == Confidence::Low) {
    return fmt::format(
        "Possible cause: before it arrives, {} takes longer than the median rank ({}). {}", who,
        cause, where_to_look(verdict));
  }
  return fmt::format(
      "Before it arrives, {} takes longer than the median rank ({}). {} spends {} more on this "
      "than the median rank: fix it on that rank{}",
      who, cause, first_rank_name(row.rank, title_of),
      format_duration(row.cause.net_ns(*row.cause.term)),
      verdict == TransferVerdict::AsFast   ? ", not in the network."
      : verdict == TransferVerdict::Slower ? "; its transfers are slower, too."
                                           : ".");
}

}  // namespace

std::vector<Finding> find_straggler(const StragglerTable& table, const MatchedCollectives& matched,
                                    std::span<const RankTimes> times, const Thresholds& thresholds,
                                    const RankTitle& title_of) {
  const StragglerRow* row = table.worst();
  if (row == nullptr || row->collectives == 0) return {};
  const double last_pct =
      100 * static_cast<double>(row->times_last) / static_cast<double>(row->collectives);
  const OtherRanks others = others_than(table, times, row->trace);
  const double wait_pct = share_pct(row->wait_caused_ns, others.span_ns);
  if (last_pct <= thresholds.straggler_last_pct || wait_pct <= thresholds.straggler_wait_pct)
    return {};
  Finding finding;
  finding.id = "F18";
  finding.title = fmt::format("{} is a straggler: the others wait {:.1f} % of their time",
                              first_rank_name(row->rank, title_of), wait_pct);
  finding.high_pct = wait_pct;
  const Ns mean_span_ns = others.span_ns / static_cast<Ns>(others.count);
  finding.low_pct =
      std::min(wait_pct, share_pct(lead_of_others(matched, row->trace), mean_span_ns));
  finding.confidence = confidence_in(row->cause);
  say_evidence(table, *row, finding);
  const TransferSpeed speed = transfer_speed(matched, row->trace);
  say_transfers(speed, finding);
  finding.fix = fix_text(*row, title_of, finding.confidence, speed.verdict);
  finding.confirm = fmt::format(
      "Open the trace of {} just before a collective it reached last. After the fix, the "
      "others should wait less in the same collectives.",
      rank_name(row->rank, title_of));
  for (const std::string_view name : {"straggler_last", "straggler_wait"}) {
    const Threshold* limit = find_threshold(name);
    finding.judged_by.push_back({limit, limit->value_in(thresholds)});
  }
  return {std::move(finding)};
}

}  // namespace lanescope
