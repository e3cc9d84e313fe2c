#include "app/panes/details/lines.h"

#include "core/view/details/detail_words.h"

namespace lanescope {
namespace {

LineClick draw_path(FactColumn& column, const DetailLine& line) {
  LineClick click;
  column.path_begin();
  for (const DetailPart& part : line.parts) {
    if (column.path_part(part.text)) click.go = part.link;
  }
  column.path_end();
  return click;
}

LineClick draw_frame(FactColumn& column, const DetailLine& line) {
  using Click = FactColumn::FrameClick;
  const Click click = column.frame(line.key, line.value, line.style == DetailStyle::Faint);
  if (line.link == EventId::None) return {EventId::None, click != Click::None};
  return {click == Click::Name ? line.link : EventId::None, click == Click::Place};
}

void draw_faint(FactColumn& column, const DetailLine& line) {
  if (!line.exact.empty() || line.key.empty()) {
    column.code(line.value, line.exact, true);
  } else {
    column.note(line.key);
  }
}

}  // namespace

LineClick draw_detail_line(FactColumn& column, const DetailLine& line) {
  if (!line.parts.empty()) return draw_path(column, line);
  if (!line.source.file.empty()) return draw_frame(column, line);
  if (line.link != EventId::None) {
    const bool faint = line.style == DetailStyle::Faint;
    const bool clicked = column.link(line.key, line.key, line.value, faint, line.differs_at);
    return {clicked ? line.link : EventId::None, false};
  }
  if (line.style == DetailStyle::Faint) {
    draw_faint(column, line);
  } else if (!line.key.empty()) {
    column.fact(line.key, line.value, line.exact, detail_words(line.key));
  } else if (line.style == DetailStyle::Code) {
    column.code(line.value, line.exact);
  } else {
    column.text(line.value);
  }
  return {};
}

}  // namespace lanescope
