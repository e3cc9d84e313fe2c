#include "core/view/history/chart.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <span>

#include <fmt/format.h>

#include "core/analysis/events/statistics.h"
#include "core/base/check.h"
#include "core/view/colors/change_colors.h"
#include "core/view/history/panels.h"
#include "core/view/history/parts.h"
#include "core/view/history/words.h"
#include "core/view/svg/writer.h"

namespace lanescope {
namespace {

constexpr float kWidthPx = 1000, kLeftPx = 76, kRightPx = 20, kHeadPx = 62;
constexpr float kTitlePx = 40, kPanelPx = 150, kGapPx = 12, kAxisPx = 44, kLegendPx = 20;
constexpr float kDotPx = 2.2F, kDateEveryPx = 110, kTextPx = 12;
constexpr double kShown = 0.98;  // of the steps, the others are cut off at the top

struct ChartColors {
  Rgb background, panel, line, text, dim, faint, dot, level;
};
/// As app/shell/theme has them.
ChartColors chart_colors(ThemeKind theme) {
  if (theme == ThemeKind::Dark)
    return {rgb(0x14161A), rgb(0x1A1D23), rgb(0x2A2F38), rgb(0xE6E8EC),
            rgb(0x9AA3B2), rgb(0x828C9C), rgb(0x828C9C), rgb(0xE6E8EC)};
  return {rgb(0xFFFFFF), rgb(0xF5F6F8), rgb(0xD5D9E0), rgb(0x15181D),
          rgb(0x4A5261), rgb(0x636C7B), rgb(0x636C7B), rgb(0x15181D)};
}

double quantile(std::vector<double> values, double share) {
  std::ranges::sort(values);
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

class ChartPainter {
 public:
  ChartPainter(const History& history, const HistoryChart& chart)
      : history_(history),
        chart_(chart),
        series_(history.series[chart.series]),
        color_(chart_colors(chart.theme)) {
    LANESCOPE_CHECK(!series_.runs.empty(), "series {} has no runs", chart.series);
    for (const std::size_t run : series_.runs) runs_.push_back(&history.runs[run]);
  }

  std::string text() {
    y_ = kHeadPx;
    bool first = true;
    for (const std::size_t metric : chart_.metrics) {
      if (!known(metric)) continue;
      draw_metric(metric);
      if (first && chart_.parts) draw_parts();
      first = false;
    }
    draw_dates();
    const std::string body = out_.take();
    open();
    out_.raw(body);
    out_.raw("</svg>\n");
    return out_.take();
  }

 private:
  [[nodiscard]] bool known(std::size_t metric) const {
    return std::ranges::any_of(runs_,
                               [&](const auto* run) { return run->values[metric].has_value(); });
  }
  [[nodiscard]] float column_px() const {
    return (kWidthPx - kLeftPx - kRightPx) / static_cast<float>(runs_.size());
  }
  [[nodiscard]] float left_of(std::size_t run) const {
    return kLeftPx + static_cast<float>(run) * column_px();
  }
  [[nodiscard]] float y_of(const ValueAxis& axis, double value) const {
    return y_ + kPanelPx * static_cast<float>(1 - std::clamp(axis.share_of(value), 0.0, 1.0));
  }

  void open() {
    out_.raw(fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n<style>text{{font-family:Inter,'Helvetica "
        "Neue',Arial,'Liberation Sans',sans-serif;font-size:{2:.0f}px}}"
        ".title{{font-size:15px;font-weight:600}}.panel{{font-weight:600}}"
        ".end{{text-anchor:end}}.middle{{text-anchor:middle}}</style>\n",
        kWidthPx, y_, kTextPx));
    out_.box({0, 0, kWidthPx, y_}, color_.background);
    const LabelFitter titles = svg_labels(15), words = svg_labels(kTextPx);
    const std::size_t metric = chart_.metrics.empty() ? std::size_t{0} : chart_.metrics.front();
    out_.words(16, 26, "title", color_.text,
               fitted(series_sentence(history_, series_, metric), titles));
    out_.words(16, 46, "", color_.dim, fitted(series_title(history_, series_), words));
  }

  static std::string fitted(const std::string& text, const LabelFitter& labels) {
    return labels.fit(text, kWidthPx - 32).shown();
  }

  void begin_panel(const std::string& title, const ValueAxis& axis, MetricUnit unit) {
    out_.words(kLeftPx, y_ + 16, "panel", color_.text, title);
    y_ += kTitlePx;
    out_.box({kLeftPx, y_, kWidthPx - kRightPx, y_ + kPanelPx}, color_.panel);
    std::string grid;
    for (const double tick : axis.ticks) {
      const float y = y_of(axis, tick);
      fmt::format_to(std::back_inserter(grid), "M{:.1f} {:.1f}H{:.1f}", kLeftPx, y,
                     kWidthPx - kRightPx);
      out_.words(kLeftPx - 8, y + 4, "end", color_.dim, tick_text(tick, unit));
    }
    out_.path(grid, fmt::format("stroke=\"{}\" fill=\"none\"", hex(color_.line)));
  }

  void draw_metric(std::size_t metric) {
    std::vector<double> values;
    for (const HistoryRun* run : runs_) {
      if (run->values[metric]) values.push_back(*run->values[metric]);
    }
    const ValueAxis axis = metric_axis(values, metric);
    const std::string measured(measured_text(metric));
    begin_panel(metric_title(metric) + (measured.empty() ? "" : ", " + measured), axis,
                metric_unit(metric));
    draw_dots(metric, axis);
    draw_changes(metric, axis);
    y_ += kPanelPx + kGapPx;
  }

  void draw_dots(std::size_t metric, const ValueAxis& axis) {
    for (std::size_t i = 0; i < runs_.size() && !out_.full(); ++i) {
      const auto& value = runs_[i]->values[metric];
      if (!value) continue;
      const bool beyond = *value < axis.low || *value > axis.high;
      std::string dot = fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" {}><title>",
          left_of(i) + column_px() / 2, y_of(axis, *value), kDotPx,
          beyond ? fmt::format("fill=\"{}\" stroke=\"{}\"", hex(color_.panel), hex(color_.dot))
                 : fmt::format("fill=\"{}\"", hex(color_.dot)));
      append_svg_text(run_title(history_, series_, i) + ": " + metric_text(metric, *value), dot);
      out_.raw(dot + "</title></circle>\n");
    }
  }

  /// The levels between changes, and the changes.
  void draw_changes(std::size_t metric, const ValueAxis& axis) {
    std::string levels;
    const auto add_level = [&](std::size_t begin, std::size_t end, double value) {
      fmt::format_to(std::back_inserter(levels), "M{:.1f} {:.1f}H{:.1f}", left_of(begin),
                     y_of(axis, value), left_of(end));
    };
    std::vector<const HistoryChange*> changes;
    for (const HistoryChange& change : series_.changes) {
      if (change.metric != metric) continue;
      add_level(change.point.begin, change.point.at, change.point.before);
      changes.push_back(&change);
    }
    if (!changes.empty()) {
      const ChangePoint& last = changes.back()->point;
      add_level(last.at, last.end, last.after);
    }
    out_.path(levels,
              fmt::format("stroke=\"{}\" stroke-width=\"2\" fill=\"none\"", hex(color_.level)));
    for (const HistoryChange* change : changes) draw_change(*change);
  }

  void draw_change(const HistoryChange& change) {
    const ChangeColors& colors = change_colors(chart_.theme);
    const auto worse = is_worse(change);
    const Rgb color = !worse ? color_.dim : *worse ? colors.worse : colors.better;
    const float x = left_of(change.point.at);
    std::string line = fmt::format(
        "<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\" stroke-width=\"1.5\" "
        "stroke-dasharray=\"4 3\" fill=\"none\"><title>",
        x, y_ - 4, y_ + kPanelPx, hex(color));
    append_svg_text(run_title(history_, series_, change.point.at) + ": " + change_text(change) +
                        "; " + cause_text(change),
                    line);
    out_.raw(line + "</title></path>\n");
    const bool at_end = x > kWidthPx - kRightPx - 80;
    out_.words(x + (at_end ? -4.0F : 4.0F), y_ - 6, at_end ? "end" : "", color,
               fmt::format("{}, run {}", change_text(change), change.point.at + 1));
  }

  void draw_parts() {
    const std::vector<StepPart> parts = step_parts(runs_, chart_.theme);
    if (parts.empty()) return;
    std::vector<double> sums;
    for (const HistoryRun* run : runs_) {
      sums.push_back(0);
      for (const StepPart& part : parts) sums.back() += part_ns(part, *run);
    }
    const ValueAxis axis = value_axis(0, quantile(sums, kShown), MetricUnit::Time);
    begin_panel("what a step is spent on, per GPU", axis, MetricUnit::Time);
    std::vector<double> below(runs_.size());
    for (std::size_t i = 0; i < parts.size(); ++i) draw_part(parts[i], i, axis, below);
    y_ += kPanelPx;
    draw_legend(parts);
    y_ += kGapPx;
  }

  static std::string fill_of(const StepPart& part, std::size_t number) {
    return part.hatched ? fmt::format("url(#hatch{})", number) : hex(part.color);
  }

  void draw_part(const StepPart& part, std::size_t number, const ValueAxis& axis,
                 std::vector<double>& below) {
    if (part.hatched)
      out_.raw(fmt::format(
          "<pattern id=\"hatch{}\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\" "
          "patternTransform=\"rotate(45)\"><rect width=\"6\" height=\"6\" fill=\"{}\"/><path "
          "d=\"M0 0V6\" stroke=\"{}\" stroke-width=\"3\"/></pattern>\n",
          number, hex(part.color), hex(color_.panel)));
    std::string columns;
    for (std::size_t i = 0; i < runs_.size(); ++i) {
      const double ns = part_ns(part, *runs_[i]);
      if (ns <= 0) continue;
      fmt::format_to(std::back_inserter(columns), "M{:.1f} {:.1f}H{:.1f}V{:.1f}H{:.1f}Z",
                     left_of(i), y_of(axis, below[i]), left_of(i + 1), y_of(axis, below[i] + ns),
                     left_of(i));
      below[i] += ns;
    }
    out_.path(columns, fmt::format("fill=\"{}\"", fill_of(part, number)));
  }

  void draw_legend(const std::vector<StepPart>& parts) {
    constexpr float kSquarePx = 10, kApartPx = 18;
    const LabelFitter labels = svg_labels(kTextPx);
    float x = kLeftPx;
    y_ += kLegendPx;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const float wide = kSquarePx + 6 + labels.width_px(parts[i].title);
      if (x + wide > kWidthPx - kRightPx) {
        x = kLeftPx;
        y_ += kLegendPx;
      }
      out_.path(fmt::format("M{:.1f} {:.1f}h{}v{}h-{}Z", x, y_ - kSquarePx, kSquarePx, kSquarePx,
                            kSquarePx),
                fmt::format("fill=\"{}\"", fill_of(parts[i], i)));
      out_.words(x + kSquarePx + 6, y_, "", color_.dim, parts[i].title);
      x += wide + kApartPx;
    }
  }

  void draw_dates() {
    const auto every = static_cast<std::size_t>(
        std::max(1.0F, std::ceil(kDateEveryPx / std::max(column_px(), 0.01F))));
    for (std::size_t i = 0; i < runs_.size(); i += every) {
      const float x = left_of(i) + column_px() / 2;
      if (i > 0 && x + kDateEveryPx / 3 > kWidthPx - kRightPx) break;
      out_.path(fmt::format("M{:.1f} {:.1f}v5", x, y_ - kGapPx),
                fmt::format("stroke=\"{}\"", hex(color_.faint)));
      out_.words(x, y_ + 8, "middle", color_.dim, run_date(*runs_[i]));
    }
    out_.words((kLeftPx + kWidthPx - kRightPx) / 2, y_ + 26, "middle", color_.dim,
               "runs, in order of time");
    y_ += kAxisPx;
  }

  const History& history_;
  const HistoryChart& chart_;
  const HistorySeries& series_;
  ChartColors color_;
  std::vector<const HistoryRun*> runs_;
  SvgWriter out_;
  float y_ = 0;
};

}  // namespace

HistoryChart usual_chart(std::optional<std::size_t> metric) {
  HistoryChart chart;
  chart.metrics = {kStepTimeMetric, kGpuBusyMetric, kPeakMemoryMetric};
  if (!metric) return chart;
  chart.metrics = {*metric};
  chart.parts = *metric == kStepTimeMetric;
  return chart;
}

std::string history_svg(const History& history, const HistoryChart& chart) {
  return ChartPainter(history, chart).text();
}

}  // namespace lanescope
