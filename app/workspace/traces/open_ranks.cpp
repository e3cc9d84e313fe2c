#include "app/workspace/traces/open_ranks.h"

#include <utility>

#include <fmt/format.h>

#include "core/view/ranks/headlines.h"
#include "core/view/ranks/text.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

std::string seconds_text(double seconds) {
  return seconds < 1 ? fmt::format("{:.0f} ms", seconds * 1e3) : fmt::format("{:.1f} s", seconds);
}

}  // namespace

OpenRanks::OpenRanks(std::vector<std::string> files, const std::function<void()>& wake,
                     const SharedThresholds& thresholds)
    : name_(ranks_name(files)),
      wake_(wake),
      run_(std::move(files), wake, RankRunOptions{.thresholds = thresholds}) {}

std::string OpenRanks::words(bool with_costs) const {
  if (loading()) {
    const RankRunProgress progress = run_.progress();
    if (progress.comparing) return "comparing the ranks";
    if (progress.sorting)
      return fmt::format("{} of {} files · sorting and linking", progress.done, progress.files);
    return fmt::format("{} of {} files · {:.0f} % read", progress.done, progress.files,
                       100 * progress.share);
  }
  if (!view_) return "";
  const RanksPicture& run = view_->run();
  const char* const what = run.identities.is_one_run() ? "rank" : "trace";
  const bool stopped = run.stopped;
  const std::string text =
      fmt::format("{} · {}", counted(run.ranks.size(), what), stopped ? "stopped" : "loaded");
  if (!with_costs) return text;
  return text + (stopped ? " after " : " in ") + seconds_text(run_.load_seconds());
}

void OpenRanks::refresh(double delta_s) {
  if (!view_ && !loading()) {
    if (const auto picture = run_.picture()) {
      view_ = std::make_unique<RanksView>(picture, run_.tables(), wake_);
      if (std::string title = unaligned_title(*picture); !title.empty()) name_ = std::move(title);
    }
  }
  if (view_) view_->refresh(delta_s);
}

}  // namespace lanescope
