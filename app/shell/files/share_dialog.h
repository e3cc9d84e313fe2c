// What is said and asked before a trace is shared as one HTML file.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/shell/files/share_view.h"
#include "app/widgets/draw/ui.h"
#include "app/workspace/traces/open_trace.h"
#include "core/base/result.h"
#include "core/view/results/background.h"

namespace lanescope {

class ShareDialog {
 public:
  /// `wake`: requests a frame, from any thread.
  explicit ShareDialog(std::function<void()> wake) : wake_(std::move(wake)) {}

  void open() { open_ = true; }
  void close();
  [[nodiscard]] bool is_open() const { return open_; }
  /// Whether names are replaced: the choice of the last time, until the program ends.
  [[nodiscard]] bool redacts() const { return redact_; }

  /// Only while it is open, for a trace that can be shared; `other`: run B; null: none. True if it
  /// is to be shared, which also closes the dialog.
  bool draw(const Ui& ui, const OpenTrace& trace, const OpenTrace* other);

 private:
  using Runs = std::array<const Snapshot*, 2>;
  using Counts = Result<std::vector<NameCount>>;

  void draw_names(const Ui& ui, Rect& inner, const OpenTrace& trace, const OpenTrace* other);
  std::string counts_text(const OpenTrace& trace, const OpenTrace* other);

  std::function<void()> wake_;
  bool open_ = false;
  bool redact_ = false;
  std::optional<Latest<Runs, Counts>> counts_;  // exists while they are shown; its end stops it
};

}  // namespace lanescope
