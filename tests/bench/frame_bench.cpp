// What a frame of the timeline costs the CPU: asking the level of detail, and building Dear ImGui's
// draw list without a window. 60 full rows on 1920 px at 1, 10 and 50 million slices, at zooms from
// the whole trace to a thousandth of it, in random places.
//
//   frame_bench [most millions of slices]
//
// Prints tab-separated lines: "frame" for each size and zoom, then the ratios that are the goals.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <imgui.h>
#include <memory>
#include <vector>

#include <fmt/format.h>

#include "app/widgets/draw/quads.h"
#include "core/view/colors/role_palette.h"
#include "core/view/lanes/model.h"
#include "core/view/text/label_fit.h"
#include "core/view/text/short_name.h"
#include "core/view/timeline/density.h"
#include "tests/bench/synthetic_rows.h"

namespace lanescope::bench {
namespace {

constexpr std::uint32_t kRows = 60;
constexpr double kWidthPx = 1920;
constexpr float kRowPx = 18;
constexpr float kPitchPx = 20;
constexpr float kTextPx = 24;  // narrower rectangles have no label
constexpr int kPlaces = 41;    // random places for each zoom

/// Milliseconds of CPU time of this thread, so that a busy machine does not matter.
double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// A context without a back end, as headless tests use it.
class NullImGui {
 public:
  NullImGui() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(kWidthPx), kPitchPx * kRows};
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
  }
  ~NullImGui() { ImGui::DestroyContext(); }
  NullImGui(const NullImGui&) = delete;
  NullImGui& operator=(const NullImGui&) = delete;

  static ImDrawList* begin() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    return ImGui::GetBackgroundDrawList();
  }
  static void end() { ImGui::Render(); }
};

/// The same rectangles without a level of detail: every slice in view is looked at, neighbours in
/// one pixel become one, and the longest gives its colour.
class BruteForce {
 public:
  explicit BruteForce(const Snapshot& snapshot) : snapshot_(snapshot), roles_(snapshot.strings) {}

  std::span<const LaneRect> slices(TrackId track, const Viewport& viewport) {
    rects_.clear();
    const TimeRange window = viewport.range();
    const double px_per_ns = 1 / viewport.ns_per_px();
    const TrackChunk& chunk = *snapshot_.tracks[index_of(track)].chunks.front();
    int last_px = -1;
    Ns longest_ns = 0;
    for (std::uint32_t i = 0; i < chunk.size(); ++i) {
      if (chunk.end_ns(i) < window.begin_ns) continue;
      if (chunk.start_ns[i] >= window.end_ns) break;
      const Ns dur_ns = chunk.dur_ns[i];
      const double x_px = static_cast<double>(chunk.start_ns[i] - window.begin_ns) * px_per_ns;
      const double width_px = static_cast<double>(dur_ns) * px_per_ns;
      const bool fresh = width_px >= 1 || static_cast<int>(x_px) != last_px;
      last_px = static_cast<int>(x_px);
      if (fresh) {
        rects_.push_back({static_cast<float>(x_px), 0, chunk.id_of(i), 0, chunk.name[i], 0});
        longest_ns = -1;
      }
      LaneRect& rect = rects_.back();
      rect.x1_px = static_cast<float>(x_px + std::max(width_px, 1.0));
      ++rect.count;
      rect.busy += static_cast<float>(dur_ns);
      if (dur_ns <= longest_ns) continue;
      longest_ns = dur_ns;
      const auto tint = roles_.tint(chunk.name[i], snapshot_.kind_of(chunk.category[i]));
      rect.role = tint.role;
      rect.shade = tint.shade;
    }
    return rects_;
  }

 private:
  const Snapshot& snapshot_;
  RoleTable roles_;
  std::vector<LaneRect> rects_;
};

struct FrameCost {
  double query_ms = 0, total_ms = 0;
  std::size_t rects = 0, labels = 0;
};

class FrameTimer {
 public:
  explicit FrameTimer(const Snapshot& snapshot)
      : snapshot_(snapshot), roles_(snapshot.strings), names_(snapshot.strings) {}

  /// A frame by the level of detail, or by brute force.
  FrameCost draw(const Viewport& viewport, bool brute = false) {
    ImDrawList* list = NullImGui::begin();
    FrameCost cost;
    const double start_ms = cpu_ms();
    for (std::uint32_t r = 0; r < kRows; ++r) {
      const double asked_ms = cpu_ms();
      const auto rects = brute ? brute_.slices(TrackId{r}, viewport)
                               : model_.slices(snapshot_, TrackId{r}, 1, viewport, roles_);
      cost.query_ms += cpu_ms() - asked_ms;
      cost.rects += rects.size();
      fill(*list, rects, static_cast<float>(r) * kPitchPx, cost);
    }
    cost.total_ms = cpu_ms() - start_ms;
    NullImGui::end();
    return cost;
  }

 private:
  void fill(ImDrawList& list, std::span<const LaneRect> rects, float y_px, FrameCost& cost) {
    density_parts(rects, parts_);
    QuadWriter quads(list);
    for (const DensityBar& bar :
         density_.lay_out(parts_, static_cast<std::int32_t>(kRowPx), BarEdges::Shared)) {
      const LaneRect& rect = rects[bar.part];
      const Rect at{static_cast<float>(bar.x0_px),
                    y_px + kRowPx - static_cast<float>(bar.height_px),
                    static_cast<float>(bar.x1_px), y_px + kRowPx};
      quads.fill(at, palette_.fill_of(rect.role, rect.shade));
      if (!bar.alone || at.width() < kTextPx || rect.count > 1) continue;
      quads.flush();
      label(list, rect, at, cost);
    }
  }

