// The streets of each level: a folder for each feature, with the same name on every level that has
// the feature. The `layers` test checks every #include between two streets of one level against
// this table. Files in a level's folder itself may use all its streets, and the streets may use
// them. A level without rows has no streets. A street without a row is an error: add its row here
// first, after those that it uses.
#pragma once

#include <array>
#include <string_view>

namespace lanescope::layers {

struct Street {
  std::string_view folder;
  std::string_view may;  // streets of the same level, separated by spaces
};

inline constexpr std::array kStreets{
    // core/base
    Street{"core/base/files/", ""},
    Street{"core/base/threads/", ""},
    Street{"core/base/programs/", "files"},
    Street{"core/base/text/", "threads"},
    Street{"core/base/bytes/", "files threads text"},
    // core/build
    Street{"core/build/tracks/", ""},
    Street{"core/build/links/", "tracks"},
    Street{"core/build/live/", "tracks"},
    // core/readers
    Street{"core/readers/json/", ""},
    Street{"core/readers/execution_trace/", "json"},
    Street{"core/readers/rows/", ""},
    Street{"core/readers/sqlite/", ""},
    Street{"core/readers/nsys/", "json rows sqlite"},
    Street{"core/readers/capture/", "json rows"},
    Street{"core/readers/xplane/", "json rows"},
    Street{"core/readers/rocm/", "json rows sqlite"},
    Street{"core/readers/rocprofv3/", "json rows rocm"},
    Street{"core/readers/rocpd/", "json rows rocm sqlite"},
    Street{"core/readers/rpd/", "json rows rocm sqlite"},
    Street{"core/readers/perfetto/", "json rows"},
    Street{"core/readers/memory/", "json"},
    Street{"core/readers/profiles/", "memory"},
    Street{"core/readers/collapsed/", "memory profiles"},
    Street{"core/readers/perf_script/", "memory profiles"},
    Street{"core/readers/pprof/", "memory profiles"},
    Street{"core/readers/speedscope/", "json memory profiles"},
    // core/analysis
    Street{"core/analysis/search/", ""},
    Street{"core/analysis/events/", "search"},
    Street{"core/analysis/host/", "search events"},
    Street{"core/analysis/host_time/", "events host"},
    Street{"core/analysis/loader/", "events host host_time"},
    Street{"core/analysis/copies/", "search events host"},
    Street{"core/analysis/flame/", "events host"},
    Street{"core/analysis/ops/", "search events host"},
    Street{"core/analysis/comm/", "search events host ops"},
    Street{"core/analysis/idle/", "search events host loader ops"},
    Street{"core/analysis/kernels/", "search events host ops idle"},
    Street{"core/analysis/launch/", "search events host ops idle"},
    Street{"core/analysis/gpu_time/", "search events host comm ops idle kernels launch"},
    Street{"core/analysis/memory/", "search events host ops idle"},
    Street{"core/analysis/patterns/", "search events host copies ops kernels"},
    Street{"core/analysis/steps/", "events ops"},
    Street{"core/analysis/findings/",
           "search events host host_time loader comm copies ops idle kernels launch gpu_time "
           "memory steps"},
    // core/view
    Street{"core/view/colors/", ""},
    Street{"core/view/text/", ""},
    Street{"core/view/events/", "colors text"},
    Street{"core/view/details/", "colors text events"},
    Street{"core/view/results/", "text"},
    Street{"core/view/findings/", "text results"},
    Street{"core/view/flame/", "colors text results"},
    Street{"core/view/tables/", "colors text results"},
    Street{"core/view/timeline/", "text events"},
    Street{"core/view/idle/", "colors text events details results timeline"},
    Street{"core/view/memory/", "colors text events results tables timeline"},
    Street{"core/view/lanes/", "colors text events details results timeline idle memory"},
    Street{"core/view/compare/", "colors text details results tables idle lanes"},
    Street{"core/view/navigation/", "colors details events lanes text timeline"},
    Street{"core/view/overview/", "colors text events results idle"},
    Street{"core/view/ranks/", "colors text events tables timeline lanes navigation"},
    Street{"core/view/fleet/", "colors text tables ranks results"},
    Street{"core/view/svg/", "colors text events timeline memory lanes"},
    Street{"core/view/history/", "colors text results svg tables ranks"},
    // capture/agent
    Street{"capture/agent/process/", ""},
    Street{"capture/agent/ring/", "process"},
    Street{"capture/agent/nvtx/", "process ring"},
    Street{"capture/agent/cupti/", "process ring control"},
    Street{"capture/agent/control/", "process ring cupti"},
    Street{"capture/agent/python/", "process ring control"},
    // capture/sampler
    Street{"capture/sampler/machine/", ""},
    Street{"capture/sampler/system/", ""},
    Street{"capture/sampler/python/", ""},
    Street{"capture/sampler/unwind/", ""},
    Street{"capture/sampler/perf/", "system unwind"},
    // capture/host
    Street{"capture/host/control/", ""},
    Street{"capture/host/files/", "control"},
    Street{"capture/host/attach/", "control files"},
    Street{"capture/host/triggers/", ""},
    Street{"capture/host/runner/", "control files attach triggers"},
    // app/widgets
    Street{"app/widgets/draw/", ""},
    // app/panes
    Street{"app/panes/pane/", ""},
    Street{"app/panes/findings/", "pane"},
    Street{"app/panes/flame/", "pane"},
    Street{"app/panes/overview/", "pane"},
    Street{"app/panes/tables/", "pane"},
    Street{"app/panes/compare/", "pane flame tables"},
    Street{"app/panes/timeline/", "pane"},
    Street{"app/panes/details/", "pane timeline"},
    Street{"app/panes/memory/", "pane tables timeline"},
    Street{"app/panes/ranks/", "pane tables timeline"},
    Street{"app/panes/fleet/", "pane ranks"},
    Street{"app/panes/history/", "pane ranks"},
    // app/workspace
    Street{"app/workspace/files/", ""},
    Street{"app/workspace/notices/", ""},
    Street{"app/workspace/traces/", "notices"},
    Street{"app/workspace/record/", "files notices traces"},
    Street{"app/workspace/attach/", "record"},
    Street{"app/workspace/compare/", "traces"},
    Street{"app/workspace/memory/", "files traces record attach"},
    // app/shell
    Street{"app/shell/dialogs/", ""},
    Street{"app/shell/panes/", ""},
    Street{"app/shell/files/", "panes dialogs"},
    Street{"app/shell/layout/", ""},
    Street{"app/shell/record/", "dialogs"},
    Street{"app/shell/attach/", "dialogs"},
    Street{"app/shell/theme/", ""},
    Street{"app/shell/settings/", "layout keys"},
    Street{"app/shell/start/", "settings"},
    Street{"app/shell/tour/", ""},
    Street{"app/shell/compare/", "panes start"},
    Street{"app/shell/ranks/", "layout start"},
    Street{"app/shell/window/",
           "dialogs panes files layout record attach theme settings start tour compare ranks help "
           "keys"},
    Street{"app/shell/help/", ""},
    Street{"app/shell/keys/", "panes window ranks"},
    // app/cli
    Street{"app/cli/output/", ""},
    Street{"app/cli/record/", "output"},
    Street{"app/cli/attach/", "output record"},
    Street{"app/cli/traces/", "output"},
    Street{"app/cli/convert/", "output traces"},
    Street{"app/cli/share/", "output traces"},
    Street{"app/cli/summarize/", "output traces"},
    Street{"app/cli/ranks/", "output"},
    Street{"app/cli/history/", "output traces"},
    Street{"app/cli/events/", "output traces"},
    Street{"app/cli/info/", "output traces"},
    Street{"app/cli/report/", "output traces"},
    Street{"app/cli/arguments/", "output report traces"},
    Street{"app/cli/compare/", "output traces"},
};

}  // namespace lanescope::layers
