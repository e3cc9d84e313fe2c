// An open trace: its view, its saved marks, and its current tab.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "app/panes/pane/program_log.h"
#include "app/panes/pane/trace_view.h"
#include "core/session/bookmark_file.h"

namespace lanescope {

/// Draws a trace. Created and used by the window; kept here because its workers use the trace.
struct TracePanes;

/// UI thread only, but may be destroyed on another.
struct OpenTrace {
  struct Source {
    std::string path;
    Session::Kind kind = Session::Kind::File;
    std::shared_ptr<ProgramLog> output = {};  // of the recorded program; may be null
    BesideTrace beside = {};
  };
  /// Starts loading immediately. `own_folder`: for bookmarks that cannot be saved next to the
  /// trace; empty: nowhere.
  OpenTrace(Source source, const std::function<void()>& wake, const std::string& own_folder);
  /// Also saves marks made in the last frame.
  ~OpenTrace() { sync_bookmark_file(); }
  OpenTrace(const OpenTrace&) = delete;
  OpenTrace& operator=(const OpenTrace&) = delete;

  /// Call once per frame: takes marks that were loaded, passes on marks that were changed.
  void sync_bookmark_file();
  /// Nothing moves, and all results match the current selection. Ignores the panes, because a pane
  /// that is not drawn does not notice when what it waits for arrives.
  [[nodiscard]] bool quiet() const;
  [[nodiscard]] const std::string& path() const { return view.session().path(); }
  [[nodiscard]] Session::State state() const { return view.session().state(); }

  /// Empty if there are no tabs.
  [[nodiscard]] std::string_view tab_title() const;
  /// Keeps the current tab if this trace does not have that one.
  void show_tab(std::string_view title);

  TraceView view;
  BookmarkFile bookmark_file;
  std::uint64_t saved_marks = 0;  // generation that was saved
  std::shared_ptr<ProgramLog> output;
  std::vector<std::string_view> tab_titles;
  std::size_t tab = 0;                // index into `tab_titles`
  std::shared_ptr<TracePanes> panes;  // last: its workers end before what they use; may be null
};

}  // namespace lanescope
