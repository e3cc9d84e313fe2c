// A workspace without a window: tests send commands and inspect what is open.
#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include <doctest/doctest.h>

#include "app/workspace/workspace.h"
#include "tests/app/small_trace.h"
#include "tests/core/base/temp_folder.h"

namespace lanescope {

class WorkspaceStage {
 public:
  WorkspaceStage()
      : work({.own_folder = folder.path() + "/own",
              .examples = {},
              .wake = [] {},
              .make_panes = name_tabs},
             memory) {}

  void run(WorkspaceCommand command) { work.run(std::move(command)); }
  void refresh() {
    constexpr double kFrameS = 1.0 / 60;
    work.refresh(now_s_ += kFrameS, kFrameS);
  }
  /// Refreshes until `done` holds; false after half a minute.
  template <typename Done>
  bool until(const Done& done) {
    const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    for (refresh(); !done(); refresh()) {
      if (std::chrono::steady_clock::now() > last) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }
  /// Refreshes until nothing is loading, computing or moving.
  bool rest() {
    int quiet = 0;
    return until([&] { return (quiet = work.quiet() ? quiet + 1 : 0) > 3; });
  }
  bool open(const std::string& path) {
    run(workspace::Open{path});
    return rest();
  }
  /// Opens what a page of summaries asks for, as a double click does.
  template <typename View>
  bool open_wanted(View& view) {
    for (auto& request : std::exchange(view.requests, {})) run(std::move(request));
    return rest();
  }
  /// Opens a folder of summaries with a damaged one among them: it is remembered as a folder, and
  /// the file is named.
  void check_damaged_beside(const TempFolder& summaries) {
    summaries.write("damaged.rank", "no summary");
    REQUIRE(open(summaries.path()));
    REQUIRE(memory.recent.size() == 1);
    CHECK(memory.recent.front().path == summaries.path());
    CHECK(
        notice().starts_with("1 summary could not be read (the others are shown): damaged.rank: "));
  }

  /// A trace with that many steps, as a file.
  std::string trace_file(const std::string& name, int steps = 3) {
    return folder.write(name, small_trace_text({.steps = steps}));
  }
  /// The name of the open file; empty if none.
  static std::string name_of(const OpenTrace* trace) {
    return trace == nullptr ? "" : trace->path().substr(trace->path().rfind('/') + 1);
  }
  [[nodiscard]] std::string front() const { return name_of(work.trace()); }
  [[nodiscard]] std::string a() const { return name_of(work.both().a()); }
  [[nodiscard]] std::string b() const { return name_of(work.both().b()); }
  [[nodiscard]] std::string notice() const {
    return work.notices().shown() ? work.notices().shown()->text : "";
  }
  /// Follows the link in the notice.
  void follow_notice() {
    const Notice notice = *work.notices().shown();
    run(workspace::FollowNotice{notice.on_click, notice.file});
  }

  TempFolder folder;
  Remembered memory;
  Workspace work;

 private:
  static std::shared_ptr<TracePanes> name_tabs(OpenTrace& trace) {
    trace.tab_titles = {"Overview", "Kernels", "Memory", "Marks", "Compare", "Diff flame"};
    return nullptr;
  }
  double now_s_ = 1;
};

}  // namespace lanescope
