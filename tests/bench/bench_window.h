// The main window without a screen, frame by frame, for programs that measure the cost of frames.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "imgui.h"
#include <fmt/format.h>

#include "app/shell/window/main_window.h"

namespace lanescope::bench {

inline constexpr float kWidthPx = 1920, kHeightPx = 1080;

/// CPU time of this thread.
inline double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

/// Prints how many frames there were, and their median, 99th percentile and maximum in ms.
inline void print_frames(std::string_view what, std::vector<double> ms) {
  std::ranges::sort(ms);
  const auto at = [&](double share) {
    return ms[static_cast<std::size_t>(share * static_cast<double>(ms.size() - 1))];
  };
  fmt::print("{}\t{}\t{:.3f}\t{:.3f}\t{:.3f}\n", what, ms.size(), at(0.5), at(0.99), ms.back());
  std::fflush(stdout);
}

class BenchWindow {
 public:
  BenchWindow() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {kWidthPx, kHeightPx};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    MainWindow::Options options;
    options.font_dir = std::string(LANESCOPE_BINARY_DIR) + "/fonts";
    window_ = std::make_unique<MainWindow>(options);
  }
  ~BenchWindow() {
    window_.reset();
    ImGui::DestroyContext();
  }
  BenchWindow(const BenchWindow&) = delete;
  BenchWindow& operator=(const BenchWindow&) = delete;

  MainWindow& window() { return *window_; }
  Workspace& workspace() { return window_->workspace(); }
  void run(WorkspaceCommand command) { workspace().run(std::move(command)); }

  /// Draws a frame; returns its CPU time in ms.
  double frame() {
    const double start_ms = cpu_ms();
    if (window_->prepare(1, 1, texture_)) take_fonts();
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    now_s_ += 1.0 / 60;
    ImGui::NewFrame();
    window_->draw(now_s_);
    ImGui::Render();
    return cpu_ms() - start_ms;
  }

 private:
  static void take_fonts() {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
  }

  NoFontTexture texture_;
  std::unique_ptr<MainWindow> window_;
  double now_s_ = 1;
};

}  // namespace lanescope::bench
