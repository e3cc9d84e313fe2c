// What frames cost while a table of a hundred thousand rows is used: scrolled, sorted by each of
// its columns, filtered letter by letter, selected in and copied. The whole window is drawn,
// without a screen.
//
//   table_frames [rows]
//
// Prints tab-separated lines: table, what was done, frames, median, worst frame in ms of this
// thread's CPU time, and ms of wall time until the rows were there.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <imgui.h>
#include <map>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

#include "app/shell/window/main_window.h"
#include "app/shell/window/tabs.h"

namespace lanescope::bench {
namespace {

namespace fs = std::filesystem;

constexpr float kWidthPx = 1920, kHeightPx = 1080;
constexpr int kScrollFrames = 300;

double cpu_ms() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

double wall_ms() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double, std::milli>(now).count();
}

/// Kernels of that many names, each launched by an operator in a Python frame of its own.
void write_trace(const fs::path& path, int rows) {
  std::FILE* file = std::fopen(path.c_str(), "w");
  if (file == nullptr) std::exit(1);
  fmt::print(file, "{{\"traceEvents\": [\n");
  for (int i = 0; i < rows; ++i) {
    const int ts = i * 20;
    const int dur = 1 + i * 7919 % 9;
    fmt::print(file,
               "{{\"ph\":\"X\",\"cat\":\"python_function\",\"name\":\"model_{0}.py({0}): "
               "forward\",\"pid\":1,\"tid\":1,\"ts\":{1},\"dur\":18.5}},\n"
               "{{\"ph\":\"X\",\"cat\":\"cpu_op\",\"name\":\"aten::op{2}\",\"pid\":1,\"tid\":1,"
               "\"ts\":{3},\"dur\":15}},\n"
               "{{\"ph\":\"X\",\"cat\":\"cuda_runtime\",\"name\":\"cudaLaunchKernel\",\"pid\":1,"
               "\"tid\":1,\"ts\":{4},\"dur\":5,\"args\":{{\"correlation\":{5}}}}},\n"
               "{{\"ph\":\"X\",\"cat\":\"kernel\",\"name\":\"void kernel_{0}<float, {6}>(float*, "
               "int)\",\"pid\":0,\"tid\":7,\"ts\":{4},\"dur\":{7},\"args\":{{\"correlation\":{5},"
               "\"stream\":7,\"device\":0}}}}{8}\n",
               i, ts, i % 50, ts + 1, ts + 3, i + 1, i % 64, dur, i + 1 < rows ? "," : "");
  }
  fmt::print(file, "]}}\n");
  std::fclose(file);
}

struct Frames {
  std::vector<double> ms;
  double done_ms = 0;
};

class Window final : public MarkSink {
 public:
  Window() {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {kWidthPx, kHeightPx};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.ConfigInputTrickleEventQueue = false;
    MainWindow::Options options;
    options.font_dir = std::string(LANESCOPE_BINARY_DIR) + "/fonts";
    options.marks = this;
    window_ = std::make_unique<MainWindow>(options);
  }
  ~Window() override {
    window_.reset();
    ImGui::DestroyContext();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  MainWindow& window() { return *window_; }
  Workspace& workspace() { return window_->workspace(); }
  void run(WorkspaceCommand command) { workspace().run(std::move(command)); }
  bool show_tab(std::string_view title) {
    return lanescope::show_tab(workspace(), window_->settings().panes, title);
  }
  void mark(std::string_view name, Rect rect) override { marks_[std::string(name)] = rect; }
  Rect at(const std::string& name) { return marks_[name]; }
  [[nodiscard]] bool has(const std::string& name) const { return marks_.contains(name); }

  double frame() {
    const double start_ms = cpu_ms();
    if (window_->prepare(1, 1, texture_)) take_fonts();
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    now_s_ += 1.0 / 60;
    ImGui::NewFrame();
    marks_.clear();
    window_->draw(now_s_);
    ImGui::Render();
    return cpu_ms() - start_ms;
  }

  /// Frames from an action until nothing is computed any more.
  Frames after(const std::function<void()>& act) {
    Frames frames;
    const double start_ms = wall_ms();
    act();
    for (int quiet = 0; quiet < 3;) {
      frames.ms.push_back(frame());
      quiet = window_->quiet() ? quiet + 1 : 0;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    frames.done_ms = wall_ms() - start_ms;
    return frames;
  }

  void click(const std::string& name) {
    const Rect rect = at(name);
    ImGuiIO& io = ImGui::GetIO();
    io.AddMousePosEvent(rect.x0 + 6, (rect.y0 + rect.y1) / 2);
    frame();
    io.AddMouseButtonEvent(0, true);
    frame();
    io.AddMouseButtonEvent(0, false);
  }

 private:
  static void take_fonts() {
    unsigned char* pixels = nullptr;
    int width = 0;
    int height = 0;
    ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&pixels, &width, &height);
    ImGui::GetIO().Fonts->SetTexID(static_cast<ImTextureID>(pixels));
  }

  NoFontTexture texture_;
  std::unique_ptr<MainWindow> window_;
  std::map<std::string, Rect> marks_;
  double now_s_ = 1;
};

void print(const char* table, std::string_view what, Frames frames) {
  std::sort(frames.ms.begin(), frames.ms.end());
  fmt::print("{}\t{}\t{}\t{:.2f}\t{:.2f}\t{:.0f}\n", table, what, frames.ms.size(),
             frames.ms[frames.ms.size() / 2], frames.ms.back(), frames.done_ms);
  std::fflush(stdout);
}

Frames scroll(Window& ui, const std::string& row) {
  Frames frames;
  const Rect rect = ui.at(row);
  ImGuiIO& io = ImGui::GetIO();
  io.AddMousePosEvent(rect.x0 + 60, rect.y0 + 5);
  const double start_ms = wall_ms();
  for (int i = 0; i < kScrollFrames; ++i) {
    io.AddMouseWheelEvent(0, i < kScrollFrames / 2 ? -40.0F : 40.0F);
    frames.ms.push_back(ui.frame());
  }
  frames.done_ms = wall_ms() - start_ms;
  return frames;
}

Frames type(Window& ui, const std::string& text) {
  Frames all;
  const double start_ms = wall_ms();
  for (const char c : text) {
    const Frames one =
        ui.after([c] { ImGui::GetIO().AddInputCharacter(static_cast<unsigned char>(c)); });
    all.ms.insert(all.ms.end(), one.ms.begin(), one.ms.end());
  }
  all.done_ms = wall_ms() - start_ms;
  return all;
}

void use_table(Window& ui, const char* table, const std::vector<std::string>& heads,
               const std::string& row, const std::string& filter) {
  print(table, "scroll", scroll(ui, row));
  for (const std::string& head : heads) {
    if (!ui.has(head)) continue;
    print(table, "sort by " + head, ui.after([&] { ui.click(head); }));
    print(table, "sort by " + head + ", the other way", ui.after([&] { ui.click(head); }));
    ui.after([&] { ui.click(head); });  // its own order again
  }
  print(table, "select a row", ui.after([&] { ui.click(row); }));
  print(table, "copy all rows", ui.after([&] {
    ui.click("data.copy");
    ui.frame();
    ui.frame();
    ui.click("As CSV");
  }));
  ui.after([&] { ui.click("data.filter"); });
  print(table, "type the filter " + filter, type(ui, filter));
}

int run(int rows) {
  const fs::path folder =
      fs::temp_directory_path() / fmt::format("lanescope-table-frames-{}", getpid());
  fs::create_directories(folder);
  const fs::path path = folder / "table.json";
  write_trace(path, rows);
  {
    Window ui;
    ui.frame();
    ui.after([&] { ui.run(workspace::Open{path}); });
    fmt::print("table\twhat\tframes\tmedian_ms\tworst_ms\tdone_ms\n");
    print("Kernels", "show", ui.after([&] { ui.show_tab("kernels"); }));
    use_table(ui, "Kernels",
              {"Kernel", "Role", "Calls", "Total", "Share", "Mean", "Max", "Launched by"},
              "row.kernel_8<float, 8>", "kernel_1 total>3us -/99/");
    print("Ops", "show", ui.after([&] { ui.show_tab("ops"); }));
    print("Ops", "by stack", ui.after([&] { ui.click("way.By stack"); }));
    use_table(ui, "Ops",
              {"Operator", "Source", "Self CPU %", "Self CPU", "CPU total", "Self GPU", "GPU total",
               "Calls"},
              "row.aten::op8", "op1 self>3us source:/99/");
  }
  fs::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace lanescope::bench

int main(int argc, char** argv) {
  const int rows = argc > 1 ? std::atoi(argv[1]) : 100'000;
  return lanescope::bench::run(std::clamp(rows, 10, 2'000'000));
}
