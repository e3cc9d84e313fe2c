// A profile beside the open trace, without a window.
#include <string>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "app/workspace/traces/load_state.h"
#include "tests/app/small_profile.h"
#include "tests/app/workspace/workspace_stage.h"

namespace lanescope {
namespace {

struct ProfileStage : WorkspaceStage {
  ProfileStage() { REQUIRE(open(trace)); }
  void lay(const std::string& file, Ns offset_ns = 0) {
    run(workspace::LayProfile{{file, offset_ns}});
    REQUIRE(rest());
  }
  [[nodiscard]] std::optional<Ns> begin_ns() const {
    return profile_begin_ns(*work.trace()->view.session().snapshot().value);
  }
  [[nodiscard]] std::string shown() const { return session_name(work.trace()->view.session()); }

  std::string trace = trace_file("run.json");
  std::string profile = folder.write("loader.speedscope.json", kSmallProfile);
};

}  // namespace

TEST_CASE("a profile is laid beside the open trace, moved and taken away again") {
  ProfileStage stage;
  CHECK_FALSE(stage.begin_ns());
  stage.lay(stage.profile, 1'500'000);
  CHECK(stage.begin_ns() == 1'500'000);
  CHECK(stage.shown() == "run.json + loader.speedscope.json");
  CHECK(stage.notice() == "loader.speedscope.json is added to run.json, " +
                              format_duration(1'500'000) + " after its start.");
  stage.lay(stage.profile, -200'000);
  CHECK(stage.begin_ns() == -200'000);
  stage.lay("");
  CHECK_FALSE(stage.begin_ns());
  CHECK(stage.shown() == "run.json");
  CHECK(stage.work.laid_profile() == nullptr);
  // No other file was ever opened.
  REQUIRE(stage.memory.recent.size() == 1);
  CHECK(stage.memory.recent.front().path == stage.trace);
}

TEST_CASE("the trace stays in front while it is loaded with a profile, which can be stopped") {
  ProfileStage stage;
  const std::string endless = stage.folder.path() + "/endless.folded";
  REQUIRE(::mkfifo(endless.c_str(), 0600) == 0);
  stage.run(workspace::LayProfile{{endless}});
  stage.refresh();
  CHECK(stage.work.loading());
  CHECK(stage.shown() == "run.json");
  stage.run(workspace::StopLoading{});
  REQUIRE(stage.rest());
  CHECK(stage.shown() == "run.json");
  CHECK(stage.notice().ends_with(": loading was stopped"));
}

TEST_CASE("what is no profile is not laid beside a trace, and named") {
  ProfileStage stage;
  stage.lay(stage.trace_file("other.json"));
  CHECK(stage.notice() ==
        "other.json: is a trace with GPU work, not a profile; compare the two instead");
  CHECK(stage.shown() == "run.json");
  CHECK(stage.memory.recent.size() == 1);
}

TEST_CASE("a profile that is dropped on a trace is laid beside it, or opened by the notice") {
  ProfileStage stage;
  stage.run(workspace::Drop{{stage.profile}});
  REQUIRE(stage.rest());
  CHECK(stage.work.both().b() == nullptr);
  CHECK(stage.begin_ns() == 0);
  REQUIRE(stage.work.notices().shown());
  const Notice notice = *stage.work.notices().shown();
  CHECK(notice.action == "Shift…");
  CHECK(notice.other_action == "Open separately");
  stage.run(workspace::FollowNotice{notice.other_on_click, notice.file});
  REQUIRE(stage.rest());
  CHECK(stage.front() == "loader.speedscope.json");
  CHECK(stage.shown() == "loader.speedscope.json");
}

TEST_CASE("a profile that is dropped on another profile is compared with it") {
  ProfileStage stage;
  REQUIRE(stage.open(stage.profile));
  stage.run(workspace::Drop{{stage.folder.write("later.speedscope.json", kSmallProfile)}});
  REQUIRE(stage.rest());
  CHECK(stage.b() == "later.speedscope.json");
}

TEST_CASE("while two runs are open no profile is laid beside one of them") {
  ProfileStage stage;
  CHECK(stage.work.can_lay_profile());
  stage.run(workspace::Compare{stage.trace_file("other.json")});
  REQUIRE(stage.rest());
  CHECK_FALSE(stage.work.can_lay_profile());
  stage.lay(stage.profile);
  CHECK(stage.b() == "other.json");
  CHECK_FALSE(stage.begin_ns());
}

}  // namespace lanescope
