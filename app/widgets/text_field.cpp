#include "app/widgets/text_field.h"

#include <array>
#include <cstring>
#include <utility>

#include "imgui_internal.h"

#include "app/widgets/draw/glyph_requests.h"
#include "app/widgets/draw/text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMaxBytes = 4096;

/// Called by ImGui in each frame in which the field has the keyboard.
int complete(ImGuiInputTextCallbackData* data) {
  auto& completion = *static_cast<FieldCompletion*>(data->UserData);
  if (data->EventFlag == ImGuiInputTextFlags_CallbackCompletion) completion.asked = true;
  if (!completion.text) return 0;
  data->DeleteChars(0, data->BufTextLen);
  data->InsertChars(0, completion.text->c_str());
  completion.text.reset();
  return 0;
}

/// The field that was last given the keyboard focus and does not have it yet. 0: none.
ImGuiID awaited_field = 0;

/// Letters that arrive in the frame in which a field gets the focus that it was given. ImGui would
/// drop them; they are typed in the next frame, before what arrives later.
class EarlyLetters {
 public:
  EarlyLetters(ImGuiID field, bool take_focus) : field_(field) {
    if (take_focus) awaited_field = field;
    if (awaited_field == field) letters_ = ImGui::GetIO().InputQueueCharacters;
  }
  /// Call after the field was drawn.
  void keep() const {
    if (awaited_field != field_ || !ImGui::IsItemActivated()) return;
    awaited_field = 0;
    ImVector<ImGuiInputEvent>& queue = ImGui::GetCurrentContext()->InputEventsQueue;
    for (int i = 0; i < letters_.Size; ++i) {
      ImGuiInputEvent event;
      event.Type = ImGuiInputEventType_Text;
      event.Source = ImGuiInputSource_Keyboard;
      event.Text.Char = letters_[i];
      queue.insert(queue.Data + i, event);
    }
  }

 private:
  ImGuiID field_;
  ImVector<ImWchar> letters_;
};

}  // namespace

EnterKeepsFocus::EnterKeepsFocus() {
  ImGui::GetIO().ConfigInputTextEnterKeepActive = true;
}
EnterKeepsFocus::~EnterKeepsFocus() {
  ImGui::GetIO().ConfigInputTextEnterKeepActive = false;
}

FieldEvents text_field(const Ui& ui, const char* id, Rect rect, std::string& text, const char* hint,
                       std::string_view icon, bool take_focus, float reserved_px,
                       FieldCompletion* completion) {
  ui.mark(id, rect);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(rect.min(), rect.max(), ui.color().background, ui.px(6));
  const float icon_px = icon.empty() ? ui.px(10) : ui.px(32);
  draw_text(list, ui.face().icon,
            {rect.x0 + ui.px(11), centered_y(ui.face().icon, rect.y0, rect.y1)}, ui.color().faint,
            icon);
  std::array<char, kMaxBytes> buffer{};
  const std::size_t length = std::min(text.size(), kMaxBytes - 1);
  std::memcpy(buffer.data(), text.data(), length);
  const Face& face = ui.face().ui;
  if (face.requests != nullptr) face.requests->note(*face.font, text);
  const float pad_y = std::floor((rect.height() - face.size_px) / 2);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, pad_y});
  ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
  ImGui::SetCursorScreenPos({rect.x0 + icon_px, rect.y0});
  const float width = rect.width() - icon_px - ui.px(8) - reserved_px;
  ImGui::SetNextItemWidth(width);
  if (take_focus) ImGui::SetKeyboardFocusHere();
  FieldEvents events;
  ImGui::PushID(id);
  ImGuiInputTextFlags flags = ImGuiInputTextFlags_EnterReturnsTrue;
  if (completion != nullptr) {
    completion->asked = false;
    flags |= ImGuiInputTextFlags_CallbackCompletion | ImGuiInputTextFlags_CallbackAlways;
  }
  const EarlyLetters early(ImGui::GetID("##field"), take_focus);
  events.entered = ImGui::InputText("##field", buffer.data(), buffer.size(), flags,
                                    completion != nullptr ? complete : nullptr, completion);
  early.keep();
  events.active = ImGui::IsItemActive();
  // ImGui handles Enter only without Shift.
  const bool shift_enter = ImGui::GetIO().KeyShift && ImGui::IsKeyPressed(ImGuiKey_Enter, false);
  events.entered = events.entered || (events.active && shift_enter);
  // ImGui's field drops the keyboard focus and restores its old text by itself.
  events.cancelled =
      ImGui::IsItemDeactivated() && ImGui::IsKeyPressed(ImGuiKey_Escape, false) && !events.entered;
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
  if (buffer[0] == 0) {
    draw_text_fitted(list, face, {rect.x0 + icon_px, rect.y0 + pad_y}, width,
                     ImGui::GetColorU32(ImGuiCol_TextDisabled), hint);
  }
  if (text != buffer.data()) {
    text = buffer.data();
    events.changed = true;
  }
  list.AddRect(rect.min(), rect.max(),
               events.active ? faded(ui.color().accent, 0.7F) : ui.color().line, ui.px(6));
  return events;
}

void CommitFields::draw(const Ui& ui, const std::string& id, Rect rect, std::string_view value,
                        const char* hint) {
  std::string shown = edited_ == id ? text_ : std::string(value);
  const FieldEvents field = text_field(ui, id.c_str(), rect, shown, hint, "", false);
  if (field.cancelled) {
    if (edited_ == id) cancel();
    return;
  }
  if (!field.active && !field.entered) return;
  if (edited_ != id) {
    finish();
    edited_ = id;
    before_ = value;
  }
  text_ = std::move(shown);
  seen_ = true;
  if (field.entered) finish();
}

std::vector<CommitFields::Commit> CommitFields::take() {
  if (!seen_) finish();  // lost focus, or scrolled out of sight
  seen_ = false;
  return std::exchange(done_, {});
}

void CommitFields::finish() {
  if (edited_.empty()) return;
  if (text_ != before_) done_.push_back({edited_, text_});
  edited_.clear();
}

}  // namespace lanescope
