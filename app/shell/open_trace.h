// An open trace with the panes that show it.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/panes/details.h"
#include "app/panes/pane.h"
#include "app/panes/timeline.h"
#include "app/panes/trace_view.h"
#include "app/widgets/tabs.h"

namespace lanescope {

struct OpenTrace {
  OpenTrace(const std::string& path, const std::function<void()>& wake)
      : view(path, wake), details(view), bottom(make_bottom_panes(view)) {}

  /// Nothing moves, and everything shown belongs to what is selected now.
  [[nodiscard]] bool quiet() const {
    return !view.animating() && view.search.current() && !details.busy() &&
           std::ranges::none_of(bottom, [](const auto& p) { return p->busy(); });
  }

  TraceView view;  // first: the panes' workers use it
  Timeline timeline;
  DetailsPane details;
  std::vector<std::unique_ptr<Pane>> bottom;
  std::size_t tab = 0;    // of `bottom`
  std::vector<Tab> tabs;  // as drawn last; here so that frames need no memory
};

}  // namespace lanescope
