// What a user did to the lane tree, by lane and group keys, so that it survives new snapshots and
// other traces. Plain data: the settings store may save and restore it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace lanescope {

class LaneTreeState {
 public:
  // Folded groups show their header only, folded lanes their first row only.
  void toggle_folded(const std::string& key);
  void set_folded(const std::string& key, bool folded);
  [[nodiscard]] bool folded(const std::string& key) const {
    return folded_.contains(key) || (folded_at_first_.contains(key) && !unfolded_.contains(key));
  }
  /// These are folded as long as nobody said anything about them.
  void set_folded_at_first(std::set<std::string> keys);
  [[nodiscard]] bool folded_at_first(const std::string& key) const {
    return folded_at_first_.contains(key);
  }

  /// Hides a lane or a whole group.
  void hide(const std::string& key);
  /// Shows again what was hidden last: its key, nullopt when nothing is hidden.
  std::optional<std::string> undo_hide();
  /// Hides these and no others.
  void set_hidden(const std::vector<std::string>& keys);
  void show(const std::string& key);
  void show_all();
  [[nodiscard]] bool hidden(const std::string& key) const;
  /// In the order of hiding.
  [[nodiscard]] const std::vector<std::string>& hidden_keys() const { return hidden_; }

  // Pinned lanes stay at the top, in the order of pinning.
  void toggle_pinned(const std::string& key);
  [[nodiscard]] bool pinned(const std::string& key) const;
  [[nodiscard]] const std::vector<std::string>& pinned_keys() const { return pinned_; }

  /// Fold deep rows: the most rows a lane shows. 0 is nobody's choice: as many as there is room
  /// for at first.
  static constexpr std::uint32_t kAllRows = 0xFFFFFFFF;
  void set_row_cap(const std::string& key, std::uint32_t rows);
  [[nodiscard]] std::uint32_t row_cap(const std::string& key) const;

  /// A drag: lane (or group) `key` goes before `before`, or to the end of its siblings when that is
  /// empty. `siblings` are the keys of the group's lanes (or of all groups) in the order shown;
  /// `parent` is the group's key, or "".
  void move(const std::string& parent, const std::vector<std::string>& siblings,
            const std::string& key, const std::string& before);
  /// The order a user gave the children of `parent`; empty when never moved. Keys not in it keep
  /// their natural place after the sibling they follow.
  [[nodiscard]] const std::vector<std::string>& order(const std::string& parent) const;

  /// Back to the natural tree.
  void reset();

  /// Counts changes, for caches of the layout.
  [[nodiscard]] std::uint64_t generation() const { return generation_; }

  friend bool operator==(const LaneTreeState& a, const LaneTreeState& b) {
    return a.folded_ == b.folded_ && a.unfolded_ == b.unfolded_ && a.hidden_ == b.hidden_ &&
           a.pinned_ == b.pinned_ && a.row_caps_ == b.row_caps_ && a.orders_ == b.orders_;
  }

 private:
  std::set<std::string> folded_, unfolded_;
  std::set<std::string> folded_at_first_;
  std::vector<std::string> hidden_, pinned_;
  std::map<std::string, std::uint32_t> row_caps_;
  std::map<std::string, std::vector<std::string>> orders_;
  std::uint64_t generation_ = 0;
};

}  // namespace lanescope
