// The search over the unfolded ranks of a run: its text and its results. Runs in the background; a
// newer text, or another choice of ranks, cancels the previous search.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/view/ranks/rank_events.h"
#include "core/view/results/background.h"

namespace lanescope {

/// UI thread only.
class RanksSearch {
 public:
  explicit RanksSearch(const std::function<void()>& wake) : found_(wake, Urgency::Quick) {}

  /// The text as typed; empty: no search.
  std::string text;

  /// Call once per frame: requests the matches of `text`. `unfolded` is by trace.
  void refresh(const std::shared_ptr<const RanksPicture>& run, const std::vector<bool>& unfolded);
  /// Null if there is no search or no result yet. While a newer search is running, the previous
  /// result.
  [[nodiscard]] const RanksMatches* matches() const { return shown_.get(); }
  /// The matches that slices of a rank are drawn by; null: all are drawn alike.
  [[nodiscard]] const SearchMatches* matches_of(std::size_t trace) const;
  /// Whether the matches belong to the current text and ranks.
  [[nodiscard]] bool current() const { return current_; }
  /// Remembers a step that was asked for before its matches were known, for take_owed().
  void owe(Direction step) { owed_.push_back(step); }
  /// The next of the remembered steps, once it can be taken.
  std::optional<Direction> take_owed();
  /// "3 of 12 · rank 2", or the error in the expression.
  [[nodiscard]] const std::string& facts(const RanksPicture& run,
                                         std::optional<RankEvent> selected);

 private:
  using Key = std::pair<std::string, std::vector<bool>>;

  std::shared_ptr<const RanksMatches> shown_;
  Key shown_for_;
  bool current_ = true;
  std::deque<Direction> owed_;
  std::string facts_;
  const RanksMatches* facts_of_ = nullptr;
  std::optional<RankEvent> facts_selected_;
  Background<Key, RanksMatches> found_;
};

}  // namespace lanescope
