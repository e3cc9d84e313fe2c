#include "core/view/svg/timeline.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/analysis/idle/words.h"
#include "core/base/clamped.h"
#include "core/view/lanes/group_titles.h"
#include "core/view/svg/arrows.h"
#include "core/view/svg/lanes.h"
#include "core/view/svg/writer.h"
#include "core/view/text/time_text.h"
#include "core/view/timeline/ruler.h"

namespace lanescope {
namespace {

constexpr float kHeadPx = 36, kRulerPx = 24, kLegendPx = 20, kRightPx = 12, kTickPx = 92;
constexpr float kIndentPx = 30, kSquarePx = 10;
constexpr std::size_t kLongestTitle = 200;

class Document {
 public:
  Document(const SvgTimeline& picture, const std::stop_token& stop)
      : picture_(picture), stop_(stop), lanes_(picture, out_) {
    head_px_ = px(kHeadPx);
    lanes_top_ = head_px_ + px(kRulerPx);
    lanes_px_ = std::max(std::min(picture.height_px, shown_height()), 1.0F);
    width_ = picture.labels_px + lanes_width() + px(kRightPx);
  }

  std::string text() {
    std::string body = lanes_text();
    const std::vector<std::vector<LegendEntry>> legend = legend_rows();
    const float legend_top = lanes_top_ + lanes_px_ + px(10);
    const float height = legend_top + static_cast<float>(legend.size()) * px(kLegendPx) + px(8);
    open(height);
    draw_head();
    draw_ruler();
    out_.raw(body);
    draw_legend(legend, legend_top);
    out_.raw("</svg>\n");
    return out_.take();
  }

 private:
  [[nodiscard]] float px(float measure) const { return std::round(measure * picture_.scale); }
  [[nodiscard]] float lanes_width() const {
    return static_cast<float>(picture_.viewport.width_px());
  }
  /// The height of all lanes, pinned and scrolled, from the scroll position on.
  [[nodiscard]] float shown_height() const {
    const LaneLayout& layout = picture_.layout;
    return layout.pinned_height_px +
           std::max(layout.content_height_px - std::floor(picture_.scroll_px), 0.0F);
  }

