#include "app/panes/ranks/sentences.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "app/widgets/draw/icons.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/tooltip.h"
#include "core/view/ranks/headlines.h"
#include "core/view/ranks/text.h"

namespace lanescope {
namespace {

constexpr float kLinePx = 26, kIconPx = 20;
constexpr int kMostLines = 3, kMostBriefLines = 2;

}  // namespace

RanksSentences::RanksSentences(const RanksFrame& frame, float width_px, bool brief)
    : frame_(frame), brief_(brief) {
  const Ui& ui = frame.ui;
  const RanksPicture& run = frame.view.run();
  const std::string title = unaligned_title(run);
  headlines_ = ranks_headlines(run.analysis);
  std::string facts = ranks_facts(run);
  if (!title.empty()) {
    // Why nothing is said of them together is no name for them.
    facts = headlines_.front() + " · " + facts;
    headlines_ = {title};
  }
  whole_summary_ = headlines_.front();
  summary_ = {whole_summary_, &ui.face().strong, ui.color().text};
  advice_ = {std::move(facts), &ui.face().ui, ui.color().dim};
  warns_ = !run.analysis.findings.empty();
  fit(summary_, width_px);
  if (summary_.cut) shorten_summary(width_px);
  if (warns_) {
    advice_ = {ranks_advice(run.analysis, summary_.text), &ui.face().ui, ui.color().text,
               ui.px(kIconPx)};
  }
  fit(advice_, width_px);
}

/// To the first headline that fits, so that its value can be read whole.
void RanksSentences::shorten_summary(float width_px) {
  shortened_ = true;
  for (const std::string& headline : headlines_) {
    summary_.text = headline;
    fit(summary_, width_px);
    if (!summary_.cut) return;
  }
}

void RanksSentences::fit(Sentence& sentence, float width_px) const {
  const Face& face = *sentence.face;
  const float height =
      draw_text_wrapped(nullptr, face, {}, width_px - sentence.left_px, 0, sentence.text);
  const int lines = std::max(1, static_cast<int>(std::lround(height / face.size_px)));
  const int most = brief_ ? kMostBriefLines : kMostLines;
  sentence.cut = lines > most;
  sentence.lines = std::min(lines, most);
}

float RanksSentences::height_of(const Sentence& sentence) const {
  return frame_.ui.px(kLinePx) + static_cast<float>(sentence.lines - 1) * sentence.face->size_px;
}

float RanksSentences::height_px() const {
  return height_of(summary_) + (brief_ ? 0 : height_of(advice_));
}

void RanksSentences::draw(Rect area) const {
  const Ui& ui = frame_.ui;
  const Rect all = area;
  const Rect first = area.cut_top(height_of(summary_));
  ui.mark("ranks.sentence", first);
  draw_one(summary_, first);
  if (brief_) return draw_all(first);
  const Rect second = area.cut_top(height_of(advice_));
  if (warns_) {
    ui.mark("ranks.finding", second);
    const Face& icons = ui.face().icon;
    const Rect line{second.x0, second.y0, second.x1, second.y0 + ui.px(kLinePx)};
    draw_text(icons, {line.x0, centered_y(icons, line)}, ui.color().warning, icon::kWarning);
  }
  draw_one(advice_, second);
  draw_all({all.x0, all.y0, all.x1, second.y1});
}

void RanksSentences::draw_one(const Sentence& sentence, Rect rect) const {
  const Face& face = *sentence.face;
  const float y = rect.y0 + (frame_.ui.px(kLinePx) - face.size_px) / 2;
  const ImVec2 at{rect.x0 + sentence.left_px, std::floor(y)};
  const float width = rect.x1 - at.x;
  if (sentence.lines == 1) {
    draw_text_fitted(face, at, width, sentence.color, sentence.text);
  } else {
    draw_text_wrapped(ImGui::GetWindowDrawList(), face, at, width, sentence.color, sentence.text,
                      brief_ ? kMostBriefLines : kMostLines);
  }
}

/// A tooltip with what cannot be read whole, and with the size of the problem.
void RanksSentences::draw_all(Rect area) const {
  const Ui& ui = frame_.ui;
  std::vector<TooltipLine> lines;
  const auto add = [&](std::string_view text) {
    const ImU32 color = lines.empty() ? ui.color().text : ui.color().dim;
    lines.push_back({"", text, color, &ui.face().ui});
  };
  if (shortened_ || summary_.cut) add(whole_summary_);
  if (brief_ || advice_.cut) add(advice_.text);
  if (warns_) add(frame_.view.run().analysis.findings.front().title);
  if (lines.empty() || !ImGui::IsWindowHovered() || !area.contains(ImGui::GetIO().MousePos)) return;
  draw_tooltip(ui, ImGui::GetIO().MousePos, lines);
}

}  // namespace lanescope
