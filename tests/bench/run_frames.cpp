// What frames cost while two runs are looked at together, beside those of the first one alone: the
// whole window is drawn, without a screen, while the view zooms in and out and pans.
//
//   run_frames A B
//
// Prints tab-separated lines: what is shown, frames, median and worst frame in ms of this thread's
// CPU time, and the share of B's events that have no partner, which are hatched.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <imgui.h>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "app/shell/main_window.h"

namespace lanescope::bench {
namespace {

constexpr float kWidthPx = 1920, kHeightPx = 1080;
constexpr int kSteps = 120;  // of a way in or along

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

class Window {
 public:
  Window() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {kWidthPx, kHeightPx};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    MainWindow::Options options;
    options.font_dir = std::string(LANESCOPE_BINARY_DIR) + "/fonts";
    window_ = std::make_unique<MainWindow>(options);
  }
  ~Window() {
    window_.reset();
    ImGui::DestroyContext();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  MainWindow& window() { return *window_; }

  double frame() {
    const double start_ms = cpu_ms();
    if (window_->prepare(1, 1)) take_fonts();
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    now_s_ += 1.0 / 60;
    ImGui::NewFrame();
    window_->draw(now_s_);
    ImGui::Render();
    return cpu_ms() - start_ms;
  }

  void settle() {
    for (int quiet = 0; quiet < 3;) {
      frame();
      quiet = window_->quiet() ? quiet + 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  /// Zooms in at a third of the view, pans, and zooms out again.
  std::vector<double> look_around() {
    std::vector<double> ms;
    Viewport& viewport = window_->trace()->view.viewport;
    viewport.fit();
    const auto go = [&](const auto& move) {
      for (int i = 0; i < kSteps; ++i) {
        move();
        ms.push_back(frame());
      }
    };
    const double at_px = viewport.width_px() / 3;
    go([&] { viewport.zoom(1.06, at_px); });
    go([&] { viewport.pan(-11); });
    go([&] { viewport.zoom(1 / 1.06, at_px); });
    std::sort(ms.begin(), ms.end());
    return ms;
  }

 private:
  static void take_fonts() {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
  }

  std::unique_ptr<MainWindow> window_;
  double now_s_ = 1;
};

void print(const char* shown, const std::vector<double>& ms, double lone_pct) {
  fmt::print("{}\t{}\t{:.2f}\t{:.2f}\t{:.0f}\n", shown, ms.size(), ms[ms.size() / 2], ms.back(),
             lone_pct);
}

int run(const std::string& a, const std::string& b) {
  Window ui;
  ui.window().open(a);
  ui.settle();
  if (ui.window().trace() == nullptr) return 1;
  fmt::print("shown\tframes\tmedian_ms\tworst_ms\talone_pct\n");
  print("A alone", ui.look_around(), 0);
  ui.window().compare_with(b);
  ui.settle();
  if (!ui.window().runs().both()) return 1;
  const AlignedPair& pair = *ui.window().runs().comparison()->aligned();
  const double all = static_cast<double>(std::max<std::uint64_t>(pair.b->slice_count, 1));
  const double lone_pct = 100 * static_cast<double>(pair.partners.only_b) / all;
  print("stacked", ui.look_around(), lone_pct);
  ui.window().toggle_beside();
  ui.settle();
  print("side by side", ui.look_around(), lone_pct);
  return 0;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  if (argc == 3) return lanescope::bench::run(argv[1], argv[2]);
  fmt::print(stderr, "usage: run_frames A B\n");
  return 2;
}
