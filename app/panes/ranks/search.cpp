#include "app/panes/ranks/search.h"

namespace lanescope {

void RanksSearch::refresh(const std::shared_ptr<const RanksPicture>& run,
                          const std::vector<bool>& unfolded) {
  if (text.find_first_not_of(' ') == std::string::npos) {
    shown_.reset();
    owed_.clear();
    current_ = true;
    return;
  }
  const Key key{text, unfolded};
  if (current_ && shown_ && shown_for_ == key) return;
  const auto answer = found_.ask(key, [run, key](const std::stop_token& stop) {
    return find_rank_matches(*run, key.second, key.first, stop);
  });
  current_ = answer.current;
  if (answer.value) shown_ = answer.value;
  if (current_) shown_for_ = key;
}

const SearchMatches* RanksSearch::matches_of(std::size_t trace) const {
  const bool known = shown_ && shown_->error.empty() && trace < shown_->of.size();
  return known ? &shown_->of[trace] : nullptr;
}

std::optional<Direction> RanksSearch::take_owed() {
  if (owed_.empty() || !shown_ || !current_) return std::nullopt;
  const Direction step = owed_.front();
  owed_.pop_front();
  return step;
}

const std::string& RanksSearch::facts(const RanksPicture& run, std::optional<RankEvent> selected) {
  if (facts_of_ != shown_.get() || facts_selected_ != selected) {
    facts_of_ = shown_.get();
    facts_selected_ = selected;
    facts_.clear();
    if (shown_)
      facts_ = shown_->error.empty() ? rank_matches_text(run, *shown_, selected) : shown_->error;
  }
  return facts_;
}

}  // namespace lanescope
