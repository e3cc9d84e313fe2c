#include "app/shell/window/run.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <system_error>
#include <thread>

#include "app/cli/output/exit_code.h"
#include "app/platform/end_signals.h"
#include "app/platform/offscreen.h"
#include "app/platform/pixels.h"
#include "app/platform/window.h"
#include "app/shell/files/png.h"
#include "app/shell/files/start_program.h"
#include "app/shell/files/view_picture.h"
#include "app/shell/window/given_files.h"
#include "app/shell/window/given_view.h"
#include "app/shell/window/main_window.h"
#include "app/shell/window/picture.h"
#include "app/shell/window/quit/quit_signal.h"
#include "app/workspace/files/paths.h"
#include "app/workspace/record/recording.h"
#include "capture/host/can_record.h"
#include "core/base/files/replace_file.h"
#include "core/base/files/system_file.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/signal_text.h"
#include "core/base/version.h"
#include "core/export/viewer_page.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr double kFrameS = 1.0 / 60;

MainWindow::Options usual_options() {
  MainWindow::Options options;
  options.font_dir = font_folder();
  options.examples = find_examples();
  options.gives_pixels = true;
  options.offers.records = can_record();
  options.offers.editors = options.offers.opens_documents = can_start_programs();
  if (has_viewer_page()) options.offers.share_page = read_viewer_page;
  return options;
}

/// The window can no longer show them.
void say_parting_words(const MainWindow& main) {
  for (const auto& [file, text] : main.workspace().recordings().parting_words())
    (void)complain(kDone, file, text);
}

/// For the current OpenGL context.
class GlFontTexture final : public FontTexture {
 public:
  void put(int x, int y, int width, int height, const std::uint8_t* rgba) override {
    put_font_pixels(x, y, width, height, rgba);
  }
};

/// Passes the window's events to the interface.
class Adapter final : public WindowClient {
 public:
  Adapter(MainWindow& main, EndSignals& signals, const ShownPart& shown)
      : main_(&main), signals_(&signals) {
    if (!shown.empty()) shown_.emplace(shown);
  }
  bool prepare(float content_scale, float density) override {
    return main_->prepare(content_scale, density, font_texture_);
  }
  void awake() override {
    const std::lock_guard lock(busy_);
    switch (quit_signal_.take(*main_, signals_->signal())) {
      case QuitSignal::Answer::Asks:
        (void)complain(kDone, "window", "asking whether to quit; another signal quits immediately");
        break;
      case QuitSignal::Answer::Stays:
        signals_->forget();
        break;
      case QuitSignal::Answer::Ends:
        ends_ = true;
        break;
      case QuitSignal::Answer::None:
        break;
    }
  }
  void draw(double now_s) override {
    const std::lock_guard lock(busy_);
    main_->draw(now_s);
    if (shown_) shown_->step(*main_);
    if (shown_ && shown_->done()) shown_.reset();
  }
  [[nodiscard]] double next_frame_in_s() const override { return main_->next_frame_in_s(); }
  void drop(const std::vector<std::string>& paths) override {
    const std::lock_guard lock(busy_);
    main_->ask(request::Dropped{paths});
  }
  void letter_key(char letter, bool down) override { main_->keyboard().letter_key(letter, down); }
  [[nodiscard]] bool wants_pixels() const override { return main_->exporter().wants_pixels(); }
  void take_pixels(int width_px, int height_px, std::vector<std::uint8_t> rgb) override {
    main_->exporter().take_pixels(width_px, height_px, rgb);
  }
  [[nodiscard]] const std::string& title() const override { return main_->title(); }
  void close_asked() override {
    const std::lock_guard lock(busy_);
    main_->quit("the window was closed");
  }
  [[nodiscard]] bool wants_close() const override {
    return main_->quitting().wants_close() || ends_;
  }
  int display_lost() override {
    constexpr auto kPatience = std::chrono::seconds(2);
    std::unique_lock lock(busy_, std::defer_lock);
    // A driver thread may notice it in the middle of a frame.
    if (std::this_thread::get_id() != own_thread_ && !lock.try_lock_for(kPatience))
      return complain(kUnusable, "window", "the display is gone; the latest changes are not saved");
    const auto problem = main_->save_now();
    say_parting_words(*main_);
    return complain(
        kUnusable, "window",
        "the display is gone; " + problem.value_or("settings and marks have been saved"));
  }

 private:
  MainWindow* main_;
  EndSignals* signals_;
  QuitSignal quit_signal_;
  bool ends_ = false;  // by a signal
  std::thread::id own_thread_ = std::this_thread::get_id();
  GlFontTexture font_texture_;
  std::optional<GivenView> shown_;  // until it is
  std::timed_mutex busy_;           // held while the window's state may change
};

