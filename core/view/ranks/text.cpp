#include "core/view/ranks/text.h"

#include <algorithm>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/files/run_folders.h"
#include "core/base/text/minus.h"
#include "core/ranks/rank_words.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

using Kind = RanksDetailRow::Kind;

std::string file_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

std::string count_words(std::size_t count, std::string_view one, std::string_view several) {
  return fmt::format("{} {}", count_text(count), count == 1 ? one : several);
}

class DetailWriter {
 public:
  void section(std::string title) {
    out.rows.push_back({Kind::Section, std::move(title), "", 0, 0});
  }
  void fact(std::string key, std::string value) {
    out.rows.push_back({Kind::Fact, std::move(key), std::move(value), 0, 0});
  }
  void text(std::string words) { out.rows.push_back({Kind::Text, "", std::move(words), 0, 0}); }

  RanksDetails out;
};

void add_lateness(const RanksPicture& run, const MatchedCollective& one, DetailWriter& out) {
  if (!one.complete) {
    std::string missing;
    for (const std::size_t trace : one.missing)
      missing += (missing.empty() ? "" : ", ") + rank_title(run, trace);
    return out.text(
        "Not found on all ranks of its group, so the last to arrive is unknown. Missing: " +
        missing);
  }
  const std::size_t together = one.last_together();
  if (together == 0) {
    out.fact("Last", "all arrived together");
  } else if (together == 1) {
    out.fact("Last", rank_title(run, one.last_part().trace));
  } else {
    out.fact("Last", fmt::format("{} and {} more, together", rank_title(run, one.last_part().trace),
                                 together - 1));
  }
  out.fact("Skew, first to last", format_duration(one.skew_ns));
}

void add_waits(const RanksPicture& run, const MatchedCollective& one, DetailWriter& out) {
  out.section("Wait per rank");
  Ns longest_ns = 1;
  for (const CollectivePart& part : one.parts) longest_ns = std::max(longest_ns, part.wait_ns);
  for (const CollectivePart& part : one.parts) {
    const bool last = one.was_last(part);
    const float share = last ? -1
                             : static_cast<float>(static_cast<double>(part.wait_ns) /
                                                  static_cast<double>(longest_ns));
    out.out.rows.push_back({Kind::Rank, rank_title(run, part.trace),
                            last ? "last" : format_duration(part.wait_ns), part.trace, share});
  }
}

/// " · 31 collectives, 30 on all ranks · rank 5 has no trace".
std::string collective_facts(const RanksPicture& run) {
  const auto& collectives = run.analysis.matched.collectives;
  std::string text = " · " + count_words(collectives.size(), "collective", "collectives");
  // Only these have a last rank.
  const auto whole = std::ranges::count(collectives, true, &MatchedCollective::complete);
  if (std::cmp_less(whole, collectives.size()))
    text += fmt::format(", {} on all ranks", count_text(static_cast<std::uint64_t>(whole)));
  const std::string problems = rank_problems(run.identities);
  if (!problems.empty()) text += " · " + problems;
  return text;
}

}  // namespace

std::string rank_title(const RanksPicture& run, std::size_t trace) {
  if (!run.identities.is_doubtful(trace)) return fmt::format("rank {}", run.rank(trace));
  const std::string& file = run.ranks[trace].file;
  const auto same_name = [&](const RankPicture& other) {
    return file_name(other.file) == file_name(file);
  };
  return doubtful_rank_title(file, std::ranges::count_if(run.ranks, same_name) > 1);
}

std::string rank_label(const RanksPicture& run, std::size_t trace) {
  std::string label = rank_title(run, trace);
  if (!run.identities.is_doubtful(trace)) label[0] = 'R';
  return label;
}

std::string unrelated_text(const RanksPicture& run) {
  return unrelated_sentence(run.identities, run.own_starts);
}

std::string signed_duration(Ns ns) {
  return (ns > 0 ? "+" : "") + format_duration(ns);
}

