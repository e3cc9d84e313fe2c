// The window in a page, in a worker. The browser calls it for each frame, so nothing here is ever
// destroyed.
#include "app/shell/window/run.h"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <emscripten.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

#include "app/cli/verbs.h"
#include "app/platform/canvas.h"
#include "app/platform/pixels.h"
#include "app/shell/window/given_view.h"
#include "app/shell/window/main_window.h"
#include "app/workspace/files/paths.h"
#include "app/workspace/traces/load_state.h"
#include "core/base/bytes/file_stamp.h"
#include "core/base/bytes/page_files.h"
#include "core/base/bytes/page_part.h"
#include "core/base/bytes/page_reader.h"
#include "core/base/threads/alone.h"
#include "core/base/threads/task_pool.h"
#include "core/export/viewer_page.h"
#include "core/session/rank_files.h"

// See app/web/library.js.
extern "C" {
void lanescope_choose_files(int how);
void lanescope_tell_failure(const char* why);
void lanescope_tell_link(const char* view);
char* lanescope_own_share_page();
void lanescope_deliver(const char* name, const char* bytes, std::size_t size);
}

namespace lanescope {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSaveFolder = "/saved";

constexpr std::chrono::milliseconds kTasksBetweenFrames{10};

/// How the user gave files to the page, as page.js numbers it.
enum class GivenBy : int { Drop = 0, ChosenToOpen = 1, ChosenAsB = 2 };

/// In the current WebGL context.
class GlFontTexture final : public FontTexture {
 public:
  void put(int x, int y, int width, int height, const std::uint8_t* rgba) override {
    put_font_pixels(x, y, width, height, rgba);
  }
};

/// Passes what happens to the canvas on to the interface.
class Adapter final : public WindowClient {
 public:
  explicit Adapter(MainWindow& main) : main_(&main) {}
  bool prepare(float content_scale, float density) override {
    return main_->prepare(content_scale, density, font_texture_);
  }
  void draw(double now_s) override {
    main_->draw(now_s);
    if (view) view->step(*main_);
  }
  /// Without threads, this is when tasks run.
  void awake() override {
    if (run_waiting_tasks(kTasksBetweenFrames)) Canvas::wake();
  }
  [[nodiscard]] double next_frame_in_s() const override { return main_->next_frame_in_s(); }
  void drop(const std::vector<std::string>& paths) override { main_->ask(request::Dropped{paths}); }
  void letter_key(char letter, bool down) override { main_->keyboard().letter_key(letter, down); }
  [[nodiscard]] bool wants_pixels() const override { return main_->exporter().wants_pixels(); }
  void take_pixels(int width_px, int height_px, std::vector<std::uint8_t> rgb) override {
    main_->exporter().take_pixels(width_px, height_px, rgb);
  }
  [[nodiscard]] const std::string& title() const override { return main_->title(); }
  void close_asked() override {}
  [[nodiscard]] bool wants_close() const override { return false; }

  std::optional<GivenView> view;  // of a shared page or a link

