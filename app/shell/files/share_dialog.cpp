#include "app/shell/files/share_dialog.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/shell/dialogs/dialog_rows.h"
#include "app/widgets/button.h"
#include "app/widgets/dialog.h"
#include "app/widgets/draw/paint.h"
#include "app/widgets/draw/sentence.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr float kWidthPx = 560, kPadPx = 20;
constexpr float kTitlePx = 34, kBetweenPx = 10, kBoxPx = 28, kFootPx = 44;
constexpr float kKeptLines = 3, kCountLines = 3;
constexpr std::size_t kMostKinds = 5;

constexpr std::string_view kAll =
    "This includes all names and metadata in the trace (host, paths, environment), unless names "
    "are replaced.";
constexpr std::string_view kKept =
    "Library names are kept: operators, kernels, CUDA calls, files of installed packages, modules "
    "of torch.nn. All others are replaced: your modules, functions, paths, hosts, metadata. Times "
    "and numbers are kept.";

/// Only measures if `list` is null.
float draw_sentences(const Ui& ui, ImDrawList* list, Rect at, const std::string& contents) {
  float y = at.y0;
  for (const std::string_view sentence : {std::string_view(contents), kAll}) {
    y += draw_sentence(list, ui, ui.face().ui, {at.x0, y}, at.width(), ui.color().text, sentence);
    y += ui.px(kBetweenPx);
  }
  return y - at.y0;
}

/// Room for so many lines, whether or not they are there: nothing moves when the box is ticked.
float lines_px(const Ui& ui, float lines) {
  return lines * ui.face().small.size_px + ui.px(kBetweenPx);
}

/// "312 names will be replaced: functions (120), files (96), modules (40), others (56)"
std::string text_of(const std::vector<NameCount>& counts) {
  std::size_t total = 0, named = 0, kinds = 0;
  std::string list;
  for (const NameCount& kind : counts) {
    total += kind.count;
    if (kinds++ >= kMostKinds) continue;
    named += kind.count;
    list += fmt::format("{}{} ({})", list.empty() ? ": " : ", ", kind.kind, count_text(kind.count));
  }
  if (named < total) list += fmt::format(", others ({})", count_text(total - named));
  return counted(total, "name") + " will be replaced" + list;
}

}  // namespace

void ShareDialog::close() {
  open_ = false;
  counts_.reset();
}

bool ShareDialog::draw(const Ui& ui, const OpenTrace& trace, const OpenTrace* other) {
  const std::string contents = share_contents(trace, other);
  const float text_px =
      draw_sentences(ui, nullptr, {0, 0, ui.px(kWidthPx - 2 * kPadPx), 0}, contents);
  const float names_px = lines_px(ui, kKeptLines) + lines_px(ui, kCountLines);
  const float around_px = kTitlePx + kBoxPx + kFootPx + 2 * kPadPx;
  Dialog dialog(ui, "share.dialog", {kWidthPx, around_px + (text_px + names_px) / ui.style.scale});
  if (!dialog.shown()) return false;
  Rect inner = dialog.area().inset(ui.px(kPadPx), ui.px(kPadPx));
  draw_text(ui.face().title, inner.cut_top(ui.px(kTitlePx)).min(), ui.color().text,
            "Share as one HTML file");
  const Rect foot = inner.cut_bottom(ui.px(kFootPx));
  draw_sentences(ui, ImGui::GetWindowDrawList(), inner.cut_top(text_px), contents);
  draw_names(ui, inner, trace, other);
  const FootChoice choice = draw_dialog_foot(ui, foot, "share", "Share…", true, "");
  if (choice.start || choice.cancel || dialog.dismissed()) {
    close();
    dialog.close();
  }
  return choice.start;
}

void ShareDialog::draw_names(const Ui& ui, Rect& inner, const OpenTrace& trace,
                             const OpenTrace* other) {
  constexpr std::string_view kReplace = "Replace names";
  Rect box = inner.cut_top(ui.px(kBoxPx));
  if (check_box(ui, "share.redact", box.cut_left(check_box_width(ui, kReplace)), kReplace, redact_))
    redact_ = !redact_;
  inner.cut_left(check_box_width(ui, ""));  // below the label
  const Face& face = ui.face().small;
  const Rect kept = inner.cut_top(lines_px(ui, kKeptLines));
  draw_sentence(ImGui::GetWindowDrawList(), ui, face, kept.min(), kept.width(), ui.color().dim,
                kKept);
  if (!redact_) return counts_.reset();
  const Rect counts = inner.cut_top(lines_px(ui, kCountLines));
  draw_sentence(ImGui::GetWindowDrawList(), ui, face, counts.min(), counts.width(), ui.color().text,
                counts_text(trace, other));
  if (counts_ && counts_->current()) ui.mark("share.counts", counts);
}

std::string ShareDialog::counts_text(const OpenTrace& trace, const OpenTrace* other) {
  if (!counts_) counts_.emplace(wake_);
  const Runs runs{trace.view.snapshot().get(),
                  other == nullptr ? nullptr : other->view.snapshot().get()};
  counts_->ask(runs, [&](const Runs&) {
    return [job = share_job(trace, other, true)](const std::stop_token& stop) {
      return count_names(job, stop);
    };
  });
  if (!counts_->current()) return "Counting the names…";
  const Counts& counts = *counts_->value();
  if (!counts.ok()) return "The names cannot be counted: " + counts.error().message;
  return text_of(counts.value()) + ". `lanescope share --redact` lists them.";
}

}  // namespace lanescope