std::string clock_text(const RanksPicture& run, std::size_t trace) {
  const RankClock& clock = run.analysis.clocks[trace];
  if (clock.state == ClockState::Reference) return "reference clock";
  if (!clock.aligned()) return "clock not aligned";
  return fmt::format("{} ± {}", signed_duration(clock.offset_ns),
                     format_duration(rounded_ns(clock.error_ns)));
}

std::string rank_note(const RanksPicture& run, std::size_t trace) {
  return run.own_starts ? format_duration(run.ranks[trace].extent.length_ns())
                        : clock_text(run, trace);
}

std::string clock_refusal(const RanksPicture& run, std::size_t trace) {
  const std::string why = clock_problem(run.analysis.clocks[trace]);
  return why.empty() ? "" : "clock not aligned: " + why;
}

std::optional<double> bus_gb_per_s(const MatchedCollective& one) {
  if (!one.bytes || !one.bus_factor || one.transfer_ns <= 0) return std::nullopt;
  return static_cast<double>(*one.bytes) * *one.bus_factor / static_cast<double>(one.transfer_ns);
}

Ns waited_ns(const MatchedCollective& one) {
  Ns sum_ns = 0;
  for (const CollectivePart& part : one.parts) sum_ns = saturating_add(sum_ns, part.wait_ns);
  return sum_ns;
}

std::string ranks_facts(const RanksPicture& run) {
  const bool one_run = run.identities.is_one_run();
  std::string text =
      count_words(run.ranks.size(), one_run ? "rank" : "trace", one_run ? "ranks" : "traces");
  if (!run.own_starts) text += collective_facts(run);
  if (run.stopped) text += " · stopped before all files were read";
  if (run.without_snapshot > 0) {
    text += fmt::format(" · streams of {} are not in memory",
                        count_words(run.without_snapshot, "rank", "ranks"));
  }
  return text;
}

std::string ranks_name(const std::vector<std::string>& files) {
  const std::string name = std::filesystem::path(folder_of_files(files)).filename().string();
  return name.empty() ? "run" : name;
}

std::string ranks_problem(const RanksPicture& run) {
  std::size_t failed = 0;
  const RankFailure* first = nullptr;
  for (const RankFailure& failure : run.failures) {
    if (failure.is_other) continue;
    if (first == nullptr) first = &failure;
    ++failed;
  }
  std::string text;
  if (first != nullptr) {
    text =
        fmt::format("{} could not be read (the others are shown): {}: {}",
                    count_words(failed, "file", "files"), file_name(first->file), first->message);
  }
  const auto changed = std::ranges::find_if(run.ranks, &RankPicture::changed);
  if (changed == run.ranks.end()) return text;
  if (!text.empty()) text += "; ";
  return text + file_name(changed->file) +
         " changed while the ranks were being read; open them again once it is complete";
}

std::string stopped_ranks_text(std::size_t loaded, std::size_t files) {
  if (loaded >= files) return "";
  if (loaded == 0)
    return fmt::format("Loading was stopped before any of the {} ranks was read completely.",
                       files);
  return fmt::format("Loading was stopped. {} of {} ranks {} loaded; all figures cover only {}.",
                     loaded, files, loaded == 1 ? "was" : "were", loaded == 1 ? "it" : "these");
}

std::vector<std::string_view> rank_file_problems(const RankPicture& rank) {
  std::vector<std::string_view> problems;
  if (rank.cut_off)
    problems.push_back(rank.damaged ? "The file is damaged: what cannot be read of it is missing"
                                    : "The file is truncated: what ran after the cut is missing");
  if (rank.changed)
    problems.push_back(
        "The file changed while the ranks were being read; open them again once it is complete");
  return problems;
}

std::string rank_change(const RankPicture& rank) {
  if (rank.stamp.holds(rank.file)) return "";
  return file_name(rank.file) +
         " has changed since the ranks were read. These are its current contents; times may "
         "have shifted. Open the ranks again to compare it with the others.";
}

