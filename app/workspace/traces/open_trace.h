// An open trace: what is seen of it, its marks on the disk, and which tab is in front.
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

/// What draws a trace. The window makes it and looks into it; here it is only kept, as its workers
/// use the trace.
struct TracePanes;

/// UI thread only, but it may be destroyed on another.
struct OpenTrace {
  struct Source {
    std::string path;
    Session::Kind kind = Session::Kind::File;
    std::shared_ptr<ProgramLog> output = {};  // of the program that was recorded; null: none
  };
  /// Starts loading at once. `own_folder`: where bookmarks go that can not lie beside the trace;
  /// empty: nowhere.
  OpenTrace(Source source, const std::function<void()>& wake, const std::string& own_folder);
  /// What was marked in the last frame is kept too.
  ~OpenTrace() { sync_bookmark_file(); }
  OpenTrace(const OpenTrace&) = delete;
  OpenTrace& operator=(const OpenTrace&) = delete;

  /// Once a frame: takes what was read, hands over what was changed.
  void sync_bookmark_file();
  /// Nothing moves, and everything belongs to what is selected now. The panes are not asked: one
  /// that is not drawn does not hear of what it waits for.
  [[nodiscard]] bool quiet() const;
  [[nodiscard]] const std::string& path() const { return view.session().path(); }
  [[nodiscard]] Session::State state() const { return view.session().state(); }

  /// Empty where there are no tabs.
  [[nodiscard]] std::string_view tab_title() const;
  /// Traces do not all have the same tabs; without that one the tab stays.
  void show_tab(std::string_view title);

  TraceView view;
  BookmarkFile bookmark_file;
  std::uint64_t saved_marks = 0;  // generation that the side file has
  std::shared_ptr<ProgramLog> output;
  std::vector<std::string_view> tab_titles;
  std::size_t tab = 0;                // of `tab_titles`
  std::shared_ptr<TracePanes> panes;  // last: its workers end before what they use; null: none
};

}  // namespace lanescope
