#include "core/analysis/host_time/host_time.h"

#include <string>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

struct Printed {
  Json json;
  std::string text;
};

/// A thread runs for 60 of 100 µs, and is in another state for the rest.
Printed printed(const char* state) {
  const auto trace = TraceText()
                         .cpu("thread_state", "running", "0", "60")
                         .cpu("thread_state", state, "60", "40")
                         .load();
  const ReadEvent read;
  const ReportInput in{*trace, whole_window(), read, {}};
  return {to_json(in, *in.of<HostTime>()), to_text(in, *in.of<HostTime>())};
}

}  // namespace

TEST_CASE("a wait for a CPU is a time where context switches were recorded") {
  const Printed report = printed("runnable");
  CHECK(report.json["threads"][0]["runnable_ns"] == 40'000);
  CHECK_FALSE(report.json.contains("why"));
  CHECK(report.text.find("n/a") == std::string::npos);
  CHECK(report.text.find("running or waiting for a CPU") == std::string::npos);
}

TEST_CASE("a wait for a CPU is n/a where they were not, and running includes it") {
  const Printed report = printed("clock_nanosleep");
  CHECK(report.json["threads"][0]["running_ns"] == 60'000);
  CHECK(report.json["threads"][0]["runnable_ns"].is_null());
  CHECK(report.json["why"].get<std::string>().starts_with("runnable_ns: "));
  CHECK(report.text.find("n/a") != std::string::npos);
  CHECK(report.text.find("running or waiting for a CPU") != std::string::npos);
  CHECK(report.text.find("% running") == std::string::npos);
}

TEST_CASE("the main thread has the name that the window has for it") {
  const auto trace =
      TraceText().slice("thread_state", "clock_nanosleep", "4711", "4711", "0", "60").load();
  const ReadEvent read;
  const ReportInput in{*trace, whole_window(), read, {}};
  CHECK(to_text(in, *in.of<HostTime>()).find("main thread 4711") != std::string::npos);
}

TEST_CASE("functions are not told to run where they may have waited for a CPU") {
  const auto text_with = [](const char* state) {
    const auto trace = TraceText()
                           .cpu("python_sample", "train.py(1): main", "0", "100")
                           .cpu("thread_state", "running", "0", "60")
                           .cpu("thread_state", state, "60", "40")
                           .load();
    const ReadEvent read;
    const ReportInput in{*trace, whole_window(), read, {}};
    return to_text(in, *in.of<HostTime>());
  };
  const std::string footnote = "* running or waiting for a CPU";
  CHECK(text_with("clock_nanosleep").find("self running *") != std::string::npos);
  CHECK(text_with("clock_nanosleep").find(footnote) != std::string::npos);
  CHECK(text_with("runnable").find("*") == std::string::npos);
}

TEST_CASE("a pause of the recording is told, and not taken for a lack of samples") {
  const auto trace = TraceText()
                         .cpu("thread_state", "running", "0", "40")
                         .cpu("thread_state", "running", "80", "20")
                         .slice("overhead", "Paused", "100", "\"Capture\"", "40", "40")
                         .load();
  const ReadEvent read;
  const ReportInput in{*trace, whole_window(), read, {}};
  const std::string text = to_text(in, *in.of<HostTime>());
  CHECK(text.find("The recording was paused for 40.00 µs") != std::string::npos);
  CHECK(text.find("No sample covers") == std::string::npos);
  CHECK(host_time_markdown(in).find("The recording was paused for 40.00 µs") != std::string::npos);
}

TEST_CASE("time in which context switches were not recorded is told") {
  const auto trace =
      TraceText()
          .cpu("thread_state", "running", "0", "100")
          .slice("overhead", "Context switches not recorded", "100", "\"Capture\"", "40", "40")
          .load();
  const ReadEvent read;
  const ReportInput in{*trace, whole_window(), read, {}};
  CHECK(to_json(in, *in.of<HostTime>())["switch_gap_ns"] == 40'000);
  CHECK(to_text(in, *in.of<HostTime>()).find("not recorded for 40.00 µs of the sampled time") !=
        std::string::npos);
  CHECK_FALSE(printed("runnable").json.contains("switch_gap_ns"));
}