  void open(float height) {
    out_.raw(fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<style>text{{font-family:Inter,'Helvetica "
        "Neue',Arial,'Liberation Sans',sans-serif;white-space:pre;unicode-bidi:isolate}}"
        ".title{{font-size:{2:.1f}px;font-weight:600}}.group{{font-size:{3:.1f}px;font-weight:600}}"
        ".lane{{font-size:{3:.1f}px}}.small{{font-size:{4:.1f}px}}.slice{{font-size:{5:.1f}px}}"
        ".slice{{pointer-events:none}}.end{{text-anchor:end}}</style>\n",
        width_, height, 15 * picture_.scale, 12.5F * picture_.scale, 12 * picture_.scale,
        11.5F * picture_.scale));
    out_.box({0, 0, width_, height}, picture_.color.panel);
    out_.box({picture_.labels_px, lanes_top_, width_, lanes_top_ + lanes_px_},
             picture_.color.background);
  }

  void draw_head() {
    const Ns origin_ns = picture_.snapshot->extent.begin_ns;
    const float y = head_px_ * 0.64F;
    const std::string span = picture_.snapshot->extent.empty()
                                 ? "no events"
                                 : format_range(picture_.viewport.range(), origin_ns);
    const float room = width_ - px(40) - svg_labels(px(12)).width_px(span);
    words_fitted(px(14), y, room, "title", 16, picture_.color.text,
                 std::string_view(picture_.title).substr(0, kLongestTitle));
    out_.words(width_ - px(14), y, "small end", picture_.color.dim, span);
  }

  void words_fitted(float x, float y, float room, std::string_view kind, float size_px, Rgb color,
                    std::string_view text) {
    const FittedLabel label = svg_labels(size_px * picture_.scale).fit(text, room);
    out_.words(x, y, kind, color, label.shown());
  }

  void draw_ruler() {
    const float bottom = lanes_top_;
    if (picture_.snapshot->extent.empty()) return;
    const Ruler ruler =
        make_ruler(picture_.viewport, picture_.snapshot->extent.begin_ns, px(kTickPx));
    const LabelFitter labels = svg_labels(px(12));
    for (const RulerTick& tick : ruler.ticks) {
      const float x = static_cast<float>(tick.x_px);
      if (x < 0 || x > lanes_width()) continue;
      const float at = std::floor(picture_.labels_px + x);
      const float height = px(tick.major ? 9 : 4);
      out_.box({at, bottom - height, at + 1, bottom},
               tick.major ? picture_.color.faint : picture_.color.line);
      if (!tick.major) continue;
      out_.box({at, bottom, at + 1, bottom + lanes_px_}, picture_.color.line);
      if (x + px(5) + labels.width_px(tick.label) <= lanes_width())
        out_.words(at + px(5), bottom - px(9), "small", picture_.color.dim, tick.label);
    }
    out_.box({0, bottom - 1, width_, bottom}, picture_.color.line);
  }

  /// Lanes and their overlays; generated first, because the legend depends on their colors.
  std::string lanes_text() {
    const float pinned_px = std::min(picture_.layout.pinned_height_px, lanes_px_);
    const float scroll = std::floor(picture_.scroll_px);
    const float view_px = lanes_px_ - pinned_px;
    clip("scrolled", lanes_top_ + pinned_px, view_px);
    draw_items("scrolled", picture_.layout.visible(scroll, view_px),
               lanes_top_ + pinned_px - scroll);
    clip("pinned", lanes_top_, pinned_px);
    draw_items("pinned", picture_.layout.pinned, lanes_top_);
    const float left = picture_.labels_px;
    draw_svg_arrows(picture_, {left, lanes_top_, left + lanes_width(), lanes_top_ + lanes_px_},
                    out_);
    draw_range();
    return out_.take();
  }

  void clip(std::string_view name, float y, float height) {
    clip_top_ = y;
    lanes_.set_clip(y, y + height);
    // Labels and lanes are clipped separately so that neither overlaps the other.
    const float x = picture_.labels_px;
    out_.raw(fmt::format(
        "<clipPath id=\"{0}-labels\"><rect x=\"0\" y=\"{1:.1f}\" width=\"{2:.1f}\" "
        "height=\"{3:.1f}\"/></clipPath>\n<clipPath id=\"{0}-lanes\"><rect x=\"{2:.1f}\" "
        "y=\"{1:.1f}\" width=\"{4:.1f}\" height=\"{3:.1f}\"/></clipPath>\n",
        name, y, x, std::max(height, 0.0F), lanes_width()));
  }

  void draw_items(std::string_view name, std::span<const LayoutItem> items, float top) {
    out_.raw(fmt::format("<g clip-path=\"url(#{}-labels)\">\n", name));
    for (const LayoutItem& item : items) draw_label(item, top + item.y_px);
    out_.raw(fmt::format("</g>\n<g clip-path=\"url(#{}-lanes)\">\n", name));
    for (const LayoutItem& item : items) {
      if (stop_.stop_requested()) break;
      const float y = top + item.y_px;
      if (item.header) continue;
      // Lanes use their own left edge as the origin.
      out_.raw(fmt::format("<g transform=\"translate({:.1f} 0)\">\n", picture_.labels_px));
      lanes_.draw(picture_.tree.at(item.lane), item, y);
      out_.raw("</g>\n");
    }
    out_.raw("</g>\n");
    for (const LayoutItem& item : items) {
      const float y = top + item.bottom_px();
      if (y > lanes_top_ && y <= lanes_top_ + lanes_px_)
        out_.box({0, y - 1, width_, y},
                 blended(picture_.color.background, picture_.color.line, 0.5));
    }
  }

  void draw_label(const LayoutItem& item, float y) {
    const LaneGroup& group = picture_.tree.groups[item.lane.group];
    const float room = picture_.labels_px - px(36);
    if (item.header) {
      out_.box({0, y, picture_.labels_px, y + item.height_px - 1}, picture_.color.raised);
      words_fitted(px(14), y + item.height_px * 0.5F + px(4.5F), room, "group", 13,
                   picture_.color.text, group.title);
      return;
    }
    const Lane& lane = group.lanes[item.lane.lane];
    const bool two_lines = !lane.facts.empty() && item.height_px >= px(30);
    // Stays visible while any part of the lane is.
    const float height = std::min(item.height_px, px(48));
    const float top = std::max(y, std::min(clip_top_, y + item.height_px - height));
    const float middle = top + height * 0.5F;
    words_fitted(px(kIndentPx), middle + (two_lines ? -px(3) : px(4.5F)), room, "lane", 12.5F,
                 picture_.color.text,
                 picture_.layout.is_pinned(item) ? title_with_group(group, lane) : lane.title);
    if (two_lines)
      words_fitted(px(kIndentPx), middle + px(12), room, "small", 12, picture_.color.faint,
                   lane.facts);
  }

  void draw_range() {
    if (!picture_.range) return;
    const double x0 = clamped(picture_.viewport.x_of(picture_.range->begin_ns), 0.0,
                              picture_.viewport.width_px());
    const double x1 =
        clamped(picture_.viewport.x_of(picture_.range->end_ns), x0, picture_.viewport.width_px());
    out_.path(fmt::format("M{:.1f} {:.1f}H{:.1f}v{:.1f}H{:.1f}z", picture_.labels_px + x0,
                          lanes_top_, picture_.labels_px + x1, lanes_px_, picture_.labels_px + x0),
              fmt::format("fill=\"{0}\" fill-opacity=\"0.13\" stroke=\"{0}\"",
                          hex(picture_.color.accent)));
  }

  struct LegendEntry {
    Rgb color;
    std::string title;
  };

  [[nodiscard]] float legend_width(const LegendEntry& entry) const {
    return px(kSquarePx + 6 + 18) + svg_labels(px(12)).width_px(entry.title);
  }

  /// Everything that was drawn in a color with a meaning.
  [[nodiscard]] std::vector<LegendEntry> legend() const {
    std::vector<LegendEntry> entries;
    for (std::size_t i = 0; i < kRoleCount; ++i) {
      const auto role = static_cast<ColorRole>(i);
      if (lanes_.roles()[i])
        entries.push_back({role_color(picture_.theme, role), std::string(role_title(role))});
    }
    for (const auto& [what, title] : lanes_.sampled())
      entries.push_back({role_color(picture_.theme, what.second), std::string(title)});
    for (std::size_t i = 0; i <= kIdleClasses; ++i) {
      const auto cause = static_cast<IdleClass>(i);
      if (lanes_.idle_causes()[i])
        entries.push_back({idle_color(role_palette(picture_.theme), cause).fill,
                           fmt::format("idle, {}", idle_class_title(cause))});
    }
    return entries;
  }

  [[nodiscard]] std::vector<std::vector<LegendEntry>> legend_rows() const {
    std::vector<std::vector<LegendEntry>> rows;
    float x = width_;
    std::vector<LegendEntry> entries = legend();
    for (LegendEntry& entry : entries) {
      const float width = legend_width(entry);
      if (x + width > width_ - px(14)) {
        rows.emplace_back();
        x = px(14);
      }
      rows.back().push_back(std::move(entry));
      x += width;
    }
    return rows;
  }

  void draw_legend(const std::vector<std::vector<LegendEntry>>& rows, float top) {
    for (const std::vector<LegendEntry>& row : rows) {
      float x = px(14);
      for (const LegendEntry& entry : row) {
        const float y = top + (px(kLegendPx) - px(kSquarePx)) / 2;
        out_.box({x, y, x + px(kSquarePx), y + px(kSquarePx)}, entry.color, 2);
        out_.words(x + px(kSquarePx + 6), y + px(kSquarePx) - 1, "small", picture_.color.dim,
                   entry.title);
        x += legend_width(entry);
      }
      top += px(kLegendPx);
    }
  }

  const SvgTimeline& picture_;
  const std::stop_token& stop_;
  SvgWriter out_;
  SvgLanes lanes_;
  float head_px_ = 0, lanes_top_ = 0, lanes_px_ = 0, width_ = 0, clip_top_ = 0;
};

}  // namespace

std::string svg_timeline(const SvgTimeline& picture, const std::stop_token& stop) {
  return Document(picture, stop).text();
}

}  // namespace lanescope
