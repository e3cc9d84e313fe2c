#include "app/workspace/traces/open_ranks.h"

#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/session/rank_files.h"
#include "core/view/fleet/wall_text.h"
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
    : name_(ranks_name(files)), wake_(wake) {
  if (are_summaries(files))
    fleet_run_ = std::make_unique<FleetRun>(std::move(files), wake);
  else
    run_ =
        std::make_unique<RankRun>(std::move(files), wake, RankRunOptions{.thresholds = thresholds});
}

const std::vector<std::string>& OpenRanks::files() const {
  return summarized() ? fleet_run_->files() : run_->files();
}

RankRun& OpenRanks::run() const {
  LANESCOPE_CHECK(run_ != nullptr, "ranks that are known by their traces");
  return *run_;
}

const FleetRun& OpenRanks::fleet_run() const {
  LANESCOPE_CHECK(fleet_run_ != nullptr, "ranks that are known by summaries");
  return *fleet_run_;
}

bool OpenRanks::loading() const {
  return summarized() ? fleet_run_->state() == FleetRun::State::Loading
                      : run_->state() == RankRun::State::Loading;
}

double OpenRanks::share() const {
  if (!summarized()) return run_->progress().share;
  return static_cast<double>(fleet_run_->done()) / static_cast<double>(files().size());
}

void OpenRanks::compare_with(std::vector<std::string> files) {
  LANESCOPE_CHECK(summarized() && !other_run_, "one run is compared with these summaries");
  other_run_ = std::make_unique<FleetRun>(std::move(files), wake_);
}

std::unique_ptr<FleetRun> OpenRanks::end_comparison() {
  if (fleet_) fleet_->end_comparison();
  other_taken_ = false;
  if (other_run_) other_run_->cancel();
  return std::move(other_run_);
}

std::optional<FleetFiles::Problem> OpenRanks::take_other_failure() {
  return std::exchange(other_failure_, std::nullopt);
}

std::string OpenRanks::take_other_problem() {
  return std::exchange(other_problem_, {});
}

std::unique_ptr<FleetRun> OpenRanks::take_ended_other() {
  return std::move(ended_other_);
}

bool OpenRanks::other_loads() const {
  return other_run_ && !other_taken_;
}

void OpenRanks::refresh_other() {
  if (history_ && other_loads()) {
    other_run_->cancel();
    other_failure_ = {"", std::string(kHistoryAlone)};
    ended_other_ = std::move(other_run_);
  }
  if (!fleet_ || !other_loads() || other_run_->state() == FleetRun::State::Loading) return;
  // Part of a run would differ by what it lacks.
  const bool stopped = other_run_->state() == FleetRun::State::Cancelled;
  auto contents = stopped ? nullptr : other_run_->contents();
  if (contents) {
    other_taken_ = true;
    other_problem_ = summaries_problem(contents->run);
    return fleet_->compare_with(std::move(contents), name_, ranks_name(other_run_->files()));
  }
  if (!stopped) other_failure_ = other_run_->failure();
  ended_other_ = std::move(other_run_);
}

void OpenRanks::cancel() {
  if (!loading() && other_loads()) return other_run_->cancel();
  if (summarized())
    fleet_run_->cancel();
  else
    run_->cancel();
}

std::string OpenRanks::loading_words() const {
  constexpr const char* kComparing = "comparing the ranks";
  if (summarized()) {
    if (fleet_run_->comparing())
      return fleet_run_->of_history() ? "comparing the runs" : kComparing;
    return fmt::format("{} of {} summaries", count_text(fleet_run_->done()),
                       count_text(files().size()));
  }
  const RankRunProgress progress = run_->progress();
  if (progress.comparing) return kComparing;
  if (progress.sorting)
    return fmt::format("{} of {} files · sorting and linking", progress.done, progress.files);
  return fmt::format("{} of {} files · {:.0f} % read", progress.done, progress.files,
                     100 * progress.share);
}

/// How many there are, and whether that is all.
std::string OpenRanks::loaded_words() const {
  std::string_view one = "run";
  std::size_t count = 0;
  bool stopped = false;
  if (history_) {
    count = history_->contents()->tables.run_rows.size();
    stopped = history_->contents()->stopped;
  } else if (fleet_) {
    one = "rank";
    count = fleet_->run().ranks().size();
    stopped = fleet_->run().stopped;
  } else {
    one = view_->run().identities.is_one_run() ? "rank" : "trace";
    count = view_->run().ranks.size();
    stopped = view_->run().stopped;
  }
  return fmt::format("{} · {}", counted(count, one), stopped ? "stopped" : "loaded");
}

std::string OpenRanks::words(bool with_costs) const {
  if (loading()) return loading_words();
  if (!view_ && !fleet_ && !history_) return "";
  if (other_loads()) {
    return fmt::format("loading B: {} of {} summaries", count_text(other_run_->done()),
                       count_text(other_run_->files().size()));
  }
  const double seconds = summarized() ? fleet_run_->load_seconds() : run_->load_seconds();
  const std::string text = loaded_words();
  if (!with_costs) return text;
  return text + (text.ends_with("stopped") ? " after " : " in ") + seconds_text(seconds);
}

bool OpenRanks::animating() const {
  return (view_ && view_->animating()) || (fleet_ && fleet_->animating());
}

void OpenRanks::refresh(double delta_s) {
  if (!view_ && !fleet_ && !history_ && !loading()) {
    if (summarized()) {
      if (auto contents = fleet_run_->contents())
        fleet_ = std::make_unique<FleetView>(std::move(contents), wake_);
      else if (auto history = fleet_run_->history())
        history_ = std::make_unique<HistoryView>(std::move(history));
    } else if (const auto picture = run_->picture()) {
      view_ = std::make_unique<RanksView>(picture, run_->tables(), wake_);
      if (std::string title = unaligned_title(*picture); !title.empty()) name_ = std::move(title);
    }
  }
  refresh_other();
  if (view_) view_->refresh(delta_s);
  if (fleet_) fleet_->refresh(delta_s);
}

}  // namespace lanescope
