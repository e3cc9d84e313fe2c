#include "app/shell/window/top_bar.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/panes/pane/trace_actions.h"
#include "app/shell/attach/progress.h"
#include "app/shell/keys/commands.h"
#include "app/shell/record/strip.h"
#include "app/shell/window/main_window.h"
#include "app/widgets/button.h"
#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/shapes.h"
#include "app/widgets/draw/text.h"
#include "app/widgets/tooltip.h"
#include "core/base/clamped.h"

namespace lanescope {
namespace {

constexpr float kSearchPx = 560, kMinSearchPx = 160, kSearchAroundPx = 32;
constexpr float kNameShare = 0.45F;  // share of the rest for the name and the load state
constexpr float kLeastPartPx = 60;   // less of a name tells nothing
constexpr float kLeastNamePx = 220;  // the share may be less
constexpr float kSearchIconPx = 32;  // before the text of a field
constexpr float kFactsShare = 0.5F;  // of the room for text, whatever is typed
const std::string kNoFacts;

/// Of "2 of 108 · 3.855 ms on the GPU and 2.675 ms on the host", as much as there is room for.
std::string_view whole_parts(const Face& face, std::string_view facts, float room_px) {
  constexpr std::string_view kPart = " · ", kSide = " and ";
  while (text_width(face, facts) > room_px) {
    const std::size_t part = facts.rfind(kPart), side = facts.rfind(kSide);
    if (part == facts.npos) break;
    facts = facts.substr(0, side != facts.npos && side > part ? side : part);
  }
  return facts;
}

/// The error in the expression, below the field.
void draw_problem(const Ui& ui, Rect field, std::string_view problem) {
  const Face& face = ui.face().small;
  const float pad = ui.px(12);
  const float height = draw_text_wrapped(nullptr, face, {}, field.width() - 2 * pad, 0, problem);
  const Rect box{field.x0, field.y1 + ui.px(6), field.x1, field.y1 + ui.px(22) + height};
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  draw_floating_box(ui, list, box, ui.px(6));
  draw_text_wrapped(&list, face, {box.x0 + pad, box.y0 + ui.px(8)}, field.width() - 2 * pad,
                    ui.color().error, problem);
}

bool is_function_key(const Chord& chord) {
  return chord.key >= ImGuiKey_F1 && chord.key <= ImGuiKey_F12;
}

/// To the match that a key in the field asks for. Of the shortcuts of the commands, a field leaves
/// the function keys free.
std::optional<Direction> pressed_step(const FieldEvents& field, const MainWindow& window) {
  if (field.entered) return ImGui::GetIO().KeyShift ? Direction::Previous : Direction::Next;
  if (!field.active) return std::nullopt;
  const auto is_pressed = [&window](std::string_view id) {
    const CommandKeys keys = window.settings().keys.keys_of(*find_command(id));
    return (is_function_key(keys.first) && pressed(keys.first)) ||
           (is_function_key(keys.second) && pressed(keys.second));
  };
  if (is_pressed("next_match")) return Direction::Next;
  if (is_pressed("previous_match")) return Direction::Previous;
  return std::nullopt;
}

/// The field also opens the command palette.
void open_palette_from(std::string& text, MainWindow& window) {
  if (!text.starts_with(">")) return;
  window.ask(request::OpenPalette{Palette::Kind::Commands, text.substr(1)});
  text.clear();
}

}  // namespace

void TopBar::draw(const Ui& ui, Rect bar, MainWindow& window) {
  const float menus_end = draw_way_back(ui, bar, draw_menus(ui, bar, window), window);
  const float state_begin = draw_load_state(ui, bar, menus_end, window);
  const Rect room{menus_end, bar.y0, state_begin, bar.y1};
  const Workspace& workspace = window.workspace();
  if (workspace.trace() != nullptr) {
    draw_search(ui, room, window);
  } else if (workspace.ranks_in_front() && workspace.ranks()->view() != nullptr) {
    draw_ranks_search(ui, room, window);
  } else if (workspace.ranks_in_front() && workspace.ranks()->fleet() != nullptr) {
    draw_wall_search(ui, room, window);
  }
  fill_rect({bar.x0, bar.y1 - 1, bar.x1, bar.y1}, ui.color().line);
}

float TopBar::draw_way_back(const Ui& ui, Rect bar, float from_x, MainWindow& window) {
  if (window.workspace().ranks() == nullptr || window.workspace().ranks_in_front()) return from_x;
  const bool of_history = window.workspace().ranks()->history() != nullptr;
  const std::string_view words = of_history ? "‹ All runs" : "‹ All ranks";
  const float wide = text_button_width(ui, words);
  const Rect button{from_x + ui.px(8), bar.y0 + ui.px(7), from_x + ui.px(8) + wide,
                    bar.y1 - ui.px(7)};
  if (text_button(ui, "ranks.back", button, words, true)) window.ask(workspace::BackToRanks{});
  return button.x1;
}

void TopBar::refresh_words(const Session& session, const LoadFacts& facts) {
  // Not compared by the session's address, which the next one may reuse.
  if (words_of_ == session.path() && words_facts_ == facts) return;
  words_of_ = session.path();
  words_facts_ = facts;
  const bool loading = facts.state == Session::State::Loading;
  name_ = session_name(session);
  words_ = !loading         ? load_done_text(facts)
           : facts.stopping ? load_progress_text(facts)
                            : load_progress_text(facts) + " · Esc to stop";
}

float TopBar::draw_recording(const Ui& ui, Rect bar, float from_x, MainWindow& window) {
  const RecordStripChoice choice =
      draw_record_strip(ui, bar, from_x, bar.x1 - ui.px(14), *window.workspace().recording());
  if (choice.pause) window.ask(workspace::PauseRecording{});
  if (choice.stop) window.ask(workspace::StopRecording{});
  return choice.begin_x;
}

float TopBar::draw_load_state(const Ui& ui, Rect bar, float from_x, MainWindow& window) {
  const Workspace& workspace = window.workspace();
  if (workspace.recording() != nullptr) return draw_recording(ui, bar, from_x, window);
  // A window without a trace has a page for it.
  const bool shows = workspace.trace() != nullptr || workspace.ranks() != nullptr;
  if (shows && workspace.attachment() != nullptr && workspace.attachment()->state().stage) {
    const AttachStripChoice choice =
        draw_attach_strip(ui, bar, bar.x1 - ui.px(14), *workspace.attachment());
    if (choice.cancel) window.ask(workspace::CancelAttach{});
    return choice.begin_x;
  }
  const Session* session = workspace.shown_session();
  const float right = bar.x1 - ui.px(14);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  if (session == nullptr && workspace.ranks() != nullptr) {
    const OpenRanks& ranks = *workspace.ranks();
    const std::string text = ranks.name() + " · " + ranks.words(window.options().shows_costs);
    const Face& small = ui.face().small;
    const bool searches = ranks.view() != nullptr || ranks.fleet() != nullptr;
    const float search_px = searches ? ui.px(kMinSearchPx + kSearchAroundPx) : 0;
    const float all = right - from_x - ui.px(14);
    // The name gives way to the search, unless nothing would be left of it.
    const float room = all - search_px < ui.px(kLeastPartPx) ? all : all - search_px;
    const float wide = std::ceil(text_width(small, text));
    if (wide <= room) {
      draw_text_right(list, small, right, centered_y(small, bar), ui.color().dim, text);
      return right - wide - ui.px(14);
    }
    if (room < ui.px(kLeastPartPx)) return right;  // the menus need it all
    draw_text_ends(list, small, {right - room, centered_y(small, bar)}, room, ui.color().dim, text);
    return right - room - ui.px(14);
  }
  if (session == nullptr) return right;
  LoadFacts facts = load_facts(*session);
  facts.timed = window.options().shows_costs;
  const bool loading = facts.state == Session::State::Loading;
  refresh_words(*session, facts);
  const std::string& name = name_;
  const std::string& words = words_;
  const Face& face = ui.face().small;
  const float y = centered_y(face, bar);
  const float words_px = text_width(face, words);
  if (loading) {
    draw_progress_bar(ui, list, {bar.x0, bar.y1 - ui.px(2), bar.x1, bar.y1}, load_share(facts));
  }
  const float gap = ui.px(14);
  const float all = right - from_x;
  const float free = all - gap - ui.px(kMinSearchPx + kSearchAroundPx);  // without the search
  // A finished load tells less than the name: the status line has the number of events too.
  const float name_px = text_width(face, name);
  const float least_px = std::min(name_px, ui.px(kLeastNamePx));
  const bool with_words = words_px + (loading ? 0 : least_px + gap) <= free;
  float begin = right;
  if (with_words) {
    draw_text_right(list, face, right, y, ui.color().dim, words);
    ui.mark("load_state", {right - words_px, bar.y0, right, bar.y1});
    begin -= words_px + gap;
  }
  const float taken = right - begin;
  const float share = std::max(all * kNameShare - taken, ui.px(kLeastNamePx));
  const float room = std::min({name_px, share, free - taken});
  if (room < std::min(name_px, ui.px(kLeastPartPx))) return begin;
  draw_text_ends(list, face, {std::floor(begin - room), y}, room + 1, ui.color().text, name);
  ui.mark("trace_name", {begin - room, bar.y0, begin, bar.y1});
  return begin - room - gap;
}

std::optional<FieldEvents> TopBar::draw_search_field(const Ui& ui, Rect room, std::string& text,
                                                     const SearchWords& words) {
  const float least = ui.px(kMinSearchPx);
  if (room.width() < least + ui.px(kSearchAroundPx)) return std::nullopt;
  // Centered in the window if there is room, else in what is left.
  const float width = std::min(ui.px(kSearchPx), room.width() - ui.px(kSearchAroundPx));
  const float middle = ImGui::GetIO().DisplaySize.x / 2 - width / 2;
  const float x = std::floor(clamped(middle, room.x0 + ui.px(16), room.x1 - ui.px(16) - width));
  const Rect field{x, room.y0 + ui.px(6), x + width, room.y1 - ui.px(6)};
  // What is typed comes first, then the facts.
  const Face& face = ui.face().small;
  const float gap = ui.px(16);
  const float text_px = field.width() - ui.px(kSearchIconPx) - ui.px(8) - gap;
  const float beside_px = text_px - text_width(ui.face().ui, text) - ui.px(8);
  const float facts_room = std::floor(std::max(beside_px, text_px * kFactsShare));
  const std::string_view facts =
      words.bad ? std::string_view() : whole_parts(face, words.facts, beside_px);
  const float facts_px = facts.empty() ? 0 : std::min(text_width(face, facts), facts_room) + gap;
  const EnterKeepsFocus steps_on;
  const FieldEvents events =
      text_field(ui, "search", field, text, words.hint, icon::kSearch, take_focus_, facts_px);
  take_focus_ = false;
  if (facts_px > 0) {
    const Rect place{field.x1 - ui.px(10) - (facts_px - gap), field.y0, field.x1, field.y1};
    draw_text_right_fitted(*ImGui::GetWindowDrawList(), face, field.x1 - ui.px(10),
                           centered_y(face, field), facts_px - gap + 1,
                           words.current ? ui.color().dim : ui.color().faint, facts);
    ui.mark("search.facts", place);
    // A field with the keyboard is the active item.
    const bool hovered = ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem) &&
                         place.contains(ImGui::GetIO().MousePos);
    if (facts != words.facts && hovered && words.problem.empty()) draw_hint(ui, field, words.facts);
  }
  if (!words.problem.empty() && events.active) draw_problem(ui, field, words.problem);
  return events;
}

