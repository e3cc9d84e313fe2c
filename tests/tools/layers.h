// The table that the `layers` test holds every #include against. A folder may include itself and
// what its row names; a row ends at its own level, so arrows only ever point down.
// The standard library and POSIX are free to all. A file takes the row with the longest folder that
// fits it, and a folder that no row fits is an error: a new folder gets its row here first.
#pragma once

#include <array>
#include <string_view>

namespace lanescope::layers {

// How a third-party package is known: by how the path of its headers begins.
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
    Package{"gl", "EGL/"},
    Package{"gl", "KHR/"},
    Package{"x11", "X11/"},
    Package{"simdjson", "simdjson"},
    Package{"isal", "isa-l"},
    Package{"zstd", "zstd"},
    Package{"zstd", "zdict.h"},
    Package{"zlib", "zlib.h"},
    Package{"re2", "re2/"},
    Package{"fmt", "fmt/"},
    Package{"cli11", "CLI/"},
    Package{"json", "nlohmann/"},
    Package{"stb", "stb"},
    Package{"freetype", "ft2build.h"},
    Package{"freetype", "freetype/"},
    Package{"fontconfig", "fontconfig/"},
    Package{"doctest", "doctest/"},
    Package{"cuda", "cuda"},
    Package{"cuda", "cupti"},
    Package{"cuda", "generated_cuda"},
    Package{"cuda", "nccl"},
    Package{"cuda", "nvml"},
    Package{"cuda", "nvtx"},
};

struct Row {
  std::string_view folder;  // a folder, or the start of a file's path in it
  std::string_view may;     // folders (or starts of paths) and packages, separated by spaces
};

inline constexpr std::array kTable{
    // level 0
    Row{"core/base/", "fmt isal zstd"},
    // level 1
    Row{"core/store/", "core/base/ fmt"},
    // level 2
    Row{"core/build/", "core/base/ core/store/ fmt"},
    // level 3: these two do not know each other
    Row{"core/readers/", "core/base/ core/store/ core/build/ simdjson fmt"},
    Row{"core/readers/capture/",
        "core/base/ core/store/ core/build/ core/readers/ capture/wire/ fmt"},
    Row{"core/analysis/", "core/base/ core/store/ core/build/ fmt"},
    // Patterns of a search.
    Row{"core/analysis/search/text_pattern", "core/base/ core/analysis/search/ re2"},
    // level 4
    Row{"core/compare/", "core/base/ core/store/ core/build/ core/analysis/ fmt"},
    Row{"core/export/", "core/base/ core/store/ core/analysis/ fmt"},
    Row{"core/ranks/", "core/base/ core/store/ core/analysis/ fmt"},
    // level 5
    Row{"core/view/",
        "core/base/ core/store/ core/build/ core/readers/ core/analysis/ core/compare/ core/ranks/ "
        "fmt"},
    // level 6
    Row{"core/session/",
        "core/base/ core/store/ core/build/ core/readers/ core/analysis/ core/compare/ core/ranks/ "
        "core/view/ "
        "fmt"},

    // Live capture: what both sides agree on, the side in the target, the side of the viewer.
    Row{"capture/wire/", ""},
    Row{"capture/agent/", "capture/wire/"},
    Row{"capture/keeper/", ""},
    Row{"capture/host/", "capture/wire/ core/base/ fmt"},

    // Pieces of screen that know no traces.
    Row{"app/widgets/", "core/base/ imgui fmt"},
    // Colours and sizes, for everything that draws.
    Row{"app/shell/theme/", "core/base/ core/view/ app/widgets/ imgui fmt"},
    // Characters drawn from font files, and which file has them.
    Row{"app/shell/theme/raster", "core/base/ freetype"},
    Row{"app/shell/theme/font_search", "app/shell/theme/raster fontconfig"},
    Row{"app/lanes/",
        "core/base/ core/view/ core/session/ app/widgets/ app/shell/theme/ imgui fmt"},
    Row{"app/panes/",
        "core/base/ core/view/ core/session/ app/widgets/ app/lanes/ app/shell/theme/ imgui fmt"},
    // View models of what is open and what panes ask of the window: they draw nothing.
    Row{"app/panes/pane/marks.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/program_log.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/search.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/view_request.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/trace_lanes.", "core/base/ core/view/ fmt"},
    Row{"app/panes/pane/trace_view.",
        "core/base/ core/view/ core/session/ app/panes/pane/marks. app/panes/pane/search. "
        "app/panes/pane/trace_lanes. app/panes/pane/view_request. fmt"},
    Row{"app/panes/ranks/view.", "core/base/ core/view/ fmt"},
    // What is open, and the moves between: works without a window.
    Row{"app/workspace/",
        "core/base/ core/view/ core/session/ capture/host/ app/panes/pane/program_log. "
        "app/panes/pane/trace_view. app/panes/ranks/view. fmt"},
    Row{"app/shell/",
        "core/base/ core/view/ core/session/ core/export/ app/widgets/ app/lanes/ app/panes/ "
        "app/workspace/ capture/host/ "
        "imgui fmt json"},
    Row{"app/shell/files/png", "core/base/ stb"},
    // Joins the interface to a window or a picture; complains as the text face does.
    Row{"app/shell/window/run.",
        "core/base/ core/view/ core/session/ app/widgets/ app/workspace/ app/shell/ app/platform/ "
        "app/cli/output/exit_code fmt"},
    // The only place that knows the window system.
    Row{"app/platform/", "core/base/ imgui imgui-backends glfw gl fmt"},
    // The text face: the whole core, nothing of the screen.
    Row{"app/cli", "core/ fmt cli11 json"},
    Row{"app/cli/attach/",
        "core/base/ capture/host/attach/ capture/host/files/recording_name "
        "app/cli/ "
        "fmt json"},
    Row{"app/cli/record/", "core/base/ capture/host/ app/cli/ fmt"},
    // Puts the two faces together.
    Row{"app/main.cpp", "core/ app/ fmt cli11 json"},
};

// Debts: "file includes path" lines that break the table and are known. This list only shrinks.
inline constexpr std::array<std::string_view, 0> kDebts{};

}  // namespace lanescope::layers