/// The notice starts with the file's name, and so does the error line.
std::string problem_of_b(const MainWindow& main, const std::string& path) {
  const auto& notice = main.workspace().notices().shown();
  if (!notice) return "nothing could be read";
  const std::string& text = notice->text;
  const std::string name = fs::path(path).filename().string() + ": ";
  return text.starts_with(name) ? text.substr(name.size()) : text;
}

/// How long to wait before asking again whether what began `waited` ago has ended: not so often
/// that it is slowed down, and soon enough that nobody notices.
std::chrono::milliseconds pause_after(std::chrono::steady_clock::duration waited) {
  constexpr std::chrono::milliseconds kLeast(2), kMost(50);
  constexpr int kShare = 32;
  return std::clamp(std::chrono::duration_cast<std::chrono::milliseconds>(waited / kShare), kLeast,
                    kMost);
}

/// Draws frames until nothing is loading, computing or moving.
void settle(Offscreen& screen, MainWindow& main, float scale, double& now_s) {
  GlFontTexture font_texture;
  const auto start = std::chrono::steady_clock::now();
  int quiet_frames = 0;
  while (quiet_frames < 3) {
    if (main.prepare(scale, 1, font_texture)) screen.upload_fonts();
    screen.begin_frame(kFrameS);
    now_s += kFrameS;
    main.draw(now_s);
    screen.end_frame();
    quiet_frames = main.quiet() ? quiet_frames + 1 : 0;
    if (quiet_frames == 0 && main.next_frame_in_s() != 0)
      std::this_thread::sleep_for(pause_after(std::chrono::steady_clock::now() - start));
  }
}

/// Checks that the file can be written, before spending seconds on drawing it.
std::optional<Error> check_writable(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    return Error{Error::Kind::Unreadable, "is a folder; name a file in it"};
  }
  fs::path folder = fs::path(path).parent_path();
  if (folder.empty()) folder = ".";
  if (!fs::is_directory(folder, ignored)) {
    return Error{Error::Kind::NotFound,
                 "cannot be written: there is no folder " + folder.string() + "; create it first"};
  }
  const bool is_there = fs::exists(path, ignored);
  if (can_write(is_there ? path : folder.string())) return std::nullopt;
  return Error{Error::Kind::Unreadable,
               "cannot be written: " + std::generic_category().message(errno)};
}

bool is_svg(const std::string& path) {
  return ends_ignoring_case(path, ".svg");
}

/// Depending on the file's extension: the lanes as SVG, else the window as PNG.
Result<std::string> picture_bytes(Offscreen& screen, MainWindow& main,
                                  const ScreenshotOptions& options) {
  OpenTrace* trace = main.workspace().trace();
  if (is_svg(options.output) && trace != nullptr)
    return svg_timeline(view_picture(*trace, main.style(), options.theme));
  return png_bytes(options.width, options.height, screen.pixels());
}

/// Writes to devices such as /dev/stdout; replaces files.
std::optional<Error> write_picture(const std::string& path, const std::string& bytes,
                                   mode_t most_rights) {
  if (!path.starts_with("/dev/")) return replace_file(path, bytes, most_rights);
  std::ofstream device(path, std::ios::binary);
  device.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  device.close();
  if (device) return std::nullopt;
  return Error{Error::Kind::Unreadable, std::generic_category().message(errno)};
}

/// The picture must not be readable by users who may not read the traces.
mode_t rights_of_picture(const MainWindow& main, const ScreenshotOptions& options) {
  std::vector<std::string> shown;
  if (const OpenRanks* ranks = main.workspace().ranks()) {
    shown = ranks->files();
  } else if (!options.trace.empty()) {
    shown.push_back(options.trace);
  }
  const FleetRun* other =
      main.workspace().ranks() != nullptr ? main.workspace().ranks()->other() : nullptr;
  if (other != nullptr)
    shown.insert(shown.end(), other->files().begin(), other->files().end());
  else if (!options.compare.empty())
    shown.push_back(options.compare);
  return rights_of_sources(shown);
}

}  // namespace

bool has_display() {
  return display_answers();
}

/// The window opens even if the default log file cannot be written, but not if the user named the
/// log file.
static std::optional<Error> begin_log(const WindowOptions& options) {
  const bool named = !options.log.empty();
  const std::string path = named ? options.log : log_file();
  if (path.empty()) return std::nullopt;
  const auto error = open_log(path, options.log_most);
  if (!error) note_crashes();
  log_line(LogLevel::Info, "lanescope " + std::string(kVersion) + " started");
  return named ? error : std::nullopt;
}

