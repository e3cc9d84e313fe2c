#include "core/analysis/search/event_query.h"

#include <doctest/doctest.h>

#include "tests/core/analysis/hand_made_trace.h"

using namespace lanescope;

namespace {

const std::vector<std::string> kEvents = {
    slice("user_annotation", "ProfilerStep#3", "0", "100"),
    slice("user_annotation", "ProfilerStep#13", "100", "100"),
    slice("cpu_op", "aten::linear", "10", "50", R"("Input Dims": [[64, 1024], [[8], [9, 9]], []])"),
    slice("cpu_op", "aten::addmm", "12", "40", R"("Input Dims": [[64, 1024]], "External id": 5)"),
    slice("cuda_runtime", "cudaLaunchKernel", "90", "1", R"("correlation": 2)"),
    slice("cuda_runtime", "cudaLaunchKernel", "20", "1", R"("correlation": 1)"),
    gpu_slice("kernel", "ampere_sgemm_128x64", "120", "0.5", R"("correlation": 1)"),
    gpu_slice("kernel", "elementwise", "130.25", "2000", R"("correlation": 2, "grid": [1, 2, 3])"),
    gpu_slice("Memcpy", "Memcpy HtoD (Pageable -> Device)", "115", "3", "", "20", "1"),
    R"({"ph": "i", "name": "[memory]", "pid": 1, "tid": 1, "ts": 30, "s": "t", "args": {"Bytes": 512}})",
};

/// Names of what matches, in the order found.
std::string found(const std::string& expression) {
  const HandMadeTrace trace(kEvents);
  const auto query = parse_event_query(expression);
  if (!query.ok()) return "error: " + query.error().message;
  std::string names;
  const FoundEvents events =
      search_events(*trace, query.value(), [&](EventId event) { return trace.json(event); });
  for (const EventId event : events.events) {
    const auto json = trace.json(event);
    REQUIRE(json);
    const auto* args = json->find("args");
    REQUIRE(args != nullptr);
    names += names.empty() ? "" : " | ";
    names += json->find("name")->to_text(true);
  }
  return names;
}

}  // namespace

TEST_CASE("plain text is part of a name, case ignored, and words are joined by and") {
  CHECK(found("SGEMM") == "ampere_sgemm_128x64");
  CHECK(found("aten lin") == "aten::linear");
  CHECK(found("\"HtoD (Page\"") == "Memcpy HtoD (Pageable -> Device)");
  CHECK(found("aten::linear") == "aten::linear");
  CHECK(found("no such name") == "");
}

TEST_CASE("events are found in time order, instants among slices") {
  CHECK(found("pid:1 -cat:user_annotation -cat:Memcpy") ==
        "aten::linear | aten::addmm | cudaLaunchKernel | [memory] | cudaLaunchKernel");
}

TEST_CASE("regular expressions mind the case unless told not to") {
  CHECK(found("/^aten::(mm|addmm)$/") == "aten::addmm");
  CHECK(found("/ATEN/") == "");
  CHECK(found("/ATEN::l/i") == "aten::linear");
  CHECK(found("name:/sgemm_\\d+x64/") == "ampere_sgemm_128x64");
  CHECK(found("/-> D/ stream:20") == "Memcpy HtoD (Pageable -> Device)");
}

TEST_CASE("categories are found by any of their spellings") {
  CHECK(found("cat:kernel") == "ampere_sgemm_128x64 | elementwise");
  CHECK(found("cat:gpu_memcpy") == "Memcpy HtoD (Pageable -> Device)");
  CHECK(found("cat:Operator linear") == "aten::linear");
  CHECK(found("cat:(none)") == "[memory]");
  CHECK(found("cat:/^cuda_/ ts<50us") == "cudaLaunchKernel");
}

TEST_CASE("lanes are told by stream, device, pid and tid") {
  CHECK(found("stream:7") == "ampere_sgemm_128x64 | elementwise");
  CHECK(found("device:1") == "Memcpy HtoD (Pageable -> Device)");
  CHECK(found("pid:0 tid:7 -dur>1ms") == "ampere_sgemm_128x64");
}

TEST_CASE("durations compare with units, and without one in nanoseconds") {
  CHECK(found("dur>1ms") == "elementwise");
  CHECK(found("dur>=2000us") == "elementwise");
  CHECK(found("dur>2ms") == "");
  CHECK(found("dur<1000 cat:kernel") == "ampere_sgemm_128x64");
  CHECK(found("dur=500ns") == "ampere_sgemm_128x64");
  CHECK(found("cat:kernel -dur<=0.0005ms") == "elementwise");
}

TEST_CASE("blanks around a comparison do not matter") {
  for (const char* spaced : {"dur > 1ms", "dur >1ms", "dur> 1ms", "dur  >\t1 ms", "Dur > 1ms"}) {
    CAPTURE(spaced);
    CHECK(found(spaced) == "elementwise");
  }
  CHECK(found("cat:kernel -dur > 1ms") == "ampere_sgemm_128x64");
  CHECK(found("ts >= 130.25us cat:kernel") == "elementwise");
  CHECK(found("dur > ") == "error: 'dur': expected a time such as 1.5ms, 20us or 300 (ns)");
  CHECK(found("dur") == "");
  CHECK(found("duration") == "");
}

