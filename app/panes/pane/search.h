// The search in the open trace: its text and its results. Runs in the background; a newer text
// cancels the previous search.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "core/view/navigation/search_model.h"
#include "core/view/results/background.h"

namespace lanescope {

class Search {
 public:
  explicit Search(const std::function<void()>& wake) : found_(wake, Urgency::Quick) {}

  /// The text as typed; empty: no search.
  std::string text;

  /// Call once per frame: requests the matches of `text` in the snapshot. `read` re-reads events
  /// from its file.
  void refresh(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
               const ReadEvent& read);
  /// Null if there is no search or no result yet. While a newer search is running, the previous
  /// result.
  [[nodiscard]] const SearchMatches* matches() const { return shown_.get(); }
  /// Whether the matches belong to the current text.
  [[nodiscard]] bool current() const { return current_; }
  /// Whether there are matches of the text as it is now, at least in an earlier state of the trace.
  [[nodiscard]] bool answers_text() const { return shown_ != nullptr && shown_for_.text == text; }
  /// Remembers a step that was asked for before its matches were known, for take_owed().
  void owe(Direction step) { owed_.push_back(step); }
  /// The next of the remembered steps, once it can be taken.
  std::optional<Direction> take_owed();
  /// "3 of 241 · 12.79 ms", or the error in the expression.
  [[nodiscard]] const std::string& facts(EventId selected);

 private:
  struct Key {
    std::uint64_t generation = 0;
    std::string text;
    friend bool operator==(const Key&, const Key&) = default;
  };

  std::shared_ptr<const SearchMatches> shown_;
  Key shown_for_;
  bool current_ = true;
  std::deque<Direction> owed_;
  std::string facts_;
  const SearchMatches* facts_of_ = nullptr;
  EventId facts_selected_ = EventId::None;
  Background<Key, SearchMatches> found_;
};

}  // namespace lanescope
