// An open trace with the panes that show it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/details/details.h"
#include "app/panes/pane/output.h"
#include "app/panes/pane/pane.h"
#include "app/panes/pane/trace_view.h"
#include "app/panes/timeline/timeline.h"
#include "app/widgets/tabs.h"
#include "core/session/side_file.h"

namespace lanescope {

struct OpenTrace {
  /// `own_folder`: where bookmarks go that can not lie beside the trace; empty: nowhere.
  OpenTrace(const std::string& path, const std::function<void()>& wake,
            const std::string& own_folder, Session::Kind kind = Session::Kind::File)
      : view(path, wake, kind),
        side_file(SideFile::places_of(path, own_folder), wake),
        details(view),
        bottom(make_bottom_panes(view)) {}

  /// What was marked in the last frame is kept too.
  ~OpenTrace() { sync_side_file(); }
  OpenTrace(const OpenTrace&) = delete;
  OpenTrace& operator=(const OpenTrace&) = delete;

  /// Once a frame: takes what was read, hands over what was changed.
  void sync_side_file() {
    if (const auto read = side_file.take_read()) {
      const bool marked = !view.marks.all().empty();  // faster than the disk
      view.adopt_bookmarks(*read);
      if (!marked) saved_marks = view.marks.generation();
    }
    if (saved_marks == view.marks.generation()) return;
    saved_marks = view.marks.generation();
    side_file.save(view.marks.all());
  }

  /// Nothing moves, and everything belongs to what is selected now. The panes are not asked: one
  /// that is not drawn does not hear of what it waits for.
  [[nodiscard]] bool quiet() const {
    return !view.animating() && side_file.idle() && view.search.current() && !view.insights.busy();
  }

  /// A tab with what the program wrote while it was recorded.
  void show_output_of(const std::shared_ptr<ProgramLog>& log) {
    bottom.insert(bottom.begin() + 1, make_output_pane(log));
  }

  [[nodiscard]] std::string_view tab_title() const { return bottom[tab]->title(); }
  /// Traces do not all have the same tabs; without that one the tab stays.
  void show_tab(std::string_view title) {
    const auto found =
        std::ranges::find_if(bottom, [title](const auto& p) { return p->title() == title; });
    if (found != bottom.end()) tab = static_cast<std::size_t>(found - bottom.begin());
  }

  TraceView view;  // first: the panes' workers use it
  SideFile side_file;
  std::uint64_t saved_marks = 0;  // generation that the side file has
  Timeline timeline;
  DetailsPane details;
  std::vector<std::unique_ptr<Pane>> bottom;
  std::size_t tab = 0;    // of `bottom`
  std::vector<Tab> tabs;  // as drawn last; here so that frames need no memory
};

}  // namespace lanescope
