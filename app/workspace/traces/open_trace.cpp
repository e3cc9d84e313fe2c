#include "app/workspace/traces/open_trace.h"

#include <algorithm>
#include <utility>

namespace lanescope {

OpenTrace::OpenTrace(Source source, const std::function<void()>& wake,
                     const std::string& own_folder)
    : view(source.path, wake, source.kind, source.beside),
      bookmark_file(BookmarkFile::places_of(source.path, own_folder), wake),
      saved_marks(view.marks.generation()),
      output(std::move(source.output)) {}

void OpenTrace::sync_bookmark_file() {
  if (const auto read = bookmark_file.take_read()) {
    const bool marked = saved_marks != view.marks.generation();  // before the file was read
    view.edits.adopt(view, *read);
    if (!marked) saved_marks = view.marks.generation();
  }
  if (saved_marks == view.marks.generation()) return;
  saved_marks = view.marks.generation();
  bookmark_file.save(view.marks.all());
}

bool OpenTrace::quiet() const {
  return !view.animating() && bookmark_file.idle() && !view.session().choosing_steps() &&
         view.search.current() && !view.insights.busy();
}

std::string_view OpenTrace::tab_title() const {
  return tab < tab_titles.size() ? tab_titles[tab] : std::string_view();
}

void OpenTrace::show_tab(std::string_view title) {
  const auto found = std::ranges::find(tab_titles, title);
  if (found != tab_titles.end()) tab = static_cast<std::size_t>(found - tab_titles.begin());
}

}  // namespace lanescope