  void label(ImDrawList& list, const LaneRect& rect, Rect at, FrameCost& cost) {
    const float left_px = std::max(at.x0, 0.0F) + 4;
    const FittedLabel text = fitter_.fit(names_.of(rect.name), at.x1 - left_px - 4);
    if (text.text.empty()) return;
    list.AddText({left_px, at.y0 + 2}, palette_.text_of(rect.role, rect.shade), text.text.data(),
                 text.text.data() + text.text.size());
    ++cost.labels;
  }

  const Snapshot& snapshot_;
  RoleTable roles_;
  ShortNames names_;
  LaneModel model_;
  std::vector<DensityPart> parts_;
  DensityRow density_;
  BruteForce brute_{snapshot_};
  const RolePalette& palette_ = role_palette(ThemeKind::Dark);
  LabelFitter fitter_{[](char32_t c) {
    return ImGui::GetIO().Fonts->Fonts[0]->GetCharAdvance(static_cast<ImWchar>(c));
  }};
};

double quantile(std::vector<double>& values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

struct SizeResult {
  double median_ms = 0, p99_ms = 0, full_view_ms = 0, brute_ms = 0;
};

Viewport view_of(const Snapshot& snapshot, double zoom, std::uint32_t place) {
  Viewport viewport;
  viewport.set_width_px(kWidthPx);
  viewport.set_extent(snapshot.extent);
  viewport.fit();
  const double length_ns = static_cast<double>(snapshot.extent.length_ns());
  const double share = std::fmod(place * 0.6180339887, 1.0);  // spread evenly, in no order
  viewport.set_view({static_cast<Ns>(length_ns * (1 - 1 / zoom) * share), 0, length_ns / zoom});
  return viewport;
}

SizeResult measure(const Snapshot& snapshot, std::uint64_t slices) {
  FrameTimer timer(snapshot);
  SizeResult result;
  std::vector<double> all;
  for (const double zoom : {1.0, 3.0, 10.0, 100.0, 1000.0}) {
    std::vector<double> query;
    std::vector<double> total;
    FrameCost cost;
    timer.draw(view_of(snapshot, zoom, 0));  // buffers grow, names are looked at once
    for (std::uint32_t place = 0; place < kPlaces; ++place) {
      cost = timer.draw(view_of(snapshot, zoom, place));
      query.push_back(cost.query_ms);
      total.push_back(cost.total_ms);
    }
    all.insert(all.end(), total.begin(), total.end());
    const double median_ms = quantile(total, 0.5);
    if (zoom == 1.0) result.full_view_ms = median_ms;
    fmt::print("frame\t{}\t1/{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.2f}\n", slices, zoom, cost.rects,
               cost.labels, quantile(query, 0.5), median_ms, quantile(total, 0.99));
  }
  result.median_ms = quantile(all, 0.5);
  result.p99_ms = quantile(all, 0.99);
  std::vector<double> brute;
  const Viewport whole = view_of(snapshot, 1, 0);
  for (int i = 0; i < 9; ++i) brute.push_back(timer.draw(whole, true).total_ms);
  result.brute_ms = quantile(brute, 0.5);
  return result;
}

std::size_t lod_bytes(const Snapshot& snapshot) {
  std::size_t bytes = 0;
  for (const Track& track : snapshot.tracks) bytes += track.chunks.front()->lod_bytes();
  return bytes;
}

int run(std::uint64_t most) {
  const NullImGui imgui;
  fmt::print("frame\tslices\tzoom\trects\tlabels\tquery_ms\tmedian_ms\tp99_ms\n");
  std::vector<std::pair<std::uint64_t, SizeResult>> results;
  for (const std::uint64_t millions : {1ULL, 10ULL, 50ULL}) {
    if (millions > most) continue;
    const std::uint64_t slices = millions * 1'000'000;
    const auto snapshot = synthetic_rows(kRows, slices);
    results.emplace_back(millions, measure(*snapshot, slices));
    fmt::print(
        "lod_bytes_per_slice\t{}\t{:.2f}\n", slices,
        static_cast<double>(lod_bytes(*snapshot)) / static_cast<double>(snapshot->slice_count));
  }
  for (const auto& [millions, result] : results) {
    fmt::print("all_zooms\t{}\tmedian_ms\t{:.2f}\tp99_ms\t{:.2f}\n", millions * 1'000'000,
               result.median_ms, result.p99_ms);
    fmt::print("brute_force_over_frame\t{}\t{:.1f}\n", millions * 1'000'000,
               result.brute_ms / result.full_view_ms);
  }
  const auto& [largest, last] = results.back();
  fmt::print("median_{}m_over_1m\t{:.2f}\n", largest,
             last.median_ms / results.front().second.median_ms);
  fmt::print("full_view_{}m_over_1m\t{:.2f}\n", largest,
             last.full_view_ms / results.front().second.full_view_ms);
  return 0;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  const std::uint64_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 50;
  return lanescope::bench::run(std::max<std::uint64_t>(most, 1));
}
