// A window with a trace whose main thread is forty Python frames deep, with a GPU below it.
#pragma once

#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "tests/app/ui_driver.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

inline constexpr int kFrames = 40;
inline constexpr const char* kStream = "gpu 0/stream 7";

class DeepTrace {
 public:
  explicit DeepTrace(int gemm_us = 200, bool steps = false) {
    for (int i = 0; steps && i < 3; ++i)
      slice("user_annotation", fmt::format("ProfilerStep#{}", i), 1, 1, i * 3500, 3500);
    for (int i = 0; i < kFrames; ++i)
      slice("python_function", fmt::format("frame{}", i), 1, 1, i, 2000 - 2 * i);
    slice("cpu_op", "aten::mm", 1, 1, 100, 300);
    launch(1, 120, 1);
    kernel("gemm", 7, 500, gemm_us, 1);
    slice("cpu_op", "autograd::engine::evaluate_function: MmBackward0", 1, 2, 600, 300);
    slice("cpu_op", "MmBackward0", 1, 2, 610, 250);
    launch(2, 640, 2);
    kernel("gemm_backward", 7, 900, 200, 2);
    flow("s", 1, 100);
    flow("f", 2, 610);
    // Later only one thing at a time.
    slice("cpu_op", "aten::lone", 1, 1, 6000, 200);
    kernel("copy", 20, 6300, 200, 9);
    slice("cpu_op", "aten::last", 1, 1, 9900, 100);
  }

  [[nodiscard]] std::string text() const {
    return R"({"traceEvents":[)" + events_ +
           R"({"ph":"M","name":"process_name","pid":1,"tid":0,"args":{"name":"python"}}]})";
  }

 private:
  void slice(const char* category, const std::string& name, int process, int thread, int start_us,
             int dur_us, const std::string& args = "") {
    events_ += fmt::format(
        R"({{"ph":"X","cat":"{}","name":"{}","pid":{},"tid":{},"ts":{},"dur":{},"args":{{{}}}}},)",
        category, name, process, thread, start_us, dur_us, args);
  }
  void launch(int thread, int start_us, int correlation) {
    slice("cuda_runtime", fmt::format("cudaLaunchKernel{}", correlation), 1, thread, start_us, 10,
          fmt::format(R"("correlation":{})", correlation));
  }
  void kernel(const char* name, int stream, int start_us, int dur_us, int correlation) {
    slice("kernel", name, 0, stream, start_us, dur_us,
          fmt::format(R"("device":0,"stream":{},"correlation":{})", stream, correlation));
  }
  void flow(const char* phase, int thread, int at_us) {
    events_ += fmt::format(
        R"({{"ph":"{}","bp":"e","id":5,"cat":"fwdbwd","name":"fwdbwd","pid":1,"tid":{},"ts":{}}},)",
        phase, thread, at_us);
  }

  std::string events_;
};

/// A window with that trace.
struct DeepWindow {
  explicit DeepWindow(float width_px = 1280, float height_px = 800) : ui(width_px, height_px) {
    ui.open(folder.write("deep.json", DeepTrace().text()));
  }

  /// Whether a lane is in view as a whole.
  bool in_view(const std::string& lane) {
    if (!ui.has_mark("lane." + lane)) return false;
    const Rect rect = ui.mark("lane." + lane), lanes = ui.mark("lanes");
    return rect.y0 >= lanes.y0 - 0.5F && rect.y1 <= lanes.y1 + 0.5F;
  }
  /// Whether the row of an event is in view.
  bool sees(EventId event) {
    const auto place = slice_place(*ui.view().drawn(), event);
    if (!place || !ui.view().lanes.shows(*place)) return false;
    const std::string key =
        ui.view().lanes.tree().at(*ui.view().lanes.tree().find(place->track)).key;
    if (!ui.has_mark("lane." + key)) return false;
    const Rect lanes = ui.mark("lanes");
    const float y = ui.place_of(event).y;
    return y > lanes.y0 + 8 && y < lanes.y1 - 8;
  }
  bool sees(std::string_view name) { return sees(ui.find(name)); }
  float y_of(const std::string& lane) { return ui.mark("lane." + lane).y0; }
  std::string main_lane() {
    const auto place = slice_place(*ui.view().drawn(), ui.find("frame0"));
    return ui.view().lanes.tree().at(*ui.view().lanes.tree().find(place->track)).key;
  }
  void go(std::string_view name) {
    ui.view().go_to(ui.find(name));
    ui.settle();
  }
  /// Shows a range of microseconds.
  void show(Ns from_us, Ns to_us) {
    const Ns origin_ns = ui.view().drawn()->extent.begin_ns;
    ui.view().viewport.show({origin_ns + from_us * 1000, origin_ns + to_us * 1000});
    ui.settle();
  }
  void key(ImGuiKey key, int mods = 0) {
    ui.key(key, mods);
    ui.settle();
  }

  TempFolder folder;
  UiDriver ui;
};

}  // namespace lanescope
