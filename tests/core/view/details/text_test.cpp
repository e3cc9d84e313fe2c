#include "core/view/details/text.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "tests/core/view/details/training_details.h"

namespace lanescope {

TEST_CASE("work that starts after the step that launched it is not said to be in it") {
  const Opened trace(training());
  DetailsModel model = trace.details(kKernel);
  REQUIRE(model.step);
  model.step->offset_ns = model.step->dur_ns + 139'000;
  const DetailsText text = details_text(trace.snapshot(), model);
  const auto& facts = text.sections[0].lines;
  const auto start = std::ranges::find(facts, "Start", &DetailLine::key);
  REQUIRE(start != facts.end());
  CHECK(start->value == "139.0 µs after step 7, which launched it");
}

TEST_CASE("a mangled name is shown readable, and copied as it is in the file") {
  const Opened trace(TraceText().kernel("_ZN2at6native4fillIfEEvPfi", "0", "5", "1"));
  const DetailsText text =
      details_text(trace.snapshot(), trace.details("_ZN2at6native4fillIfEEvPfi"));
  CHECK(text.title == "fill");
  const auto full = std::ranges::find(text.sections, "FULL NAME", &DetailSection::title);
  REQUIRE(full != text.sections.end());
  CHECK(full->lines.at(0).value == "void at::native::fill<float>(float*, int)");
  CHECK(full->lines.at(0).exact == "_ZN2at6native4fillIfEEvPfi");
}

TEST_CASE("the text puts what people came for first and every rung under its head") {
  const Opened trace(training());
  const DetailsText text = details_text(trace.snapshot(), trace.details(kKernel));
  CHECK(text.title == "sm90_xmma_fprop_implicit_gemm<float, …>");
  CHECK(text.subtitle == "kernel · GPU 0 H200 · stream 7");
  std::vector<std::string> titles;
  for (const DetailSection& section : text.sections) titles.push_back(section.title);
  CHECK(titles == std::vector<std::string>{"", "LAUNCHED BY", "OPERATORS", "MODULE", "PYTHON",
                                           "TWIN", "INSIDE", "FULL NAME", "ARGUMENTS"});
  const auto& facts = text.sections[0].lines;
  const auto value = [&](std::string_view key) {
    for (const DetailLine& line : facts) {
      if (line.key == key) return line.value;
    }
    return std::string();
  };
  CHECK(value("Duration") == "40.00 µs");
  CHECK(value("Start") == "in step 7 + 150.0 µs");
  CHECK(value("Grid · block") == "528 × 1 × 1 · 256");
  CHECK(value("Registers · shared") == "168 · 98.00 KiB");
  CHECK(value("Est. occupancy") == "50 %");
  CHECK(facts[0].exact == "40 000 ns");
  const DetailLine& launch = text.sections[1].lines[0];
  CHECK(launch.key == "cudaLaunchKernel");
  CHECK(launch.value == "5.000 µs · waited 45.00 µs");
  CHECK(launch.link == event_named(trace.snapshot(), "cudaLaunchKernel", 0));
  CHECK(text.sections[2].lines[1].value == "[64,256] 1");
  CHECK(text.sections[2].lines[2].value == "contiguous");
  CHECK(text.sections[3].lines[0].value == "ResNet_0 › Conv2d_3");
  REQUIRE(text.sections[3].lines[0].parts.size() == 2);
  CHECK(text.sections[3].lines[0].parts[1].link ==
        event_named(trace.snapshot(), "nn.Module: Conv2d_3"));
  CHECK(text.sections[4].lines[0].style == DetailStyle::Faint);
  CHECK(text.sections[4].lines[1].value == "train.py:41");
  CHECK(text.sections[4].lines[1].source.file == "train.py");
  CHECK(text.sections[5].lines[0].value == "backward, 1 kernel, 80.00 µs");
  CHECK(text.sections[6].lines[0].key == "ProfilerStep#7");
  CHECK(text.full_title == kKernel);
}

TEST_CASE("a kernel that seems to run before its launch says that clocks disagree") {
  TraceText skewed;
  skewed.cpu("cuda_runtime", "cudaLaunchKernel", "100", "5", R"("correlation":1)");
  skewed.kernel("early", "40", "5", "1");
  const Opened trace(skewed);
  const DetailsText text = details_text(trace.snapshot(), trace.details("early"));
  REQUIRE(text.sections[1].title == "LAUNCHED BY");
  CHECK(text.sections[1].lines[0].value == "5.000 µs · started 65.00 µs before the call returned");
  CHECK(text.sections[1].lines.back().value.find("clocks") != std::string::npos);
}

TEST_CASE("a kernel whose launch is one of several with its id says that it is not certain") {
  TraceText text;
  for (const char* pid : {"100", "200"}) {
    text.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, "10.5", "5", R"("correlation": 1)");
    text.slice("cuda_runtime", "cudaLaunchKernel", pid, pid, "20.5", "5",
               std::string("\"correlation\": ") + pid);
  }
  text.kernel("shared", "50.5", "3", "1").kernel("own", "60.5", "3", "100");
  text.kernel("other", "70.5", "3", "200");
  const Opened trace(text);
  for (const char* name : {"shared", "own"}) {
    CAPTURE(name);
    const std::string plain =
        details_plain_text(details_text(trace.snapshot(), trace.details(name)));
    CHECK((plain.find("several launches have its correlation ID") != std::string::npos) ==
          (std::string_view(name) == "shared"));
  }
}

