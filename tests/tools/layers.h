// The table against which the `layers` test checks every #include. A folder may include itself and
// what its row names; a row names only its own level and lower ones, so arrows only ever point
// down. The standard library is available to all. A file uses the row with the longest
// matching folder, and a folder without a row is an error: add its row here first.
#pragma once

#include <array>
#include <string_view>

namespace lanescope::layers {

// A third-party package, identified by the prefix of its headers' paths.
struct Package {
  std::string_view name;
  std::string_view header_prefix;
};

inline constexpr std::array kPackages{
    Package{"imgui", "imgui.h"},
    Package{"imgui", "imgui_internal.h"},
    Package{"imgui", "imgui_stdlib.h"},
    Package{"imgui-backends", "imgui_impl_"},
    Package{"imgui-backends", "backends/imgui_impl_"},
    Package{"glfw", "GLFW/"},
    Package{"gl", "GL/"},
    Package{"gl", "GLES3/"},
    Package{"gl", "EGL/"},
    Package{"gl", "KHR/"},
    Package{"x11", "X11/"},
    Package{"simdjson", "simdjson"},
    Package{"isal", "isa-l"},
    Package{"zstd", "zstd"},
    Package{"zstd", "zdict.h"},
    Package{"zlib", "zlib.h"},
    Package{"sqlite", "sqlite3"},
    Package{"re2", "re2/"},
    Package{"fmt", "fmt/"},
    Package{"cli11", "CLI/"},
    Package{"json", "nlohmann/"},
    Package{"stb", "stb"},
    Package{"freetype", "ft2build.h"},
    Package{"freetype", "freetype/"},
    Package{"fontconfig", "fontconfig/"},
    Package{"doctest", "doctest/"},
    Package{"nanobind", "nanobind/"},
    Package{"cuda", "cuda"},
    Package{"cuda", "cupti"},
    Package{"cuda", "generated_cuda"},
    Package{"cuda", "nccl"},
    Package{"cuda", "nvml"},
    Package{"cuda", "nvtx"},
};

struct Row {
  std::string_view folder;  // a folder, or a prefix of a file's path
  std::string_view may;     // folders (or path prefixes) and packages, separated by spaces
};

inline constexpr std::array kTable{
    // level 0
    Row{"core/base/", "fmt isal zstd"},
    // level 1
    Row{"core/store/", "core/base/ fmt"},
    // level 2
    Row{"core/build/", "core/base/ core/store/ fmt"},
    // level 3: readers and analysis do not use each other
    Row{"core/readers/", "core/base/ core/store/ core/build/ simdjson fmt"},
    Row{"core/readers/capture/",
        "core/base/ core/store/ core/build/ core/readers/ capture/wire/ fmt"},
    // The only folder that knows SQLite.
    Row{"core/readers/sqlite/", "core/base/ fmt sqlite"},
    Row{"core/analysis/", "core/base/ core/store/ core/build/ fmt"},
    // Patterns of a search.
    Row{"core/analysis/search/text_pattern", "core/base/ core/analysis/search/ re2"},
    // level 4
    Row{"core/compare/", "core/base/ core/store/ core/build/ core/analysis/ fmt"},
    Row{"core/export/", "core/base/ core/store/ core/analysis/ fmt"},
    Row{"core/ranks/", "core/base/ core/store/ core/analysis/ fmt"},
    Row{"core/history/", "core/base/ core/store/ core/analysis/ core/compare/ core/ranks/ fmt"},
    // level 5
    Row{"core/view/",
        "core/base/ core/store/ core/build/ core/readers/ core/analysis/ core/compare/ core/ranks/ "
        "core/history/ fmt"},
    // level 6
    Row{"core/session/",
        "core/export/ core/base/ core/store/ core/build/ core/readers/ core/analysis/ "
        "core/compare/ core/ranks/ core/history/ "
        "core/view/ "
        "fmt"},

    // Live capture: the shared format, the side in the target, the side in the viewer.
    Row{"capture/wire/", ""},
    Row{"capture/python_layout/", ""},
    Row{"capture/agent/", "capture/wire/ capture/python_layout/"},
    Row{"capture/keeper/", ""},
    // Watches targets from outside; the side in the viewer uses it.
    Row{"capture/sampler/", "capture/wire/ core/base/ fmt"},
    Row{"capture/host/", "capture/wire/ capture/sampler/ core/base/ fmt"},
    Row{"capture/none/", "capture/wire/ capture/host/ core/base/"},
    Row{"capture/sampler/python/",
        "capture/wire/ capture/python_layout/ capture/sampler/ core/base/"},

    // Widgets, which know nothing about traces.
    Row{"app/widgets/", "core/base/ imgui fmt"},
    // Colors and sizes, for everything that draws.
    Row{"app/shell/theme/", "core/base/ core/view/ app/widgets/ imgui fmt"},
    // Rasterizing glyphs from font files, and finding the file with a glyph.
    Row{"app/shell/theme/raster", "core/base/ freetype"},
    Row{"app/shell/theme/loaded_fontconfig", "core/base/ fontconfig"},
    Row{"app/shell/theme/font_search",
        "core/base/ app/shell/theme/raster app/shell/theme/loaded_fontconfig fontconfig"},
    Row{"app/shell/theme/font_search_windows",
        "core/base/ app/shell/theme/font_search app/shell/theme/raster freetype"},
    Row{"app/lanes/",
        "core/base/ core/view/ core/session/ app/widgets/ app/shell/theme/ imgui fmt"},
    Row{"app/panes/",
        "core/base/ core/view/ core/session/ app/widgets/ app/lanes/ app/shell/theme/ imgui fmt"},
    // View models of what is open, and what panes request from the window: they draw nothing.
    Row{"app/panes/pane/marks.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/program_log.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/search.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/view_request.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/trace_lanes.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/trace_view.",
        "core/base/ core/view/ core/session/ app/panes/pane/marks. app/panes/pane/search. "
        "app/panes/pane/trace_lanes. app/panes/pane/view_request. fmt"},
    Row{"app/panes/ranks/search.", "core/base/ core/view/ fmt"},
    Row{"app/panes/ranks/view.", "core/base/ core/view/ app/panes/ranks/search. fmt"},
    Row{"app/panes/fleet/cell_axis.", "core/base/ core/view/ fmt"},
    Row{"app/panes/fleet/strip_view.", "core/base/ core/view/ app/panes/fleet/cell_axis. fmt"},
    Row{"app/panes/fleet/rank_search.", "core/base/ core/view/ fmt"},
    Row{"app/panes/fleet/view.",
        "core/base/ core/view/ app/panes/fleet/cell_axis. app/panes/fleet/rank_search. "
        "app/panes/fleet/strip_view. app/panes/ranks/open_summarized. fmt"},
    Row{"app/panes/ranks/open_summarized.", "core/base/"},
    Row{"app/panes/history/view.", "core/base/ core/view/ app/panes/ranks/open_summarized. fmt"},
    // What is open, and the commands that change it: works without a window.
    Row{"app/workspace/",
        "core/base/ core/view/ core/session/ capture/host/ app/panes/pane/program_log. "
        "app/panes/pane/trace_view. app/panes/ranks/view. app/panes/fleet/view. "
        "app/panes/history/view. fmt"},
    Row{"app/shell/",
        "core/base/ core/view/ core/session/ core/export/ app/widgets/ app/lanes/ app/panes/ "
        "app/workspace/ capture/host/ "
        "imgui fmt json"},
    Row{"app/shell/files/png", "core/base/ stb"},
    // Connects the interface to a window or a screenshot; reports errors like the command line.
    Row{"app/shell/window/run.",
        "core/base/ core/view/ core/session/ core/export/ capture/host/can_record app/widgets/ "
        "app/workspace/ app/shell/ app/platform/ app/cli/output/exit_code fmt"},
    // The same in a page, where tests get the report too.
    Row{"app/shell/window/run_web.",
        "core/base/ core/view/ core/session/ core/export/ app/widgets/ app/workspace/ app/shell/ "
        "app/platform/ app/cli/verbs fmt"},
    // The only folder that uses the window system.
    Row{"app/platform/", "core/base/ imgui imgui-backends glfw gl fmt"},
    // The command line: all of the core, nothing graphical.
    Row{"app/cli", "core/ capture/host/can_record capture/host/triggers/condition fmt cli11 json"},
    Row{"app/cli/attach/",
        "core/base/ core/view/text/ capture/host/ app/workspace/attach/trace_samples app/cli/ fmt "
        "json"},
    Row{"app/cli/record/", "core/base/ core/view/text/ capture/host/ app/cli/ fmt"},
    // The Python package: the answers of the command line, and columns of the store.
    Row{"app/python/", "core/ app/cli/ fmt json nanobind"},
    // Joins the window and the command line.
    Row{"app/main.cpp", "core/ app/ fmt cli11 json"},
    Row{"app/web/", ""},
    Row{"app/main_web.cpp", "core/base/ app/shell/"},
};

// Headers that not every system has, by the beginning of their paths. What includes one is named
// for a system (<name>_linux.cpp), or another file takes its place on Windows (<name>_windows.cpp),
// unless it is for Linux alone.
inline constexpr std::array<std::string_view, 17> kSystemHeaders{
    "arpa/",    "dlfcn.h",   "emscripten", "fcntl.h",   "io.h",  "linux/",
    "malloc.h", "netinet/",  "poll.h",     "psapi.h",   "pwd.h", "spawn.h",
    "sys/",     "termios.h", "unistd.h",   "windows.h", "X11/"};
inline constexpr std::array<std::string_view, 1> kOnEachSystem{"sys/types.h"};
inline constexpr std::array<std::string_view, 7> kForLinuxAlone{
    "capture/agent/", "capture/host/",   "capture/keeper/", "capture/sampler/",
    "capture/wire/",  "app/cli/attach/", "app/cli/record/"};
inline constexpr std::array<std::string_view, 4> kSystems{"_alone", "_linux", "_web", "_windows"};

// Known violations: "file includes path" lines that break the table. This list may only shrink.
inline constexpr std::array<std::string_view, 0> kDebts{};

}  // namespace lanescope::layers
