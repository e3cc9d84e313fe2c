#include "app/cli/events/search_json.h"

#include <string>
#include <utility>

#include "app/cli/events/event_line.h"
#include "app/cli/output/printable.h"

namespace lanescope {

void write_search_json(const FoundPage& page, const std::function<void(std::string_view)>& write) {
  constexpr std::size_t kPieceBytes = 64U << 10;
  std::string text;
  JsonWriter out(text);
  out.begin_object(JsonLayout::Spaced);
  out.member("count", page.found.events.size());
  out.member("total_dur_ns", page.found.total_dur_ns);
  out.member("gpu_dur_ns", page.found.gpu_dur_ns);
  out.member("host_dur_ns", page.found.total_dur_ns - page.found.gpu_dur_ns);
  out.key("events");
  out.begin_array(JsonLayout::Indented);
  for (std::size_t i = page.begin; i < page.end; ++i) {
    const auto line = event_line(page.trace, page.found.events[i]);
    write_json(out, event_line_json(page.trace, page.lanes, *line));
    if (text.size() < kPieceBytes) continue;
    write(with_escaped_controls(std::move(text)));
    text.clear();
  }
  out.end();
  out.end();
  write(with_escaped_controls(std::move(text)));
}

}  // namespace lanescope
