// A list filtered by typing: all commands, or the lanes of the trace. Enter or a click chooses the
// highlighted row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/widgets/draw/ui.h"

namespace lanescope {

class MainWindow;
struct Command;

class Palette {
 public:
  enum class Kind : std::uint8_t { Commands, Lanes };

  /// What was chosen; one member is set.
  struct Choice {
    const Command* command = nullptr;
    std::string tab;   // title of the tab
    std::string lane;  // key of the lane
  };

  /// `filter` is what has been typed so far: typing goes on behind it.
  void open(Kind kind, std::string filter = {});
  [[nodiscard]] bool is_open() const { return open_; }
  void close() { open_ = false; }
  std::optional<Choice> draw(const Ui& ui, const MainWindow& window);

 private:
  struct Row {
    std::string title;
    std::string facts;  // dim, after the title
    std::string keys;   // on the right
    bool enabled = true;
    int score = 0;
    std::vector<std::uint32_t> places;  // bytes of the title that match the filter
    Choice choice;
  };

  void refresh(const MainWindow& window);
  void add_commands(const MainWindow& window);
  void add_tabs(const MainWindow& window);
  void add_lanes(const MainWindow& window);
  /// `words`: others under which it is found.
  void add(Row row, std::string_view words = {});
  void handle_keys(float view_px, float row_px);
  std::optional<Choice> draw_content(const Ui& ui, Rect box);
  std::optional<Choice> draw_rows(const Ui& ui, Rect area);
  void draw_row(const Ui& ui, Rect rect, const Row& row, bool highlighted) const;

  bool open_ = false;
  bool take_focus_ = false;
  bool typing_ = false;  // opened in the middle of a word, which its field does not yet have
  bool stale_ = false;
  Kind kind_ = Kind::Commands;
  std::uint64_t generation_ = 0;  // of the trace, when the rows were built
  std::string filter_;
  std::vector<Row> rows_;
  std::size_t highlighted_ = 0;
  float scroll_px_ = 0;
};

}  // namespace lanescope
