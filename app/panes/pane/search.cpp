#include "app/panes/pane/search.h"

namespace lanescope {

void Search::refresh(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
                     const ReadEvent& read) {
  const std::size_t begin = text.find_first_not_of(' ');
  if (!snapshot || !snapshot->complete || begin == std::string::npos) {
    shown_.reset();
    owed_.clear();
    current_ = true;
    return;
  }
  if (current_ && shown_ && shown_for_.generation == generation && shown_for_.text == text) return;
  const auto answer =
      found_.ask({generation, text}, [snapshot, read, words = text](const std::stop_token& stop) {
        return find_matches(*snapshot, words, read, stop);
      });
  current_ = answer.current;
  if (answer.value) shown_ = answer.value;
  if (current_) shown_for_ = {generation, text};
}

std::optional<Direction> Search::take_owed() {
  if (owed_.empty() || !answers_text()) return std::nullopt;
  const Direction step = owed_.front();
  owed_.pop_front();
  return step;
}

const std::string& Search::facts(EventId selected) {
  if (facts_of_ != shown_.get() || facts_selected_ != selected) {
    facts_of_ = shown_.get();
    facts_selected_ = selected;
    facts_.clear();
    if (shown_) facts_ = shown_->error.empty() ? matches_text(*shown_, selected) : shown_->error;
  }
  return facts_;
}

}  // namespace lanescope
