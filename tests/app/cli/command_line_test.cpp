#include "app/cli/command_line.h"

#include <vector>

#include <doctest/doctest.h>

using namespace lanescope;

namespace {

Command parse(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "lanescope");
  return parse_command_line(static_cast<int>(arguments.size()), arguments.data());
}

}  // namespace

TEST_CASE("no verb means the window") {
  CHECK(std::get<ViewCommand>(parse({})).trace.empty());
  CHECK(std::get<ViewCommand>(parse({"trace.json"})).trace == "trace.json");
}

TEST_CASE("a verb's options arrive") {
  const auto info = std::get<InfoOptions>(parse({"info", "t.json", "--json"}));
  CHECK(info.trace == "t.json");
  CHECK(info.json);

  const auto report = std::get<ReportOptions>(
      parse({"report", "a", "b", "--only", "ops,kernels", "--device", "1"}));
  CHECK(report.traces == std::vector<std::string>{"a", "b"});
  CHECK(report.only == std::vector<std::string>{"ops", "kernels"});
  CHECK(report.device == 1);
  CHECK(report.window == "whole");

  const auto event = std::get<EventOptions>(parse({"event", "t", "--find", "a b", "--nth", "3"}));
  CHECK(event.find == "a b");
  CHECK(event.nth == 3);
  CHECK(std::get<EventOptions>(parse({"event", "t", "--id", "0"})).id == 0U);

  const auto search = std::get<SearchOptions>(parse({"search", "t", "--", "-name:memcpy"}));
  CHECK(search.expression == "-name:memcpy");
  CHECK(!search.limit);

  const auto screenshot = std::get<ScreenshotCommand>(
      parse({"screenshot", "t", "-o", "x.png", "--size", "800x600", "--select", "cat:kernel"}));
  CHECK(screenshot.width == 800);
  CHECK(screenshot.height == 600);
  CHECK(screenshot.select == "cat:kernel");
}
