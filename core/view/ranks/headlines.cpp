#include "core/view/ranks/headlines.h"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <fmt/format.h>

#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::string_view kCause = " Likely cause";

/// "more GPU idle time, data loading on the host (low confidence)".
std::string cause_without_culprit(LatenessCause cause) {
  const bool doubtful = others_do_it_too(cause);
  cause.culprit.clear();
  return cause_text(cause) + (doubtful ? " (low confidence)" : "");
}

/// `who` is late: "rank 3", or what stands for it.
std::string loss_words(const StragglerTable& table, const StragglerRow& worst,
                       const std::string& who) {
  const auto alike =
      std::ranges::count(table.rows, worst.wait_caused_ns, &StragglerRow::wait_caused_ns);
  const std::string lost = format_duration(worst.wait_caused_ns) + " lost waiting for ";
  return alike == 1 ? lost + who : lost + fmt::format("each of {} ranks", alike);
}

/// With its folder if the other has the same name.
std::string file_title(const std::filesystem::path& file, const std::filesystem::path& other) {
  if (file.filename() != other.filename()) return file.filename().string();
  return (file.parent_path().filename() / file.filename()).string();
}

}  // namespace

std::string unaligned_title(const RanksPicture& run) {
  const auto& clocks = run.analysis.clocks;
  const auto aligned = std::ranges::count(clocks, ClockState::Aligned, &RankClock::state);
  if (aligned != 0 || run.ranks.size() < 2) return "";
  if (run.ranks.size() == 2) {
    const std::string &a = run.ranks[0].file, &b = run.ranks[1].file;
    return file_title(a, b) + " and " + file_title(b, a);
  }
  std::vector<std::string> files;
  for (const RankPicture& rank : run.ranks) files.push_back(rank.file);
  return ranks_name(files);
}

std::vector<std::string> ranks_headlines(const RunAnalysis& run) {
  std::vector<std::string> out{as_sentence(run.summary)};
  const std::string whole = out.front();
  const StragglerRow* worst = run.stragglers.worst();
  const std::size_t cause = whole.find(kCause);
  if (worst == nullptr || cause == std::string::npos) return out;
  const std::size_t colon = whole.find(": ", cause);
  if (colon != std::string::npos && worst->cause.term && !worst->cause.culprit.empty())
    out.push_back(whole.substr(0, colon + 2) + cause_without_culprit(worst->cause));
  out.push_back(whole.substr(0, cause));
  out.push_back(
      loss_words(run.stragglers, *worst, run.summary.substr(0, run.summary.find(" arrived last"))));
  return out;
}

std::string ranks_advice(const RunAnalysis& run, std::string_view headline) {
  if (run.findings.empty()) return "";
  const std::string& fix = run.findings.front().fix;
  constexpr std::string_view kSentenceEnd = ". ";
  const std::size_t action = fix.rfind(kSentenceEnd);
  if (headline.find(kCause) == std::string_view::npos || action == std::string::npos) return fix;
  return fix.substr(action + kSentenceEnd.size());
}

}  // namespace lanescope
