#include "core/readers/profiles/profile_text.h"

#include <array>

#include <doctest/doctest.h>

#include "core/export/trace_writer.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/load_text.h"
#include "tests/core/fixtures/stack_times.h"

using namespace lanescope;

namespace {

std::shared_ptr<const Snapshot> finished(ProfileText& text) {
  auto made = text.finish();
  REQUIRE(made.ok());
  return load_text(made.value().text);
}

}  // namespace

TEST_CASE("a weight that is large beyond all others is no mistake, here and after a conversion") {
  constexpr Ns kTwoDays = 172'800'000'000'000;
  std::string stacks = "main;cache " + std::to_string(kTwoDays) + "\n";
  for (int i = 0; i < 30; ++i) stacks += "main;small " + std::to_string(i) + " 10\n";
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("profile", stacks));
  REQUIRE(loaded.ok());
  const std::string json = folder.path() + "/run.json";
  REQUIRE_FALSE(write_trace_file(json, *loaded.value().snapshot, event_reader(loaded.value())));
  const auto again = load_trace(json);
  REQUIRE(again.ok());
  for (const auto& trace : {loaded.value().snapshot, again.value().snapshot}) {
    CHECK(issue_count(*trace, "distant_time") == 0);
    CHECK(stack_times(*trace)["main;cache"] == kTwoDays);
    CHECK(stack_times(*trace)["main;small 29"] == 10);
  }
}

TEST_CASE("what samples share is one slice, also where it begins and ends with its caller") {
  ProfileText text(1'000, nullptr);
  // Sorted by name, the inner one would be the outer one.
  const std::array outer{text.frame("z")};
  const std::array inner{text.frame("z"), text.frame("a")};
  text.begin_thread({1, 2, "main"});
  text.sample(inner, 0, 10);
  text.sample(inner, 10, 20);
  text.begin_thread({1, 3, "other"});
  text.sample(outer, 5, 10);
  text.sample(inner, 10, 20);
  const auto trace = finished(text);
  CHECK(sampled_track(*trace, "main").slices == 2);
  CHECK(stack_times(*trace, sampled_track(*trace, "main")) ==
        std::map<std::string, Ns>{{"z;a", 20}});
  CHECK(stack_times(*trace, sampled_track(*trace, "other")) ==
        std::map<std::string, Ns>{{"z", 5}, {"z;a", 10}});
}

TEST_CASE("a thread runs where it has frames") {
  ProfileText text(1'000, nullptr);
  const std::array a{text.frame("a")}, b{text.frame("b")};
  text.begin_thread({1, 2, "main"});
  text.sample(a, 0, 10);
  text.sample(b, 10, 20);
  text.sample({}, 20, 30);
  text.sample(a, 30, 45);
  const auto trace = finished(text);
  std::vector<Ns> lengths;
  for (const Track& track : trace->tracks) {
    if (track.kind != TrackKind::ThreadState) continue;
    for (std::uint32_t i = 0; i < track.chunks.front()->size(); ++i)
      lengths.push_back(track.chunks.front()->dur_ns[i]);
  }
  CHECK(lengths == std::vector<Ns>{20, 15});
}

TEST_CASE("a conversion that is canceled says so") {
  LoadProgress progress;
  progress.cancel = true;
  ProfileText text(1'000, &progress);
  CHECK(text.full());
  const auto made = text.finish();
  REQUIRE_FALSE(made.ok());
  CHECK(made.error().kind == Error::Kind::Cancelled);
}

TEST_CASE("a thread whose frames are no time has no states") {
  ProfileText text(1'000, nullptr);
  const std::array a{text.frame("a")};
  text.begin_thread({1, 2, "bytes", false});
  text.sample(a, 0, 10);
  const auto trace = finished(text);
  CHECK(sampled_track(*trace, "bytes").slices == 1);
  for (const Track& track : trace->tracks) CHECK(track.kind != TrackKind::ThreadState);
}

TEST_CASE("functions whose long names begin the same remain different functions") {
  ProfileText text(100'000, nullptr);
  // Of three bytes each, so that a cut at a byte would break one.
  std::string begin;
  for (int i = 0; i < 1'000; ++i) begin += "é€";
  const ProfileText::Frame one = text.frame(begin + "<float>");
  const ProfileText::Frame other = text.frame(begin + "<double>");
  CHECK(one != other);
  CHECK(text.frame(begin + "<float>") == one);
  for (const ProfileText::Frame frame : {one, other}) {
    CHECK(text.name_of(frame).size() <= 1'024);
    CHECK(text.name_of(frame).starts_with("é€é€"));
    CHECK(text.name_of(frame).find("… #") != std::string_view::npos);
  }
  CHECK(text.name_of(text.frame(std::string(1'024, 'f'))) == std::string(1'024, 'f'));
}
