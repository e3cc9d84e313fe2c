#include "core/session/shared_notes.h"

#include "core/base/time.h"
#include "core/export/trace_writer.h"
#include "core/readers/json/event_text.h"

namespace lanescope {

JsonArray shared_notes(Bookmarks bookmarks, const Snapshot& trace, Redaction* redaction) {
  const Ns moved_ns = moved_base_ns(trace);
  for (Mark& mark : bookmarks.marks) {
    mark.range = {saturating_sub(mark.range.begin_ns, moved_ns),
                  saturating_sub(mark.range.end_ns, moved_ns)};
    if (redaction == nullptr) continue;
    mark.name = redaction->mark(mark.name);
    if (!mark.note.empty()) (void)redaction->mark(mark.note);
    mark.note.clear();
  }
  const auto json = parse_json_object(bookmarks_text(bookmarks));
  const JsonValue* marks = json.ok() ? json.value().find("marks") : nullptr;
  return marks != nullptr && marks->array() != nullptr ? *marks->array() : JsonArray{};
}

}  // namespace lanescope