TEST_CASE("points in time count from the start with a unit, and are those of the file without") {
  CHECK(found("ts>=130.25us") == "elementwise");
  CHECK(found("ts>=130250") == "elementwise");
  CHECK(found("ts>130250") == "");
}

TEST_CASE("GPU work belongs to the step that launched it") {
  CHECK(found("step:3 cat:kernel") == "ampere_sgemm_128x64 | elementwise");
  CHECK(found("step:13") == "ProfilerStep#13 | Memcpy HtoD (Pageable -> Device)");
  CHECK(found("step:ProfilerStep#3 linear") == "aten::linear");
}

TEST_CASE("a step that is asked for and does not exist is said") {
  const auto hint = [](const HandMadeTrace& trace, std::string_view expression) {
    return missing_step_hint(*trace, parse_event_query(expression).value());
  };
  const HandMadeTrace trace({slice("user_annotation", "ProfilerStep#4", "0", "10"),
                             slice("user_annotation", "ProfilerStep#5", "10", "10")});
  CHECK(hint(trace, "step:4 gemm").empty());
  CHECK(hint(trace, "-step:9 gemm").empty());
  CHECK(hint(trace, "step:9 gemm") ==
        "the trace has no step 9; its steps are 'ProfilerStep#4' to 'ProfilerStep#5'");
  CHECK(hint(HandMadeTrace({slice("cpu_op", "aten::mm", "0", "10")}), "step:9") ==
        "the trace has no steps");
}

TEST_CASE("an operator's events are those in it, whatever is between") {
  CHECK(found("op:aten::linear") ==
        "aten::linear | aten::addmm | cudaLaunchKernel | ampere_sgemm_128x64");
  CHECK(found("op:aten::addmm cat:kernel") == "ampere_sgemm_128x64");
  CHECK(found("cat:kernel -op:/aten/") == "elementwise");
}

TEST_CASE("shapes are those of the operator, inside lists of tensors too") {
  CHECK(found("shape:[64,1024] cat:kernel") == "ampere_sgemm_128x64");
  CHECK(found("shape:[64, 1024] cat:cpu_op") == "aten::linear | aten::addmm");
  CHECK(found("shape:[9,9]") == "aten::linear");
  CHECK(found("shape:[]") == "aten::linear");
  CHECK(found("shape:[64]") == "");
}

TEST_CASE("fields may have capitals") {
  CHECK(found("Cat:kernel") == "ampere_sgemm_128x64 | elementwise");
  CHECK(found("DUR>1ms cat:kernel") == "elementwise");
  CHECK(found("Step:3 CAT:cpu_op linear") == "aten::linear");
  CHECK(found("Arg.correlation:1") == "cudaLaunchKernel | ampere_sgemm_128x64");
}

TEST_CASE("a field that there is none of is told, but not of what may be a name") {
  std::vector<std::string> events = kEvents;
  events.push_back(slice("user_annotation", "gloo:all_reduce", "60", "1"));
  const HandMadeTrace trace(events);
  const auto hint = [&](const std::string& expression) {
    return unknown_field_hint(*trace, parse_event_query(expression).value());
  };
  CHECK(hint("duration>1ms") == "'duration' is not a field; did you mean dur?");
  CHECK(hint("linear Strem:7") == "'strem' is not a field; did you mean stream?");
  CHECK(hint("arg:1") == "'arg' is not a field; did you mean arg.KEY?");
  CHECK(hint("-duration>1ms") == "'duration' is not a field; did you mean dur?");
  CHECK(hint("duration > 1ms") == "'duration' is not a field; did you mean dur?");
  CHECK(hint("stream = 7") == "'stream' takes a colon, as in stream:VALUE");
  CHECK(hint("foo:bar").starts_with("'foo' is not a field; the fields are name, cat, "));
  CHECK(hint("dur:5ms") == "'dur' takes a comparison, as in dur>1ms");
  CHECK(hint("cat=kernel") == "'cat' takes a colon, as in cat:VALUE");
  for (const char* name : {"aten::mm", "gloo:all_reduce", "ProfilerStep#3", "nn.Module: Linear_0",
                           "kernel<float>", "-foo:bar", "\"foo:bar\"", "name:foo:bar", "/foo:bar/",
                           "cat:nosuch", "linear", "linear > 5"}) {
    CAPTURE(name);
    CHECK(hint(name).empty());
  }
}

TEST_CASE("arguments are compared whole") {
  CHECK(found("arg.correlation:1") == "cudaLaunchKernel | ampere_sgemm_128x64");
  CHECK(found("arg.\"External id\":5") == "aten::addmm");
  CHECK(found("arg.external_id:/^[0-9]$/") == "aten::addmm");
  CHECK(found("arg.grid:[1,2,3]") == "elementwise");
  CHECK(found("arg.correlation:12") == "");
  CHECK(found("cat:kernel -arg.correlation:1") == "elementwise");
}

