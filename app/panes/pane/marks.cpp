#include "app/panes/pane/marks.h"

#include <utility>

namespace lanescope {

void Marks::set_current(std::optional<std::size_t> mark) {
  if (!mark || *mark < bookmarks_.marks.size()) current_ = mark;
}

void Marks::edit(std::optional<std::size_t> mark) {
  if (!mark || *mark < bookmarks_.marks.size()) edited_ = mark;
}

std::optional<std::size_t> Marks::add(Mark mark) {
  if (const auto there = bookmarks_.find(mark.range)) {
    current_ = there;
    return there;
  }
  const auto at = bookmarks_.add(std::move(mark));
  if (!at) return std::nullopt;
  edited_.reset();  // indices have changed
  current_ = at;
  ++generation_;
  return at;
}

void Marks::change(std::size_t mark, Mark to) {
  if (mark >= bookmarks_.marks.size() || bookmarks_.marks[mark] == to) return;
  bookmarks_.marks.erase(bookmarks_.marks.begin() + static_cast<std::ptrdiff_t>(mark));
  current_ = bookmarks_.add(std::move(to));
  edited_.reset();
  ++generation_;
}

void Marks::remove(std::size_t mark) {
  if (mark >= bookmarks_.marks.size()) return;
  bookmarks_.marks.erase(bookmarks_.marks.begin() + static_cast<std::ptrdiff_t>(mark));
  current_.reset();
  edited_.reset();
  ++generation_;
}

void Marks::set_view(std::size_t index, TimeRange range) {
  if (bookmarks_.views.at(index) == range) return;
  bookmarks_.views.at(index) = range;
  ++generation_;
}

void Marks::choose_steps(const std::string& pattern) {
  if (bookmarks_.steps == pattern) return;
  bookmarks_.steps = pattern;
  ++generation_;
}

void Marks::replace(const Bookmarks& bookmarks) {
  if (bookmarks_ == bookmarks) return;
  bookmarks_ = bookmarks;
  current_.reset();
  edited_.reset();
  ++generation_;
}

}  // namespace lanescope
