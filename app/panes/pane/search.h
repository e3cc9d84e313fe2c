// A search in the open trace: what was written, what was found. Runs beside the window; a newer
// text silences the older.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "core/view/navigation/search_model.h"
#include "core/view/results/background.h"

namespace lanescope {

class Search {
 public:
  explicit Search(const std::function<void()>& wake) : found_(wake, Urgency::Quick) {}

  /// What was written; empty: no search.
  std::string text;

  /// Once a frame: asks for the matches of `text` in the snapshot, whose texts `read` gives.
  void refresh(const std::shared_ptr<const Snapshot>& snapshot, std::uint64_t generation,
               const ReadEvent& read);
  /// Null while there is no search, or nothing known yet. While a newer search runs these are the
  /// last one's.
  [[nodiscard]] const SearchMatches* matches() const { return shown_.get(); }
  /// They belong to what is written.
  [[nodiscard]] bool current() const { return current_; }
  /// "3 of 241 · 12.79 ms", or what is wrong with the expression.
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
  std::string facts_;
  const SearchMatches* facts_of_ = nullptr;
  EventId facts_selected_ = EventId::None;
  Background<Key, SearchMatches> found_;
};

}  // namespace lanescope