TEST_CASE("what has a line of its own is not repeated among the arguments") {
  const Opened trace(training());
  const DetailsText text = details_text(trace.snapshot(), trace.details(kKernel));
  const auto& arguments = text.sections.back().lines;
  for (const DetailLine& line : arguments) CHECK(line.key != "grid");
  CHECK(std::any_of(arguments.begin(), arguments.end(),
                    [](const DetailLine& line) { return line.key == "correlation"; }));
  const std::string plain = details_plain_text(text);
  CHECK(plain.find("LAUNCHED BY\ncudaLaunchKernel  5.000 µs") != std::string::npos);
  CHECK(plain.find("Duration  40 000 ns") != std::string::npos);
}

TEST_CASE("of a block of memory the end that is selected is here, the other one a link") {
  const Opened trace(training());
  const auto block = [&](std::size_t nth) {
    const DetailsText text = details_text(trace.snapshot(), trace.details("[memory]", nth));
    const auto section = std::ranges::find(text.sections, "MEMORY BLOCK", &DetailSection::title);
    REQUIRE(section != text.sections.end());
    std::map<std::string, DetailLine> lines;
    for (const DetailLine& line : section->lines) lines[line.key] = line;
    return lines;
  };
  const EventId begin = event_named(trace.snapshot(), "[memory]", 0),
                end = event_named(trace.snapshot(), "[memory]", 1);
  auto allocated = block(0);
  CHECK(allocated["Allocated"].value == "here");
  CHECK(allocated["Allocated"].link == EventId::None);
  CHECK(allocated["Freed"].link == end);
  CHECK(allocated["Freed"].value != "here");
  CHECK(allocated["Lifetime"].value == "10.00 µs");
  auto freed = block(1);
  CHECK(freed["Freed"].value == "here");
  CHECK(freed["Allocated"].link == begin);
}

TEST_CASE("of more GPU work than is listed, the lines say how much is, and none is left over") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::many", "0", "5000");
  constexpr std::uint64_t kWork = DetailsModel::kMaxListed + 97;
  for (std::uint64_t i = 1; i <= kWork; ++i) {
    const std::string at = std::to_string(4 * i), id = std::to_string(i);
    trace.cpu("cuda_runtime", "cudaLaunchKernel", at, "1", R"("correlation":)" + id);
    trace.kernel("k", std::to_string(10'000 + 4 * i), "2", id);
  }
  const Opened opened(trace);
  const DetailsText text = details_text(opened.snapshot(), opened.details("aten::many"));
  const auto work = std::ranges::find(text.sections, "GPU WORK", &DetailSection::title);
  REQUIRE(work != text.sections.end());
  CHECK(work->lines.front().key == "1,097 events, the first 1,000 listed");
  CHECK(work->lines.size() == 1 + DetailsModel::kMaxListed);
}

TEST_CASE("kernels of one short name keep the part in which they differ when a line is cut") {
  TraceText trace;
  trace.cpu("cpu_op", "aten::two", "0", "100");
  for (const char* const id : {"1", "2"}) {
    trace.cpu("cuda_runtime", "cudaLaunchKernel", id == std::string("1") ? "10" : "20", "1",
              std::string(R"("correlation":)") + id);
  }
  trace.kernel("void gemm<float, 128>()", "200", "10", "1");
  trace.kernel("void gemm<float, 256>()", "220", "10", "2");
  const Opened opened(trace);
  const DetailsText text = details_text(opened.snapshot(), opened.details("aten::two"));
  const auto work = std::ranges::find(text.sections, "GPU WORK", &DetailSection::title);
  REQUIRE(work != text.sections.end());
  REQUIRE(work->lines.size() == 3);
  CHECK(work->lines[1].key.substr(work->lines[1].differs_at) == "[128]");
  CHECK(work->lines[2].key.substr(work->lines[2].differs_at) == "[256]");
}

}  // namespace lanescope
