#include "app/widgets/clipboard.h"

#include <algorithm>
#include <utility>

#include "app/widgets/draw/text.h"
#include "core/base/text/utf8.h"

namespace lanescope {
namespace {

constexpr double kShownS = 1.4;
constexpr double kFadingS = 0.25;
constexpr std::size_t kMostBytes = 60;

/// The start of a text, on one line.
std::string head_of(std::string_view text) {
  std::string head = utf8_head(text, kMostBytes);
  std::ranges::replace_if(
      head, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return head;
}

}  // namespace

void copy_text(const Ui& ui, const std::string& text, std::string_view what) {
  ImGui::SetClipboardText(text.c_str());
  if (ui.copies != nullptr) ui.copies->note_copy(what.empty() ? head_of(text) : what);
}

void CopyNote::note_copy(std::string_view what) {
  text_ = "Copied ";
  text_ += what;
  fresh_ = true;
}

void CopyNote::draw(const Ui& ui, float bottom_px, double now_s) {
  if (std::exchange(fresh_, false)) until_s_ = now_s + kShownS;
  left_s_ = std::max(until_s_ - now_s, 0.0);
  if (left_s_ <= 0) return;
  const Face& face = ui.face().ui;
  const float width = text_width(face, text_) + ui.px(28);
  const float x = std::floor((ImGui::GetIO().DisplaySize.x - width) / 2);
  const float y1 = bottom_px - ui.px(10);
  const Rect box{x, y1 - ui.px(30), x + width, y1};
  ui.mark("copied", box);
  const auto share = static_cast<float>(std::min(left_s_ / kFadingS, 1.0));
  ImDrawList& list = *ImGui::GetForegroundDrawList();
  list.AddRectFilled(box.min(), box.max(), faded(ui.color().raised, share), ui.px(6));
  list.AddRect(box.min(), box.max(), faded(ui.color().line, share), ui.px(6));
  draw_text(list, face, {box.x0 + ui.px(14), centered_y(face, box.y0, box.y1)},
            faded(ui.color().text, share), text_);
}

double CopyNote::next_frame_in_s() const {
  if (fresh_) return 0;
  if (left_s_ <= 0) return -1;
  return std::max(left_s_ - kFadingS, 0.0);
}

}  // namespace lanescope