RanksDetails collective_details(const RanksPicture& run, std::size_t collective) {
  const MatchedCollective& one = run.analysis.matched.collectives[collective];
  DetailWriter out;
  out.out.title = one.kind;
  out.out.subtitle = fmt::format("collective {} in group {}", one.index + 1,
                                 run.analysis.groups.groups[one.group].name);
  if (!one.step.empty()) out.fact("Step", one.step);
  out.fact("Ranks",
           fmt::format("{} of {}", one.parts.size(), one.parts.size() + one.missing.size()));
  add_lateness(run, one, out);
  out.fact("Shortest transfer", format_duration(one.transfer_ns));
  if (one.bytes) out.fact("Message", format_bytes(*one.bytes));
  if (const auto bus = bus_gb_per_s(one)) out.fact("Bus rate", fmt::format("{:.3g} GB/s", *bus));
  if (one.complete) {
    out.fact("Wait, all ranks", format_duration(waited_ns(one)));
    add_waits(run, one, out);
  }
  return out.out;
}

RanksDetails rank_details(const RanksPicture& run, std::size_t trace) {
  const RankPicture& rank = run.ranks[trace];
  const RankClock& clock = run.analysis.clocks[trace];
  DetailWriter out;
  out.out.title = rank_title(run, trace);
  out.out.subtitle = file_name(rank.file);
  if (!rank.host.empty()) out.fact("Host", rank.host);
  out.fact("Events", count_text(rank.events));
  for (const std::string_view problem : rank_file_problems(rank))
    out.text(std::string(problem) + ".");
  out.section("Clock");
  if (run.own_starts) {
    out.text("Not aligned with the other traces; each is drawn from its own start.");
  } else if (clock.aligned()) {
    if (clock.state == ClockState::Reference) out.text("Reference clock");
    if (clock.state == ClockState::Aligned) {
      out.fact("Offset", signed_duration(clock.offset_ns));
      out.fact("Error", "± " + format_duration(rounded_ns(clock.error_ns)));
      out.fact("From collectives", count_text(clock.pairs));
    }
    if (clock.has_drift)
      out.fact("Drift", with_minus(fmt::format("{:.3g} µs/s", clock.drift * 1e6)));
  } else {
    out.text(clock_refusal(run, trace) + ". It is drawn unaligned (local clock).");
  }
  for (const RankLag& lag : clock.lags) {
    if (lag.lag == 0 || !clock.aligned()) continue;
    out.text(fmt::format("Its first collective in {} matches number {} on the other ranks",
                         run.analysis.groups.groups[lag.group].name, 1 - lag.lag));
  }
  const StragglerRow* row = run.straggler(trace);
  if (row != nullptr && row->collectives > 0) {
    out.section("Collectives");
    out.fact("Times last", fmt::format("{} of {}", row->times_last, row->collectives));
    if (row->times_together > 0) out.fact("… of these, tied", count_text(row->times_together));
    out.fact("Wait caused", format_duration(row->wait_caused_ns));
    const bool hidden = row->waited_ns != 0 && run.analysis.stragglers.hides_waits();
    out.fact("Time spent waiting",
             format_duration(row->waited_ns) + (hidden ? " (incl. hidden behind compute)" : ""));
    out.fact("Mean lateness", format_duration(rounded_ns(row->mean_lateness_ns)));
    const std::string cause = cause_text(*row);
    if (!cause.empty()) out.text("Likely cause: " + cause);
  }
  const RankTimes& times = run.times[trace];
  if (times.has_gpu) {
    out.section("GPU time");
    out.fact("Compute", format_duration(times.of(RankTime::Compute)));
    out.fact("Exposed communication", format_duration(times.of(RankTime::ExposedComm)));
    out.fact("Exposed copies and memsets", format_duration(times.of(RankTime::ExposedMemory)));
    out.fact("Idle", format_duration(times.of(RankTime::Idle)));
    if (times.overlap_pct)
      out.fact("Hidden communication", fmt::format("{:.1f} %", *times.overlap_pct));
  }
  return out.out;
}

}  // namespace lanescope
