// The window in a page. The browser calls it for each frame, so nothing here is ever destroyed.
#include "app/shell/window/run.h"

#include <cstdlib>
#include <emscripten.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <system_error>
#include <thread>

#include "app/cli/verbs.h"
#include "app/platform/canvas.h"
#include "app/platform/pixels.h"
#include "app/shell/window/main_window.h"
#include "app/workspace/files/paths.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/bytes/page_files.h"
#include "core/base/threads/start_thread.h"

// See app/web/library.js.
extern "C" {
void lanescope_choose_files(int how);
void lanescope_tell_ready();
void lanescope_tell_failure(const char* why);
void lanescope_deliver(const char* name, const char* bytes, std::size_t size);
}

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSaveFolder = "/saved";

/// Of files that the page gives, as page.js numbers it.
enum class GivenBy : int { Drop = 0, ChosenToOpen = 1, ChosenAsB = 2 };

/// Of the WebGL context that is current.
class GlFontTexture final : public FontTexture {
 public:
  void put(int x, int y, int width, int height, const std::uint8_t* rgba) override {
    put_font_pixels(x, y, width, height, rgba);
  }
};

/// What the canvas's events do to the interface.
class Adapter final : public WindowClient {
 public:
  explicit Adapter(MainWindow& main) : main_(&main) {}
  bool prepare(float content_scale, float density) override {
    return main_->prepare(content_scale, density, font_texture_);
  }
  void draw(double now_s) override { main_->draw(now_s); }
  [[nodiscard]] double next_frame_in_s() const override { return main_->next_frame_in_s(); }
  void drop(const std::vector<std::string>& paths) override {
    main_->workspace().run(workspace::Drop{paths});
  }
  void letter_key(char letter, bool down) override { main_->keyboard().letter_key(letter, down); }
  [[nodiscard]] bool wants_pixels() const override { return main_->exporter().wants_pixels(); }
  void take_pixels(int width_px, int height_px, std::vector<std::uint8_t> rgb) override {
    main_->exporter().take_pixels(width_px, height_px, rgb);
  }
  [[nodiscard]] const std::string& title() const override { return main_->title(); }
  void close_asked() override {}
  [[nodiscard]] bool wants_close() const override { return false; }

 private:
  MainWindow* main_;
  GlFontTexture font_texture_;
};

MainWindow* the_window = nullptr;
Adapter* the_adapter = nullptr;

/// Hands a file over to the browser's downloads. Any thread.
void deliver(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const std::string name = fs::path(path).filename().string();
  lanescope_deliver(name.c_str(), bytes.data(), bytes.size());
  std::error_code ignored;
  fs::remove(path, ignored);
}

SystemOffers offers_of_page() {
  SystemOffers offers;
  offers.records = offers.editors = offers.quits = offers.folders = false;
  offers.choose_files = [](FilePurpose purpose) {
    lanescope_choose_files(static_cast<int>(purpose == FilePurpose::OpenB ? GivenBy::ChosenAsB
                                                                          : GivenBy::ChosenToOpen));
  };
  offers.save_folder = kSaveFolder;
  offers.deliver = deliver;
  return offers;
}

std::vector<std::string> lines_of(const char* text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

void open_given(std::vector<std::string> paths, GivenBy by) {
  Workspace& workspace = the_window->workspace();
  switch (by) {
    case GivenBy::Drop:
      return workspace.run(workspace::Drop{std::move(paths)});
    case GivenBy::ChosenToOpen:
      return workspace.run(workspace::OpenTogether{std::move(paths)});
    case GivenBy::ChosenAsB:
      return workspace.run(workspace::Compare{paths.front()});
  }
}

}  // namespace

bool has_display() {
  return true;
}

int run_window(const WindowOptions& /*options*/) {
  if (const auto error = Canvas::open()) {
    lanescope_tell_failure(("Lanescope cannot draw: " + error->message + ".").c_str());
    return EXIT_FAILURE;
  }
  std::error_code ignored;
  fs::create_directories(kSaveFolder, ignored);
  start_page_files();
  MainWindow::Options options;
  options.font_dir = font_folder();
  options.example = example_trace();
  options.settings_path = settings_file();
  options.wake = [] { Canvas::wake(); };
  options.gives_pixels = true;
  options.offers = offers_of_page();
  the_window = new MainWindow(options);
  the_adapter = new Adapter(*the_window);
  Canvas::start(*the_adapter);
  lanescope_tell_ready();
  return EXIT_SUCCESS;
}

}  // namespace lanescope

// What the page calls, see app/web/page.js.

extern "C" {

EMSCRIPTEN_KEEPALIVE void lanescope_add_file(const char* path, int id, double bytes) {
  lanescope::add_page_file(path, id, static_cast<std::uint64_t>(bytes));
}

/// `paths` by lines.
EMSCRIPTEN_KEEPALIVE void lanescope_open(const char* paths, int by) {
  lanescope::open_given(lanescope::lines_of(paths), static_cast<lanescope::GivenBy>(by));
  lanescope::Canvas::wake();
}

EMSCRIPTEN_KEEPALIVE void lanescope_paste(const char* text) {
  lanescope::Canvas::paste(text);
}

/// The page may go away after this.
EMSCRIPTEN_KEEPALIVE void lanescope_save() {
  (void)lanescope::the_window->save_now();
}

// For tests.

/// "name · 1,234 events …" as the top of the window has it; empty: nothing is open.
EMSCRIPTEN_KEEPALIVE const char* lanescope_state() {
  static std::string& text = *new std::string;
  const lanescope::Session* session = lanescope::the_window->workspace().shown_session();
  text = session == nullptr
             ? std::string()
             : session->path() + "\n" + lanescope::load_done_text(lanescope::load_facts(*session));
  if (session != nullptr && !lanescope::the_window->quiet()) text += "\nbusy";
  return text.c_str();
}

/// Prints `lanescope report --json` of a file that was opened, and then a line "end CODE".
EMSCRIPTEN_KEEPALIVE void lanescope_report(const char* path) {
  std::thread([trace = std::string(path)] {
    lanescope::ReportOptions options;
    options.traces = {trace};
    options.json = true;
    const int code = lanescope::run_report(options);
    std::printf("end %d\n", code);
    std::fflush(stdout);
  }).detach();
}
}
