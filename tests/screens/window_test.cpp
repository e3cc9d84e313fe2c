// The real window, on a display of its own that is kept in a file.
#include <array>
#include <chrono>
#include <fcntl.h>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/screens/display.h"
#include "tests/screens/picture.h"
#include "tests/screens/program.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

using namespace std::chrono_literals;

const std::string kExample =
    std::string(LANESCOPE_SOURCE_DIR) + "/assets/examples/transformer-cpu.json.gz";

TEST_CASE("the window opens a trace, shows it and then sleeps") {
  if (!have_program("Xvfb")) skip_case("Xvfb is not installed");
  const Display display;
  REQUIRE(display.works());
  const TempFolder config;
  RunningProgram window({LANESCOPE_PROGRAM, kExample}, {{"DISPLAY", display.name()},
                                                        {"WAYLAND_DISPLAY", ""},
                                                        {"XDG_CONFIG_HOME", config.path()},
                                                        {"XDG_STATE_HOME", config.path()}});
  std::optional<Picture> picture;
  const bool shown = within(30s, [&] {
    picture = display.picture();
    return !window.running() ||
           (picture && roles_in(*picture, kLanes, ThemeKind::Dark, 100).size() >= 3);
  });
  REQUIRE(window.running());
  REQUIRE(shown);
  // The table at the bottom is counted beside the window and comes a little later.
  CHECK(within(10s, [&] {
    picture = display.picture();
    return picture && text_pixels(*picture, kBottom) > 800;
  }));
  CHECK(busy_share(*picture, kLanes) > 0.2);
  CHECK(text_pixels(*picture, kMenus) > 150);
  CHECK(text_pixels(*picture, kLabels) > 150);
  // An idle window costs no CPU.
  std::this_thread::sleep_for(1s);
  const double before_s = window.cpu_seconds();
  std::this_thread::sleep_for(1500ms);
  CHECK(window.cpu_seconds() - before_s < 0.1);
}

/// Threads of that name, each with something in it.
std::string trace_of_threads(const std::string& name) {
  std::string events;
  for (int thread = 1; thread <= 6; ++thread) {
    const std::string of = R"("pid":1,"tid":)" + std::to_string(thread);
    events += std::string(events.empty() ? "" : ",\n") + R"({"ph":"M","name":"thread_name",)" + of +
              R"(,"args":{"name":")" + name + R"("}},)" +
              R"({"ph":"X","cat":"cpu_op","name":"a","ts":1,"dur":1000,)" + of + "}";
  }
  return "{\"traceEvents\":[" + events + "]}";
}

/// The most text that is seen among the labels of the lanes within some seconds.
int label_pixels(const std::string& thread_name) {
  const Display display;
  REQUIRE(display.works());
  const TempFolder folder;
  const std::string trace = folder.write("trace.json", trace_of_threads(thread_name));
  RunningProgram window({LANESCOPE_PROGRAM, trace}, {{"DISPLAY", display.name()},
                                                     {"WAYLAND_DISPLAY", ""},
                                                     {"XDG_CONFIG_HOME", folder.path()},
                                                     {"XDG_STATE_HOME", folder.path()}});
  std::optional<Picture> picture;
  REQUIRE(within(30s, [&] {
    picture = display.picture();
    return picture && busy_share(*picture, kLanes) > 0.05;
  }));
  std::this_thread::sleep_for(1s);  // for letters that are drawn when they are first met
  picture = display.picture();
  REQUIRE(window.running());
  return text_pixels(*picture, kLabels);
}

TEST_CASE("names in letters that come when they are first met are seen in the window") {
  if (!have_program("Xvfb")) skip_case("Xvfb is not installed");
  CHECK(label_pixels("\u77e9\u9635\u4e58\u6cd5\u7ebf\u7a0b\u6570\u636e") > label_pixels("-") + 500);
}

TEST_CASE("a comparison that is sent into a file or a pipe is printed there, not shown") {
  if (!have_program("Xvfb")) skip_case("Xvfb is not installed");
  const Display display;
  REQUIRE(display.works());
  const TempFolder folder;
  const std::string compare =
      std::string(LANESCOPE_PROGRAM) + " compare '" + kExample + "' '" + kExample + "'";
  const std::string script = "cd '" + folder.path() + "' && timeout 20 " + compare +
                             " > file.txt && timeout 20 " + compare + " | cat > pipe.txt";
  RunningProgram shell({"sh", "-c", script}, {{"DISPLAY", display.name()},
                                              {"WAYLAND_DISPLAY", ""},
                                              {"XDG_CONFIG_HOME", folder.path()},
                                              {"XDG_STATE_HOME", folder.path()}});
  CHECK(within(30s, [&] { return !shell.running(); }));
  const auto text_of = [&](const char* name) {
    std::ifstream file(folder.path() + "/" + name);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  CHECK(text_of("file.txt").find("step") != std::string::npos);
  CHECK(text_of("pipe.txt") == text_of("file.txt"));
}

TEST_CASE("without a trace there is the start page") {
  if (!have_program("Xvfb")) skip_case("Xvfb is not installed");
  const Display display;
  REQUIRE(display.works());
  const TempFolder config;
  RunningProgram window({LANESCOPE_PROGRAM}, {{"DISPLAY", display.name()},
                                              {"WAYLAND_DISPLAY", ""},
                                              {"XDG_CONFIG_HOME", config.path()},
                                              {"XDG_STATE_HOME", config.path()}});
  constexpr Area kPage{400, 250, 1200, 500};
  CHECK(within(30s, [&] {
    const auto picture = display.picture();
    return picture && text_pixels(*picture, kPage) > 500;
  }));
  CHECK(window.running());
}

}  // namespace
}  // namespace lanescope
