#include "tests/fuzz/checks/picture_run.h"

#include <chrono>
#include <cmath>
#include <memory>
#include <thread>

#include "imgui.h"

#include "app/cli/output/exit_code.h"
#include "app/shell/files/view_picture.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/picture.h"
#include "app/widgets/draw/font_texture.h"
#include "core/base/files/replace_file.h"
#include "core/view/svg/timeline.h"
#include "tests/core/fixtures/xml_check.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

constexpr double kFrameS = 1.0 / 60;
constexpr int kMostFrames = 20'000;  // of a window that should have come to rest

/// The window of one picture.
class Picture {
 public:
  explicit Picture(const ScreenshotOptions& requested)
      : scale_(static_cast<float>(requested.scale)) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {static_cast<float>(requested.width), static_cast<float>(requested.height)};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    // No fonts, so that ImGui's own stands in: to build ours takes longer than all else together.
    window_ = std::make_unique<MainWindow>(MainWindow::Options{});
    window_->settings().theme = requested.theme;
  }
  ~Picture() {
    window_.reset();
    ImGui::DestroyContext();
  }
  Picture(const Picture&) = delete;
  Picture& operator=(const Picture&) = delete;

  MainWindow& window() { return *window_; }

  /// Of the last frame: what a renderer takes on trust.
  static void check_triangles() {
    const ImDrawData* const drawn = ImGui::GetDrawData();
    demand(drawn != nullptr && drawn->TotalVtxCount > 0, "a picture has something in it");
    for (int i = 0; i < drawn->CmdListsCount; ++i) check_list(*drawn->CmdLists[i]);
  }

  void settle() {
    int quiet = 0;
    for (int frames = 0; quiet < 3; ++frames) {
      demand(frames < kMostFrames, "the window comes to rest");
      frame();
      quiet = window_->quiet() ? quiet + 1 : 0;
      if (quiet == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

 private:
  static void check_list(const ImDrawList& list) {
    for (const ImDrawVert& vertex : list.VtxBuffer)
      demand(std::isfinite(vertex.pos.x) && std::isfinite(vertex.pos.y), "triangles are somewhere");
    for (const ImDrawCmd& command : list.CmdBuffer) {
      const unsigned end = command.IdxOffset + command.ElemCount;
      demand(end <= static_cast<unsigned>(list.IdxBuffer.Size),
             "triangles are of indices there are");
      demand(command.ElemCount % 3 == 0, "triangles have three corners");
      for (unsigned i = command.IdxOffset; i < end; ++i) {
        demand(command.VtxOffset + list.IdxBuffer[static_cast<int>(i)] <
                   static_cast<unsigned>(list.VtxBuffer.Size),
               "triangles are of corners there are");
      }
    }
  }

  void frame() {
    if (window_->prepare(scale_, 1, texture_)) {
      unsigned char* pixels = nullptr;
      int width = 0;
      int height = 0;
      ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
      ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
    }
    ImGui::GetIO().DeltaTime = static_cast<float>(kFrameS);
    now_s_ += kFrameS;
    ImGui::NewFrame();
    window_->draw(now_s_);
    ImGui::Render();
  }

  NoFontTexture texture_;
  std::unique_ptr<MainWindow> window_;
  float scale_;
  double now_s_ = 1;
};

int write_lanes(MainWindow& window, const ScreenshotOptions& options) {
  if (window.workspace().trace() == nullptr) return kDone;  // ranks are no SVG
  const std::string svg =
      svg_timeline(view_picture(*window.workspace().trace(), window.style(), options.theme));
  const std::string problem = xml_problem(svg);
  demand(problem.empty(), "a picture is well-formed", problem);
  const auto error = replace_file(options.output, svg);
  return error ? complain(kUnusable, options.output, error->message) : kDone;
}

}  // namespace

int run_picture(const ScreenshotOptions& options) {
  Picture picture(options);
  MainWindow& window = picture.window();
  window.workspace().run(workspace::Open{options.trace});
  if (!options.compare.empty()) window.workspace().run(workspace::Compare{options.compare});
  window.settings().panes.runs_beside = options.beside;
  picture.settle();
  if (window.workspace().trace() == nullptr && window.workspace().ranks() == nullptr) {
    return complain(kUnusable, options.trace,
                    window.workspace().notices().problem()
                        ? window.workspace().notices().problem()->message
                        : "nothing could be read");
  }
  const auto selected = find_selected(window, options.select);
  if (!selected.ok()) return complain(kUnusable, options.trace, selected.error().message);
  for (int pass = 0; pass < 2; ++pass) {
    if (const auto error = arrange_view(window, options, selected.value()))
      return complain(kUnusable, options.trace, error->message);
    picture.settle();
  }
  if (options.output.ends_with(".png")) Picture::check_triangles();
  return write_lanes(window, options);
}

}  // namespace lanescope
