// Opens the window, on a trace or empty, and prints how long after the start of the process a
// picture stood on the screen. Needs a display.
//
//   picture_once window|lanes|whole START_NS [FILE]
//
// window: the first frame; lanes: the first that shows lanes; whole: the first after which nothing
// loads or moves. START_NS is the steady clock when the process was started, told by who started
// it, so that the linker's work counts too.
#include <charconv>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "app/platform/window.h"
#include "app/shell/window/main_window.h"

namespace {

using namespace lanescope;

class Stopwatch final : public WindowClient {
 public:
  Stopwatch(MainWindow& main, std::string_view goal) : main_(&main), goal_(goal) {}
  bool prepare(float content_scale, float density) override {
    return main_->prepare(content_scale, density, texture_);
  }
  void draw(double now_s) override {
    main_->draw(now_s);
    reached_ = goal_ == "window" || (goal_ == "lanes" ? shows_lanes() : main_->quiet());
  }
  // Asked after the frame is on the screen.
  [[nodiscard]] double next_frame_in_s() const override {
    if (reached_ && shown_ns_ == 0) shown_ns_ = now_ns();
    return reached_ ? 0 : main_->next_frame_in_s();
  }
  void drop(const std::vector<std::string>& /*paths*/) override {}
  void letter_key(char /*letter*/, bool /*down*/) override {}
  [[nodiscard]] bool wants_pixels() const override { return false; }
  void take_pixels(int /*width_px*/, int /*height_px*/,
                   std::vector<std::uint8_t> /*rgb*/) override {}
  [[nodiscard]] const std::string& title() const override { return main_->title(); }
  void close_asked() override {}
  [[nodiscard]] bool wants_close() const override { return shown_ns_ != 0; }

  [[nodiscard]] std::int64_t shown_ns() const { return shown_ns_; }

 private:
  static std::int64_t now_ns() {
    return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
  }
  [[nodiscard]] bool shows_lanes() const {
    const OpenTrace* trace = main_->workspace().trace();
    return trace != nullptr && !trace->view.lanes.layout().items.empty();
  }

  MainWindow* main_;
  NoFontTexture texture_;
  std::string_view goal_;
  bool reached_ = false;
  mutable std::int64_t shown_ns_ = 0;
};

}  // namespace

int main(int argc, char** argv) {
  const std::string_view goal = argc > 1 ? argv[1] : "";
  std::int64_t start_ns = 0;
  const std::string_view start = argc > 2 ? argv[2] : "";
  std::from_chars(start.data(), start.data() + start.size(), start_ns);
  if (start_ns == 0 || (goal != "window" && argc < 4)) {
    fmt::print(stderr, "usage: picture_once window|lanes|whole START_NS [FILE]\n");
    return 2;
  }
  MainWindow::Options options;
  options.font_dir = LANESCOPE_BINARY_DIR "/fonts";
  options.wake = [] { Window::wake(); };
  MainWindow main(options);
  if (argc > 3) main.workspace().run(workspace::Open{argv[3]});
  auto opened = Window::open({});
  if (!opened.ok()) {
    fmt::print(stderr, "picture_once: {}\n", opened.error().message);
    return 3;
  }
  Stopwatch client(main, goal);
  opened.value()->run(client);
  fmt::print("seconds\t{:.4f}\n", static_cast<double>(client.shown_ns() - start_ns) / 1e9);
  return main.workspace().notices().problem() ? 3 : 0;
}
