// The view that a shared page or a link carries, as core/export/shared_page.h writes it.
#pragma once

#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/view/text/time_span.h"

namespace lanescope {

struct ReceivedView {
  std::optional<TimeSpan> range;  // from the start of the trace
  std::string select, tab;        // an expression and a title; may be empty
  std::string file;               // the name of the trace that the view is of; may be empty
  std::string file_b;             // the name of run B, next to that trace; empty: there is none
  bool of_b = false;              // range and selection are those of run B
  std::string notes;              // the text of a file of bookmarks; empty: none
};

/// Every member of the JSON may be missing. Errors: WrongFormat.
Result<ReceivedView> parse_received_view(const std::string& json);

}  // namespace lanescope
