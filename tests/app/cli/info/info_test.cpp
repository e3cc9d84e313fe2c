#include "app/cli/info/info.h"

#include <string>

#include <doctest/doctest.h>

#include "tests/core/fixtures/load_text.h"

namespace lanescope {

TEST_CASE("the time of a trace of begins and ends is that of its slices") {
  const auto trace = load_text(R"({"traceEvents":[
    {"ph":"B","name":"a","pid":1,"tid":1,"ts":10},{"ph":"E","pid":1,"tid":1,"ts":30}]})");
  const Json time = info_json(*trace, 0)["time"];
  CHECK(time["start_ns"] == 10'000);
  CHECK(time["end_ns"] == 30'000);
  CHECK(time["span_ns"] == 20'000);
  CHECK_FALSE(time.contains("why"));
}

TEST_CASE("a trace without slices has no time, and says why") {
  const auto trace = load_text(R"({"traceEvents":[
    {"ph":"C","name":"c","pid":1,"ts":10,"args":{"v":1}}]})");
  const Json time = info_json(*trace, 0)["time"];
  CHECK(time["start_ns"].is_null());
  CHECK(time["why"] == "the trace has no complete events (ph X)");
}

TEST_CASE("the text has the time that the window shows, counters included") {
  const auto trace = load_text(R"({"traceEvents":[
    {"ph":"C","name":"c","pid":1,"ts":2,"args":{"v":1}},
    {"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":10,"dur":20}]})");
  CHECK(info_text(*trace, 0).find("28.00 µs from 2000 to 30000 ns") != std::string::npos);
  CHECK(info_json(*trace, 0)["time"]["start_ns"] == 10'000);
}

TEST_CASE("pauses of the recording are told, and how long they took") {
  const std::string run =
      R"({"ph":"X","cat":"cpu_op","name":"a","pid":1,"tid":1,"ts":10,"dur":90})";
  const auto pause = [](int ts, int dur) {
    return R"(,{"ph":"X","cat":"overhead","name":"Paused","pid":1,"tid":"Capture","ts":)" +
           std::to_string(ts) + R"(,"dur":)" + std::to_string(dur) + "}";
  };
  const auto paused = load_text(R"({"traceEvents":[)" + run + pause(20, 30) + pause(60, 10) + "]}");
  CHECK(info_text(*paused, 0).find("2, 40.00 µs total") != std::string::npos);
  const Json pauses = info_json(*paused, 0)["pauses"];
  REQUIRE(pauses.size() == 2);
  CHECK(pauses[0]["start_ns"] == 20'000);
  CHECK(pauses[0]["dur_ns"] == 30'000);
  CHECK(pauses[1]["dur_ns"] == 10'000);
  const auto last = load_text(R"({"traceEvents":[)" + run + pause(20, 30) + pause(100, 15) + "]}");
  CHECK(info_text(*last, 0).find(
            "2, 45.00 µs total, of which 15.00 µs before the first or after") != std::string::npos);
  CHECK(info_json(*last, 0)["pauses"].size() == 2);
  const auto whole = load_text(R"({"traceEvents":[)" + run + "]}");
  CHECK(info_text(*whole, 0).find("pauses") == std::string::npos);
  CHECK_FALSE(info_json(*whole, 0).contains("pauses"));
}

TEST_CASE("the text says how many of the steps a report leaves out") {
  const auto trace = load_text(R"({"traceEvents":[
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#1","pid":1,"tid":1,"ts":10,"dur":20},
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#2","pid":1,"tid":1,"ts":12,"dur":4},
    {"ph":"X","cat":"user_annotation","name":"ProfilerStep#3","pid":1,"tid":1,"ts":40,"dur":20}]})");
  CHECK(info_text(*trace, 0).find(
            "3, ranges named 'ProfilerStep#*'; a report excludes 1 nested in others") !=
        std::string::npos);
}

TEST_CASE("an AMD GPU has compute units") {
  const auto units = [](const std::string& name) {
    const auto trace = load_text(R"({"deviceProperties":[{"id":0,"name":")" + name +
                                 R"(","numSms":304}],"traceEvents":[
      {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":1,"dur":5,"args":{"device":0}}]})");
    const std::string text = info_text(*trace, 0);
    return text.find(", 304 CUs") != std::string::npos   ? "CUs"
           : text.find(", 304 SMs") != std::string::npos ? "SMs"
                                                         : "none";
  };
  CHECK(units("AMD Instinct MI300X") == "CUs");
  CHECK(units("NVIDIA H100") == "SMs");
}

TEST_CASE("the text says where kernels of graphs count, if the creation of their nodes is known") {
  const std::string events = R"("traceEvents":[
    {"ph":"X","cat":"kernel","name":"k","pid":0,"tid":7,"ts":10,"dur":5,"args":{"device":0}}]})";
  const auto says = [&](const std::string& text) {
    return info_text(*load_text(text), 0).find("\ngraph nodes ") != std::string::npos;
  };
  CHECK(says(R"({"graphNodes": true, )" + events));
  CHECK_FALSE(says("{" + events));
}

}  // namespace lanescope
