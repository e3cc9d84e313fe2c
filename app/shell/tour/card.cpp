#include "app/shell/tour/card.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "app/widgets/button.h"
#include "app/widgets/draw/sentence.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"

namespace lanescope {
namespace {

constexpr float kCardPx = 380, kPadPx = 16, kMarginPx = 16, kButtonPx = 26;
constexpr float kHeadPx = 20, kTitlePx = 26, kGapPx = 14, kBetweenPx = 6;
constexpr float kRoomPx = 230;        // height, for the card with the most words
constexpr float kStripPx = 118;       // most height
constexpr float kLinePx = 34;         // height
constexpr float kLeastPanePx = 150;   // height of a pane that a strip leaves enough of
constexpr float kLeastLanesPx = 150;  // height of the lanes that a strip leaves enough of
constexpr float kLeastWordsPx = 220;  // beside the buttons of a strip

float overlap(Rect a, Rect b) {
  const Rect both{std::max(a.x0, b.x0), std::max(a.y0, b.y0), std::min(a.x1, b.x1),
                  std::min(a.y1, b.y1)};
  return both.empty() ? 0 : both.width() * both.height();
}

std::optional<Rect> free_corner(const Style& style, Rect lanes, const CardObstacles& keep_off) {
  const float wide = style.px(kCardPx + 2 * kMarginPx), high = style.px(kRoomPx);
  if (lanes.width() < wide || lanes.height() < high) return std::nullopt;
  const float left = lanes.x0 + wide, right = lanes.x1 - wide;
  const float top = lanes.y0 + high, bottom = lanes.y1 - high;
  const std::array corners{
      Rect{right, bottom, lanes.x1, lanes.y1}, Rect{lanes.x0, bottom, left, lanes.y1},
      Rect{right, lanes.y0, lanes.x1, top}, Rect{lanes.x0, lanes.y0, left, top}};
  std::optional<Rect> best;
  float least = std::numeric_limits<float>::max();
  for (const Rect& corner : corners) {
    const bool covers =
        overlap(corner, keep_off.details) > 0 || overlap(corner, keep_off.selected) > 0;
    const float gpu = overlap(corner, keep_off.gpu);
    if (covers || gpu >= least) continue;
    best = corner;
    least = gpu;
  }
  return best;
}

Rect beside_details(Rect strip, Rect details) {
  if (overlap(strip, details) > 0) strip.x1 = details.x0;
  return strip;
}

/// At the bottom of what it lies on, or at the top of the lanes if the selected event is there.
Rect strip_room(Rect under, float high, const CardGround& ground, const CardObstacles& keep_off) {
  const Rect low = beside_details(Rect(under).cut_bottom(high), keep_off.details);
  if (overlap(low, keep_off.selected) == 0) return low;
  return beside_details(Rect{under.x0, ground.lanes.y0, under.x1, ground.lanes.y0 + high},
                        keep_off.details);
}

struct CardButton {
  const char* name;
  const char* label;
  TourChoice means;
  bool primary = false;
};

/// From the right.
std::vector<CardButton> buttons_of(const CardText& text, const char* end = "End tour") {
  if (text.done) return {{"tour.end", "Close", TourChoice::End, true}};
  std::vector<CardButton> buttons;
  if (text.compares) buttons.push_back({"tour.compare", "Compare", TourChoice::Compare, true});
  buttons.push_back({"tour.next", "Skip step", TourChoice::Next});
  buttons.push_back({"tour.end", end, TourChoice::End});
  return buttons;
}

float width_of(const Ui& ui, const std::vector<CardButton>& buttons) {
  float width = 0;
  for (const CardButton& button : buttons)
    width += text_button_width(ui, button.label) + ui.px(kBetweenPx);
  return width;
}

TourChoice draw_buttons(const Ui& ui, Rect row, const std::vector<CardButton>& buttons) {
  TourChoice choice = TourChoice::None;
  for (const CardButton& button : buttons) {
    const Rect at = row.cut_right(text_button_width(ui, button.label));
    row.cut_right(ui.px(kBetweenPx));
    if (text_button(ui, button.name, at, button.label, button.primary)) choice = button.means;
  }
  return choice;
}

float words_height(const Ui& ui, float width, const CardText& text) {
  return draw_sentence(nullptr, ui, ui.face().ui, {}, width, 0, text.words);
}

/// A window of its own, so that the mouse does not reach what lies below.
void begin_card(const Ui& ui, Rect card) {
  ImGui::SetCursorScreenPos(card.min());
  ImGui::BeginChild("tour", card.size(), ImGuiChildFlags_None,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse |
                        ImGuiWindowFlags_NavFlattened);
  draw_floating_box(ui, *ImGui::GetWindowDrawList(), card, ui.px(8));
  ui.mark("tour", card);
}

void draw_head(const Ui& ui, Rect line, std::string_view place) {
  const Face& face = ui.face().head;
  draw_text(*ImGui::GetWindowDrawList(), face, {line.x0, centered_y(face, line.y0, line.y1)},
            ui.color().faint, place);
}

void draw_title(const Ui& ui, Rect line, std::string_view title) {
  const Face& face = ui.face().title;
  draw_text(*ImGui::GetWindowDrawList(), face, {line.x0, centered_y(face, line.y0, line.y1)},
            ui.color().text, title);
}

void draw_words(const Ui& ui, Rect area, const CardText& text) {
  draw_sentence(ImGui::GetWindowDrawList(), ui, ui.face().ui, area.min(), area.width(),
                ui.color().dim, text.words);
}

TourChoice draw_card(const Ui& ui, Rect card, const CardText& text) {
  begin_card(ui, card);
  Rect rest = card.inset(ui.px(kPadPx), ui.px(kPadPx - 4));
  draw_head(ui, rest.cut_top(ui.px(kHeadPx)), text.place);
  draw_title(ui, rest.cut_top(ui.px(kTitlePx)), text.title);
  draw_words(ui, rest, text);
  const TourChoice choice = draw_buttons(ui, rest.cut_bottom(ui.px(kButtonPx)), buttons_of(text));
  ImGui::EndChild();
  return choice;
}

struct StripPlan {
  std::vector<CardButton> buttons;
  float buttons_px = 0;
  bool beside = false;  // the buttons are beside the words
  float height = 0;
};

StripPlan plan_strip(const Ui& ui, Rect room, const CardText& text) {
  StripPlan plan{buttons_of(text)};
  const float inner = room.width() - ui.px(2 * kPadPx);
  plan.buttons_px = width_of(ui, plan.buttons) + ui.px(kGapPx);
  plan.beside = inner - plan.buttons_px >= ui.px(kLeastWordsPx);
  const float words_px = plan.beside ? inner - plan.buttons_px : inner;
  const float below_px = plan.beside ? 0 : ui.px(kButtonPx + kBetweenPx);
  plan.height = ui.px(kTitlePx + 2 * kBetweenPx) + words_height(ui, words_px, text) + below_px;
  return plan;
}

/// One line for place and title, the words below, the buttons beside them if there is room.
TourChoice draw_strip(const Ui& ui, Rect room, const CardText& text, const StripPlan& plan) {
  const Rect strip{room.x0, room.y1 - plan.height, room.x1, room.y1};
  begin_card(ui, strip);
  Rect rest = strip.inset(ui.px(kPadPx), ui.px(kBetweenPx));
  const Rect row =
      plan.beside ? rest.cut_right(plan.buttons_px) : rest.cut_bottom(ui.px(kButtonPx));
  Rect line = rest.cut_top(ui.px(kTitlePx));
  draw_head(ui, line.cut_left(text_width(ui.face().head, text.place) + ui.px(kGapPx)), text.place);
  draw_title(ui, line, text.title);
  draw_words(ui, rest, text);
  const float y = plan.beside ? (row.y0 + row.y1 - ui.px(kButtonPx)) / 2 : row.y0;
  const TourChoice choice =
      draw_buttons(ui, {row.x0, y, row.x1, y + ui.px(kButtonPx)}, plan.buttons);
  ImGui::EndChild();
  return choice;
}

/// For a window in which a strip would hide what its words are about.
TourChoice draw_line(const Ui& ui, Rect room, const CardText& text) {
  const Rect line = room.cut_bottom(ui.px(kLinePx));
  begin_card(ui, line);
  Rect rest = line.inset(ui.px(kPadPx / 2), ui.px((kLinePx - kButtonPx) / 2));
  const std::vector<CardButton> buttons = buttons_of(text, "End");
  const Rect row = rest.cut_right(width_of(ui, buttons));
  const Face& face = ui.face().ui;
  draw_text_fitted(*ImGui::GetWindowDrawList(), face, {rest.x0, centered_y(face, rest.y0, rest.y1)},
                   rest.width() - ui.px(kBetweenPx), ui.color().text, text.brief);
  const TourChoice choice = draw_buttons(ui, row, buttons);
  ImGui::EndChild();
  return choice;
}

}  // namespace

Rect tour_card_room(const Style& style, const CardGround& ground, const CardObstacles& keep_off) {
  if (const auto corner = free_corner(style, ground.lanes, keep_off)) return *corner;
  if (ground.bottom.height() >= style.px(kLeastPanePx))
    return strip_room(ground.bottom, style.px(kStripPx), ground, keep_off);
  const Rect free = ground.lanes.empty() ? ground.timeline : ground.lanes;
  if (free.height() >= style.px(kStripPx + kLeastLanesPx))
    return strip_room(ground.timeline, style.px(kStripPx), ground, keep_off);
  const float line = style.px(kLinePx);
  return strip_room(ground.bottom.height() >= line ? ground.bottom : ground.timeline, line, ground,
                    keep_off);
}

TourChoice draw_tour_card(const Ui& ui, Rect room, const CardText& text) {
  const float width = std::min(ui.px(kCardPx), room.width() - 2 * ui.px(kMarginPx));
  const float high = words_height(ui, width - 2 * ui.px(kPadPx), text) +
                     ui.px(kHeadPx + kTitlePx + kGapPx + kButtonPx) + 2 * ui.px(kPadPx - 4);
  if (high + 2 * ui.px(kMarginPx) > room.height()) {
    const StripPlan plan = plan_strip(ui, room, text);
    return plan.height <= room.height() ? draw_strip(ui, room, text, plan)
                                        : draw_line(ui, room, text);
  }
  const ImVec2 end{room.x1 - ui.px(kMarginPx), room.y1 - ui.px(kMarginPx)};
  return draw_card(ui, {end.x - width, end.y - high, end.x, end.y}, text);
}

}  // namespace lanescope