void TopBar::draw_search(const Ui& ui, Rect room, MainWindow& window) {
  TraceView& view = window.workspace().trace()->view;
  Search& search = view.search;
  SearchWords words{search.text.empty() ? kNoFacts : search.facts(view.selection.primary())};
  words.current = search.current();
  if (const SearchMatches* matches = search.matches()) {
    words.bad = !matches->error.empty();
    words.problem = words.bad ? matches->error : matches->hint;
  }
  const auto events = draw_search_field(ui, room, search.text, words);
  if (!events) return;
  if (const auto step = pressed_step(*events, window)) go_to_match(view, *step);
  take_owed_steps(view);
  if (events->cancelled) search.text.clear();
  open_palette_from(search.text, window);
}

void TopBar::draw_ranks_search(const Ui& ui, Rect room, MainWindow& window) {
  RanksView& view = *window.workspace().ranks()->view();
  RanksSearch& search = view.search;
  SearchWords words{search.text.empty() ? kNoFacts : search.facts(view.run(), view.event())};
  words.current = search.current();
  if (const RanksMatches* matches = search.matches()) {
    words.bad = !matches->error.empty();
    words.problem = words.bad ? matches->error : matches->hint;
  }
  const auto events = draw_search_field(ui, room, search.text, words);
  if (!events) return;
  if (const auto step = pressed_step(*events, window)) view.go_to_match(*step);
  if (events->cancelled) search.text.clear();
  open_palette_from(search.text, window);
}

void TopBar::draw_wall_search(const Ui& ui, Rect room, MainWindow& window) {
  FleetView& view = *window.workspace().ranks()->fleet();
  const std::string facts = view.search.facts(view.rank());
  SearchWords words{facts};
  words.hint = "Search rank, host or process group";
  const auto events = draw_search_field(ui, room, view.search.text, words);
  if (!events) return;
  if (const auto step = pressed_step(*events, window)) view.go_to_match(*step);
  if (events->cancelled) view.search.text.clear();
  open_palette_from(view.search.text, window);
}

}  // namespace lanescope
