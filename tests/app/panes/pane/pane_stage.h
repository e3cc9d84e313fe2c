// A single pane of two runs, drawn without the main window: provides what the window gives a pane,
// and a mouse.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "app/panes/pane/pane.h"
#include "app/shell/theme/theme.h"
#include "tests/paths.h"

namespace lanescope {

class PaneStage final : public MarkSink, private KeyTexts {
 public:
  using MakePane = std::function<std::unique_ptr<Pane>(const TraceView&)>;

  /// `side` is the run that is shown. Without B there is no comparison.
  PaneStage(const MakePane& make, const std::string& path_a, const std::string& path_b,
            RunSide side = RunSide::A)
      : a_(path_a, [] {}) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {1200, 400};
    io.ConfigInputTrickleEventQueue = false;
    style_.color = theme_colors(ThemeKind::Dark);
    style_.face = build_fonts(binary_folder() + "/fonts", {1, 1}).faces;
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    io.Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    io.Fonts->SetTexID(static_cast<ImTextureID>(pixels));
    if (!path_b.empty()) b_ = std::make_unique<TraceView>(path_b, [] {});
    wait_until([&] { return loaded(a_) && (!b_ || loaded(*b_)); });
    if (b_) compare();
    shown_ = side == RunSide::B ? b_.get() : &a_;
    pane_ = make(*shown_);
    settle();
  }
  ~PaneStage() override {
    pane_.reset();
    ImGui::DestroyContext();
  }
  PaneStage(const PaneStage&) = delete;
  PaneStage& operator=(const PaneStage&) = delete;

  [[nodiscard]] TraceView& view() { return *shown_; }
  [[nodiscard]] Pane& pane() { return *pane_; }
  [[nodiscard]] bool has_mark(const std::string& name) const { return last_marks_.contains(name); }
  /// Whether there is a mark whose name starts with `head`.
  [[nodiscard]] bool has_mark_from(const std::string& head) const {
    const auto at = last_marks_.lower_bound(head);
    return at != last_marks_.end() && at->first.starts_with(head);
  }

  void click(const std::string& name) {
    REQUIRE_MESSAGE(has_mark(name), name);
    const Rect rect = last_marks_.at(name);
    ImGui::GetIO().AddMousePosEvent((rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2);
    frame();
    frame();
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, true);
    frame();
    ImGui::GetIO().AddMouseButtonEvent(ImGuiMouseButton_Left, false);
    frame();
    settle();
  }

  void settle() {
    int quiet = 0;
    wait_until([&] {
      frame();
      quiet = pane_->busy() || (b_ && comparison_.busy()) ? 0 : quiet + 1;
      return quiet > 3;
    });
  }

  void mark(std::string_view name, Rect rect) override { marks_[std::string(name)] = rect; }

 private:
  [[nodiscard]] std::string keys_of(std::string_view /*command*/) const override { return ""; }

  static void wait_until(const std::function<bool()>& done) {
    const auto begun = std::chrono::steady_clock::now();
    while (!done()) {
      REQUIRE(std::chrono::steady_clock::now() - begun < std::chrono::seconds(30));
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  static bool loaded(TraceView& view) {
    view.refresh(1, 0);
    return view.snapshot() && view.snapshot()->complete;
  }

  void compare() {
    const auto run = [](TraceView& view) { return RunOfPair{view.snapshot(), view.reader()}; };
    comparison_.compare(run(a_), run(*b_));
    a_.run.comparison = b_->run.comparison = &comparison_;
    b_->run.side = RunSide::B;
  }

  void frame() {
    now_s_ += 1.0 / 60;
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    shown_->refresh(now_s_, 1.0 / 60);
    if (b_) comparison_.refresh();
    ImGui::NewFrame();
    marks_.clear();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("stage", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove);
    const Ui ui{style_, this};
    const PaneFrame frame{ui, role_palette(ThemeKind::Dark), *shown_, *this};
    pane_->draw(frame, {0, 0, ImGui::GetIO().DisplaySize.x, ImGui::GetIO().DisplaySize.y});
    ImGui::End();
    ImGui::Render();
    std::swap(last_marks_, marks_);
  }

  TraceView a_;
  std::unique_ptr<TraceView> b_;
  Comparison comparison_{[] {}};
  TraceView* shown_ = nullptr;
  std::unique_ptr<Pane> pane_;
  Style style_;
  std::map<std::string, Rect> marks_, last_marks_;
  double now_s_ = 1;
};

}  // namespace lanescope
