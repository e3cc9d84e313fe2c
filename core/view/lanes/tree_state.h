// The user's changes to the lane tree, by lane and group key, so they carry over to new snapshots
// and other traces. Plain data that the settings can save and restore.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lanescope {

/// Rows of slices that a lane shows instead of its first ones, so that a selected event is among
/// them.
struct RowWindow {
  std::uint32_t first = 0, rows = 0;
  std::uint32_t row = 0;  // that of the event
  friend bool operator==(const RowWindow&, const RowWindow&) = default;
};

/// Rows of slices that the user has chosen for a lane.
struct RowChoice {
  std::uint32_t most = 0;  // 0: as many as fit at first
  std::optional<std::uint32_t> first =
      {};  // the topmost one; nullopt: where the lane begins itself
  friend bool operator==(const RowChoice&, const RowChoice&) = default;
};

/// What makes lanes and groups high or low, by key: copied to come back to it.
struct LaneHeights {
  std::set<std::string> folded, unfolded;
  std::map<std::string, RowChoice> rows;
  std::map<std::string, RowWindow> windows;
  friend bool operator==(const LaneHeights&, const LaneHeights&) = default;
};

class LaneTreeState {
 public:
  // Folded groups show only their header, folded lanes only their first row.
  void toggle_folded(const std::string& key);
  void set_folded(const std::string& key, bool folded);
  [[nodiscard]] bool folded(const std::string& key) const {
    return heights_.folded.contains(key) ||
           (folded_at_first_.contains(key) && !heights_.unfolded.contains(key));
  }
  /// Folded until the user folds or unfolds them.
  void set_folded_at_first(std::set<std::string> keys);
  [[nodiscard]] bool folded_at_first(const std::string& key) const {
    return folded_at_first_.contains(key);
  }

  /// Hides a lane or an entire group.
  void hide(const std::string& key);
  /// Unhides what was hidden last and returns its key; nullopt if nothing is hidden.
  std::optional<std::string> undo_hide();
  /// Hides exactly these.
  void set_hidden(const std::vector<std::string>& keys);
  void show(const std::string& key);
  void show_all();
  [[nodiscard]] bool hidden(const std::string& key) const;
  /// In the order in which they were hidden.
  [[nodiscard]] const std::vector<std::string>& hidden_keys() const { return hidden_; }

  // Pinned lanes stay at the top, in the order in which they were pinned or moved.
  void toggle_pinned(const std::string& key);
  /// Before another pinned lane, or behind all of them if that is empty.
  void move_pinned(const std::string& key, const std::string& before);
  [[nodiscard]] bool pinned(const std::string& key) const;
  [[nodiscard]] const std::vector<std::string>& pinned_keys() const { return pinned_; }

  /// The most rows a lane shows. 0: the user has not chosen, so as many as fit at first.
  static constexpr std::uint32_t kAllRows = 0xFFFFFFFF;
  void set_row_cap(const std::string& key, std::uint32_t rows) { set_rows(key, {rows}); }
  [[nodiscard]] std::uint32_t row_cap(const std::string& key) const { return rows(key).most; }
  /// The same with the row that a lane begins with, to show more of them on one side only.
  void set_rows(const std::string& key, const RowChoice& rows);
  [[nodiscard]] RowChoice rows(const std::string& key) const;
  /// Incremented whenever a lane gets its first number of rows back.
  [[nodiscard]] std::uint64_t row_resets() const { return row_resets_; }

  /// Lasts until it is dropped, or the user changes how many rows the lane shows.
  void set_window(const std::string& key, const RowWindow& window);
  void drop_window(const std::string& key);
  /// Null if the lane has none.
  [[nodiscard]] const RowWindow* window(const std::string& key) const;

  [[nodiscard]] const LaneHeights& heights() const { return heights_; }
  void set_heights(const LaneHeights& heights);

  /// For dragging: moves lane (or group) `key` before `before`, or to the end of its siblings if
  /// that is empty. `siblings` are the keys of the group's lanes (or of all groups) in displayed
  /// order; `parent` is the group's key, or "" for groups.
  void move(const std::string& parent, const std::vector<std::string>& siblings,
            const std::string& key, const std::string& before);
  /// The user's order of the children of `parent`; empty if never changed. Keys missing from it
  /// keep their natural position after the preceding sibling.
  [[nodiscard]] const std::vector<std::string>& order(const std::string& parent) const;

  /// Restores the natural tree.
  void reset();

  /// Incremented by every change, for caches of the layout.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  friend bool operator==(const LaneTreeState& a, const LaneTreeState& b) {
    return a.heights_ == b.heights_ && a.hidden_ == b.hidden_ && a.pinned_ == b.pinned_ &&
           a.orders_ == b.orders_;
  }

 private:
  LaneHeights heights_;
  std::set<std::string> folded_at_first_;
  std::vector<std::string> hidden_, pinned_;
  std::map<std::string, std::vector<std::string>> orders_;
  std::uint64_t generation_ = 0, row_resets_ = 0;
};

}  // namespace lanescope