static void log_end(const MainWindow& main, int signal, bool display_lost) {
  const std::string why = signal != 0                        ? signal_text(signal)
                          : display_lost                     ? "the display is gone"
                          : main.quitting().reason().empty() ? "unknown reason"
                                                             : main.quitting().reason();
  log_line(LogLevel::Info, "exiting: " + why);
}

int run_window(const WindowOptions& options) {
  if (const auto error = begin_log(options))
    return complain(kUnusable, options.log, error->message);
  MainWindow::Options main_options = usual_options();
  main_options.settings_path = settings_file();
  main_options.wake = [] { Window::wake(); };
  const TasksEnd tasks_end;  // after the window, which cancels its own tasks
  MainWindow main(main_options);
  Workspace& workspace = main.workspace();
  // Loads while the window opens.
  open_given(workspace, {options.traces, options.compare, options.align, options.beside});
  const Settings& settings = main.settings();
  auto opened =
      Window::open({settings.window_width, settings.window_height, settings.window_maximized});
  if (!opened.ok()) return complain(kUnusable, "window", opened.error().message);
  Window& window = *opened.value();
  main.dialogs().get<AboutDialog>().set_graphics(window.graphics());
  EndSignals signals([] { Window::wake(); });
  Adapter adapter(main, signals, options.shown);
  const bool display_lost = !window.run(adapter);
  log_end(main, signals.signal(), display_lost);
  say_parting_words(main);
  main.settings().window_width = window.size().width;
  main.settings().window_height = window.size().height;
  main.settings().window_maximized = window.size().maximized;
  if (const auto error = main.save_settings()) (void)complain(kDone, "settings", error->message);
  if (display_lost) return complain(kUnusable, "window", "the display is gone");
  constexpr int kSignalExit = 128;  // as in shells
  return signals.signal() == 0 ? kDone : kSignalExit + signals.signal();
}

int run_screenshot(const ScreenshotOptions& options) {
  if (const auto error = check_writable(options.output)) {
    return complain(kUnusable, options.output, error->message);
  }
  for (const std::string& file : {options.trace, options.compare}) {
    std::error_code ignored;
    if (std::filesystem::is_fifo(file, ignored))
      (void)complain(kDone, file, "is a pipe; waiting for data");
  }
  auto opened = Offscreen::open(options.width, options.height);
  if (!opened.ok()) return complain(kUnusable, "screenshot", opened.error().message);
  Offscreen& screen = *opened.value();
  MainWindow::Options main_options = usual_options();
  main_options.shows_costs = false;
  const TasksEnd tasks_end;  // after the window, which cancels its own tasks
  MainWindow main(main_options);
  main.settings().theme = options.theme;
  Workspace& workspace = main.workspace();
  const auto scale = static_cast<float>(options.scale);
  GivenFiles files;
  if (!options.trace.empty()) files.traces.push_back(options.trace);
  files.compare = options.compare;
  files.beside.capture_trace = options.capture_trace;
  files.beside.steps = options.steps;
  open_given(workspace, files);
  main.settings().panes.runs_beside = options.beside;
  double now_s = 0;
  settle(screen, main, scale, now_s);
  if (!options.trace.empty() && workspace.trace() == nullptr && workspace.ranks() == nullptr) {
    return complain(kUnusable, options.trace,
                    workspace.notices().problem() ? workspace.notices().problem()->message
                                                  : "nothing could be read");
  }
  const bool walls = workspace.ranks() != nullptr && workspace.ranks()->other() != nullptr;
  if (!options.compare.empty() && !workspace.runs().both() && !walls) {
    return complain(kUnusable, options.compare, problem_of_b(main, options.compare));
  }
  for (const auto& [file, what] : unread_summaries(workspace)) (void)complain(kDone, file, what);
  const auto selected = find_selected(main, options.select);
  if (!selected.ok()) return complain(kUnusable, options.trace, selected.error().message);
  // Twice, because the selection opens panes, which moves the lanes.
  for (int pass = 0; pass < 2; ++pass) {
    if (const auto error = arrange_view(main, options, selected.value())) {
      const bool usage = error->kind == Error::Kind::Invalid;
      return complain(usage ? kWrongUsage : kUnusable, usage ? "--tab" : options.trace,
                      error->message);
    }
    settle(screen, main, scale, now_s);
  }
  const Result<std::string> bytes = picture_bytes(screen, main, options);
  if (!bytes.ok()) return complain(kUnusable, options.output, bytes.error().message);
  if (const auto error =
          write_picture(options.output, bytes.value(), rights_of_picture(main, options)))
    return complain(kUnusable, options.output, "cannot be written: " + error->message);
  return kDone;
}

}  // namespace lanescope
