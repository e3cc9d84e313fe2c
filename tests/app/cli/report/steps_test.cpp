#include "core/analysis/steps/steps.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

#include "app/cli/report/report.h"
#include "core/analysis/results.h"
#include "tests/core/fixtures/trace_text.h"

using namespace lanescope;

namespace {

/// Steps of 100 µs, and of 400 µs where `is_long`; printed as a report.
template <typename IsLong>
std::string printed_steps(int steps, IsLong is_long) {
  TraceText trace;
  for (int i = 0, at_us = 0; i < steps; ++i) {
    const int length_us = is_long(i) ? 400 : 100;
    trace.cpu("user_annotation", "ProfilerStep#" + std::to_string(i), std::to_string(at_us),
              std::to_string(length_us));
    at_us += length_us;
  }
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  return to_text(in, analyse_steps({*loaded, in.window}));
}

std::size_t lines_with(const std::string& text, std::string_view part) {
  std::size_t lines = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++lines;
  return lines;
}

}  // namespace

TEST_CASE("a report tells of each step whether the recording was paused in it or lost records") {
  TraceText trace;
  for (int i = 0; i < 5; ++i)
    trace.cpu("user_annotation", "ProfilerStep#" + std::to_string(i), std::to_string(100 * i),
              "100");
  trace.slice("overhead", "Paused", "1", "\"Capture\"", "120", "20");
  trace.slice("overhead", "7 records lost: the ring was full", "1", "\"Capture\"", "320", "20");
  const auto loaded = trace.load();
  const ReadEvent read;
  const ReportInput in{*loaded, whole_window(), read, {}};
  const Json report = to_json(in, analyse_steps({*loaded, in.window}));
  REQUIRE(report["steps"].size() == 5);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(report["steps"][i]["paused"] == (i == 1));
    CHECK(report["steps"][i]["lossy"] == (i == 3));
  }
}

TEST_CASE("a step that is far longer is printed, however many others come before it") {
  const std::string text = printed_steps(90, [](int i) { return i == 3 || i == 70 || i == 75; });
  CAPTURE(text);
  for (const char* const step : {"ProfilerStep#3 (outlier)", "ProfilerStep#39 ",
                                 "ProfilerStep#70 (outlier)", "ProfilerStep#75 (outlier)"})
    CHECK(lines_with(text, step) == 1);
  CHECK(text.find("ProfilerStep#40") == std::string::npos);
  CHECK(text.find("ProfilerStep#70") < text.find("ProfilerStep#75"));
  CHECK(text.find("\nand 48 more; see --json\n") != std::string::npos);
}

TEST_CASE("of very many far longer steps, it is said how many are not printed") {
  const std::string text = printed_steps(300, [](int i) { return i % 10 == 9; });
  CAPTURE(text);
  CHECK(lines_with(text, "(outlier)") == 24);
  CHECK(text.find("\nand 240 more (6 outliers); see --json\n") != std::string::npos);
}