 private:
  MainWindow* main_;
  GlFontTexture font_texture_;
};

MainWindow* the_window = nullptr;
Adapter* the_adapter = nullptr;

/// Passes a file to the browser as a download. Any thread.
void deliver(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  const std::string name = fs::path(path).filename().string();
  lanescope_deliver(name.c_str(), bytes.data(), bytes.size());
  std::error_code ignored;
  fs::remove(path, ignored);
}

Result<std::string> fetch_share_page() {
  auto page = fetch_page_part("share.html");
  if (!page.ok()) return page;
  return with_files_inside(std::move(page).value(),
                           [](const std::string& name) { return fetch_page_part(name + ".gz"); });
}

/// A shared page passes itself on, without its trace; others have one beside them.
std::function<Result<std::string>()> share_page_reader() {
  char* const own = lanescope_own_share_page();
  if (own == nullptr) return fetch_share_page;
  const auto page = std::make_shared<const std::string>(own);
  std::free(own);
  return [page]() -> Result<std::string> { return *page; };
}

SystemOffers offers_of_page() {
  SystemOffers offers;
  offers.records = offers.editors = offers.quits = offers.folders = offers.all_keys = false;
  offers.choose_files = [](FilePurpose purpose) {
    lanescope_choose_files(static_cast<int>(purpose == FilePurpose::OpenB ? GivenBy::ChosenAsB
                                                                          : GivenBy::ChosenToOpen));
  };
  offers.save_folder = kSaveFolder;
  offers.deliver = deliver;
  offers.copy_link = [](const std::string& view) { lanescope_tell_link(view.c_str()); };
  offers.share_page = share_page_reader();
  return offers;
}

/// The browser gives the page a file once: later it can only be chosen again.
void forget_lost_files(Settings& settings) {
  std::erase_if(settings.recent, [](const RecentFile& file) {
    return !bytes_of_file(file.path) ||
           (!file.compared_with.empty() && !bytes_of_file(file.compared_with));
  });
}

std::vector<std::string> lines_of(const char* text) {
  std::istringstream in{std::string(text)};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

/// The files of a folder that is not one of ranks, since there is no dialog to choose from it.
std::vector<std::string> without_folder(std::vector<std::string> paths) {
  std::error_code error;
  if (paths.size() != 1 || !fs::is_directory(paths.front(), error) ||
      !rank_traces_of_run(paths.front()).empty())
    return paths;
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(paths.front(), error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path().string());
  }
  std::ranges::sort(files);
  return files;
}

void open_given(std::vector<std::string> paths, GivenBy by) {
  Workspace& workspace = the_window->workspace();
  if (by == GivenBy::Drop) paths = without_folder(std::move(paths));
  if (the_adapter->view && the_adapter->view->open_runs(paths, workspace)) return;
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
  start_page_readers();
  MainWindow::Options options;
  options.font_dir = font_folder();
  options.examples = find_examples();
  options.settings_path = settings_file();
  options.wake = [] { Canvas::wake(); };
  options.gives_pixels = true;
  options.offers = offers_of_page();
  the_window = new MainWindow(options);
  forget_lost_files(the_window->settings());
  the_adapter = new Adapter(*the_window);
  Canvas::start(*the_adapter);
  return EXIT_SUCCESS;
}

}  // namespace lanescope

// What app/web/engine.js calls.

extern "C" {

EMSCRIPTEN_KEEPALIVE void lanescope_add_file(const char* path, int id, double bytes) {
  lanescope::add_page_file(path, id, static_cast<std::uint64_t>(bytes));
}

/// One path per line.
EMSCRIPTEN_KEEPALIVE void lanescope_open(const char* paths, int by) {
  const std::vector<std::string> list = lanescope::lines_of(paths);
  if (list.empty()) return;
  if (lanescope::the_adapter->view) (void)lanescope::the_adapter->view->put_notes(list.front());
  lanescope::open_given(list, static_cast<lanescope::GivenBy>(by));
  lanescope::Canvas::wake();
}

EMSCRIPTEN_KEEPALIVE void lanescope_paste(const char* text) {
  lanescope::Canvas::paste(text);
}

/// The view to show of what is opened next, as JSON: see GivenView::parse.
EMSCRIPTEN_KEEPALIVE void lanescope_show_view(const char* json) {
  auto view = lanescope::GivenView::parse(json);
  if (!view.ok()) return;
  lanescope::the_adapter->view = std::move(view).value();
  lanescope::the_adapter->view->begin(lanescope::the_window->workspace());
  lanescope::Canvas::wake();
}

EMSCRIPTEN_KEEPALIVE void lanescope_warn(const char* text) {
  lanescope::the_window->workspace().notices().warn_later(text);
  lanescope::Canvas::wake();
}

/// Saves settings and marks: the page may be closed at any time.
EMSCRIPTEN_KEEPALIVE void lanescope_save() {
  (void)lanescope::the_window->save_now();
}

// For tests.

/// The path, and "1,234 events, loaded in …" as in the status line, and "busy"; empty: nothing is
/// open.
EMSCRIPTEN_KEEPALIVE const char* lanescope_state() {
  static std::string& text = *new std::string;
  const lanescope::Session* session = lanescope::the_window->workspace().shown_session();
  text = session == nullptr
             ? std::string()
             : session->path() + "\n" + lanescope::load_done_text(lanescope::load_facts(*session));
  if (session != nullptr && !lanescope::the_window->quiet()) text += "\nbusy";
  return text.c_str();
}

/// See link_of_view.
EMSCRIPTEN_KEEPALIVE const char* lanescope_link() {
  static std::string& text = *new std::string;
  text = lanescope::link_of_view(*lanescope::the_window);
  return text.c_str();
}

/// Prints `lanescope report --json` of an opened file, and then a line "end CODE".
EMSCRIPTEN_KEEPALIVE void lanescope_report(const char* path) {
  const auto report = [trace = std::string(path)] {
    lanescope::ReportOptions options;
    options.traces = {trace};
    options.json = true;
    const int code = lanescope::run_report(options);
    std::printf("end %d\n", code);
    std::fflush(stdout);
  };
  (void)lanescope::task_pool().submit(lanescope::Urgency::Later, report);
  lanescope::Canvas::wake();
}
}