TEST_CASE("an error shows no more of a long term than a line has room for") {
  const auto query = parse_event_query("dur>" + std::string(5000, 'y'));
  REQUIRE(!query.ok());
  CHECK(query.error().message.size() < 160);
  CHECK(query.error().message.starts_with("'dur>yyy"));
  CHECK(query.error().message.find("…': expected a time") != std::string::npos);
}

TEST_CASE("a wrong expression says what is expected") {
  CHECK(found("dur>5parsec") ==
        "error: 'dur>5parsec': expected a time such as 1.5ms, 20us or 300 (ns)");
  CHECK(found("ok stream:seven") == "error: 'stream:seven': expected a number");
  CHECK(found("shape:64x2") == "error: 'shape:64x2': expected a shape such as [64,1024]");
  CHECK(found("arg.x") == "error: 'arg.x': expected arg.KEY:VALUE");
  CHECK(found("cat:") == "error: 'cat:': missing value");
  CHECK(found("\"open") == "error: '\"open': missing closing quote");
  CHECK(found("/usr").starts_with("error: '/usr': the regular expression has no closing /"));
  CHECK(found("/(/").starts_with("error: the regular expression /(/ is not valid"));
  CHECK(found("/a{2,99999999999}/").find("has too large a repeat count") != std::string::npos);
  CHECK(found("/a{1001}/").find("has a repeat count that is too large or reversed") !=
        std::string::npos);
  CHECK(found("/\\99999999999/").find("uses the backreference") != std::string::npos);
  CHECK(found("/a/b").starts_with("error: '/a/b': expected a space"));
}

TEST_CASE("what a regular expression cannot do is told in one line") {
  CHECK(
      found("/(a)\\1/") ==
      "error: the regular expression /(a)\\1/ uses the backreference \\1, which is not supported");
  for (const char* around : {"/a(?=b)/", "/a(?!b)/", "/(?<=a)b/", "/(?<!a)b/"}) {
    CAPTURE(around);
    const std::string said = found(around);
    CHECK(said.find("is not supported; lookaround is not available") != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
  }
  CHECK(found("/\\u0061/").find("uses the escape \\u, which is not supported") !=
        std::string::npos);
}

TEST_CASE("a regular expression is looked for anywhere, and its anchors hold") {
  const auto matches = [](std::string_view expression, std::string_view text) {
    const auto pattern = TextPattern::regex(expression, false);
    REQUIRE(pattern.ok());
    return pattern.value().matches(text);
  };
  CHECK(matches("b", "abc"));
  CHECK(matches("^ab", "abc"));
  CHECK(!matches("^b", "abc"));
  CHECK(matches("bc$", "abc"));
  CHECK(!matches("ab$", "abc"));
  CHECK(matches("^$", ""));
  CHECK(matches("x|c", "abc"));
  CHECK(!matches("^a|^b$", "cab"));
  CHECK(matches("\\bmm\\b", "aten::mm out"));
  CHECK(!matches("\\bmm\\b", "aten::addmm"));
  CHECK(matches("two", "one\n two"));
  CHECK(!TextPattern::regex("a)(b", false).ok());
}

TEST_CASE("a regular expression sees characters, not bytes") {
  const auto matches = [](std::string_view expression, bool ignore_case) {
    const auto pattern = TextPattern::regex(expression, ignore_case);
    REQUIRE(pattern.ok());
    return pattern.value().matches("ö→x");
  };
  CHECK(matches("^..x$", false));
  CHECK(matches("^[äöü]", false));
  CHECK(!matches("^Ö", false));
  CHECK(matches("^Ö", true));
}

TEST_CASE("a spiteful regular expression neither hangs nor crashes") {
  const std::string name(100'000, 'a');
  const auto pattern = TextPattern::regex("(a+)+b", false);
  REQUIRE(pattern.ok());
  CHECK(!pattern.value().matches(name));
  CHECK(pattern.value().matches(name + "b"));
  CHECK(!TextPattern::regex(std::string(2000, 'a'), false).ok());
  CHECK(!TextPattern::regex("a{9999}{9999}", false).ok());
  CHECK(!TextPattern::regex("(a)\\1", false).ok());
}

TEST_CASE("of matches inside one another the time is covered once, on each thread and stream") {
  const HandMadeTrace trace({
      slice("python_function", "moe.py(1): forward", "0", "100"),
      slice("cpu_op", "moe::forward", "10", "80"),
      slice("cpu_op", "moe::forward", "20", "10"),
      slice("cpu_op", "moe::forward", "150", "30"),
      gpu_slice("kernel", "moe_forward", "40", "20"),
      gpu_slice("kernel", "moe_forward", "50", "20", "", "20"),
  });
  const auto query = parse_event_query("forward");
  REQUIRE(query.ok());
  const FoundEvents found = search_events(*trace, query.value());
  CHECK(found.total_dur_ns == 260'000);
  CHECK(found.covered_ns == 170'000);
  CHECK(found.gpu_covered_ns == 40'000);
}
