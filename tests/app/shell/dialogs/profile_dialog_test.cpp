// A profile beside the trace, as a user adds and moves it.
#include "app/shell/dialogs/profile_dialog.h"

#include <cmath>
#include <string>

#include <doctest/doctest.h>

#include "app/shell/keys/commands.h"
#include "tests/app/small_profile.h"
#include "tests/app/small_trace_window.h"

namespace lanescope {
namespace {

struct ProfileWindow : SmallTraceWindow {
  void run(const char* command) {
    REQUIRE(find_command(command)->enabled(ui.window()));
    find_command(command)->run(ui.window());
    ui.frames(3);
  }
  void lay() {
    ui.run(workspace::LayProfile{{profile}});
    ui.settle();
  }
  void write(const char* offset) {
    ui.click("profile.offset");
    ui.key(ImGuiKey_A, ImGuiMod_Ctrl);
    ui.type(offset);
    ui.key(ImGuiKey_Enter);
    ui.frames(3);
  }
  bool asks() { return ui.window().dialogs().is_open<ProfileDialog>(); }
  std::optional<Ns> begin_ns() { return profile_begin_ns(*ui.view().snapshot()); }

  std::string profile = folder.write("loader.speedscope.json", kSmallProfile);
};

}  // namespace

TEST_CASE("a profile is chosen among profiles, and the title then names both files") {
  ProfileWindow w;
  CHECK_FALSE(find_command("shift_profile")->enabled(w.ui.window()));
  CHECK(w.ui.window().title() == "small.json – Lanescope");
  w.run("add_profile");
  REQUIRE(w.ui.frames_until([&] { return w.ui.has_mark("row.loader.speedscope.json"); }));
  CHECK_FALSE(w.ui.has_mark("row.small.json"));
  w.ui.key(ImGuiKey_Enter);
  w.ui.frames(2);
  CHECK_FALSE(w.ui.window().dialogs().is_open<FileDialog>());
  w.ui.settle();
  CHECK(w.begin_ns() == 0);
  CHECK(w.ui.window().title() == "small.json + loader.speedscope.json – Lanescope");
  w.run("remove_profile");
  w.ui.settle();
  CHECK_FALSE(w.begin_ns());
  CHECK(w.ui.window().title() == "small.json – Lanescope");
}

TEST_CASE("a profile is moved by an offset, and one that is none is refused in the dialog") {
  ProfileWindow w;
  w.lay();
  w.run("shift_profile");
  REQUIRE(w.asks());
  w.write("soon");
  CHECK(w.asks());
  CHECK(w.ui.has_mark("profile.problem"));
  w.write("-200ms");
  CHECK_FALSE(w.asks());
  w.ui.settle();
  CHECK(w.begin_ns() == -200'000'000);
}

TEST_CASE("the notice about an added profile asks where it begins") {
  ProfileWindow w;
  w.lay();
  REQUIRE(w.ui.notice());
  w.ui.click("notice.action");
  w.ui.frames(3);
  CHECK(w.asks());
  w.ui.key(ImGuiKey_Escape);
  w.ui.frames(3);
  CHECK_FALSE(w.asks());
  CHECK(w.begin_ns() == 0);
}

TEST_CASE("the time in view stays when a profile is added or moved") {
  ProfileWindow w;
  w.ui.view().viewport.show(*w.ui.view().range_of(w.ui.find("kernel_b")));
  w.ui.settle();
  const TimeRange before = w.ui.view().viewport.range();
  const auto stays = [&] {
    const TimeRange now = w.ui.view().viewport.range();
    return std::abs(now.begin_ns - before.begin_ns) < 1000 &&
           std::abs(now.end_ns - before.end_ns) < 1000;
  };
  w.lay();
  CHECK(stays());
  w.ui.run(workspace::LayProfile{{w.profile, 5'000'000'000}});
  w.ui.settle();
  CHECK(w.begin_ns() == 5'000'000'000);
  CHECK(stays());
}

}  // namespace lanescope
