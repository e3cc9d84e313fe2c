#include "core/export/shared_page.h"

#include <filesystem>
#include <set>

#include <doctest/doctest.h>

#include "core/base/files/small_file.h"
#include "core/export/redaction.h"
#include "core/readers/trace_loader.h"
#include "tests/base64_text.h"
#include "tests/core/base/temp_folder.h"
#include "tests/core/fixtures/event_reader.h"
#include "tests/core/fixtures/training_trace.h"

using namespace lanescope;

namespace {

constexpr const char* kPage = "<html><body><!--lanescope-data--><p>after</p></body></html>";

std::string training_text() {
  TrainingTrace trace;
  for (int i = 0; i < 8; ++i) trace.step([&] { trace.op("aten::mm", "acme \"gemm\"", 120, 60); });
  return trace.text();
}

LoadedTrace loaded(const std::string& path) {
  auto trace = load_trace(path);
  REQUIRE(trace.ok());
  return std::move(trace).value();
}

/// What is between the two, which must be there.
std::string between(const std::string& text, std::string_view begin, std::string_view end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t to = text.find(end, from + begin.size());
  REQUIRE(to != std::string::npos);
  return text.substr(from + begin.size(), to - from - begin.size());
}

struct Written {
  explicit Written(const SharedView& view, const TraceWriteOptions& options = {},
                   const std::string& name = "run.json.gz") {
    trace = loaded(folder.write("a.json", training_text()));
    auto page = SharedPage::begin(path, kPage, kRightsOfAll);
    REQUIRE(page.ok());
    REQUIRE_FALSE(page.value().view(view));
    REQUIRE_FALSE(page.value().trace('a', name, *trace.snapshot, event_reader(trace), options));
    CHECK_FALSE(std::filesystem::exists(path));
    REQUIRE_FALSE(page.value().commit());
    html = read_small_file(path, 1U << 26).value();
    data_bytes = page.value().data_bytes();
  }

  [[nodiscard]] std::string view_text() const {
    return between(html, R"(<script type="application/json" id="lanescope-view">)", "</script>");
  }
  [[nodiscard]] std::string base64() const {
    return between(html, "data-name=\"run.json.gz\">", "</script>");
  }
  [[nodiscard]] LoadedTrace again() const {
    return loaded(folder.write("again.json.gz", base64_decoded(base64())));
  }

  TempFolder folder;
  std::string path = folder.path() + "/a.html";
  LoadedTrace trace;
  std::string html;
  std::uint64_t data_bytes = 0;
};

}  // namespace

TEST_CASE("a shared page is the program's page with the view and the trace in one place") {
  const Written page({.title = "run"});
  CHECK(page.html.starts_with("<html><body><script type=\"application/json\""));
  CHECK(page.html.ends_with("</script>\n<p>after</p></body></html>"));
  CHECK(page.view_text() == R"({"version":1,"compare":false,"title":"run","notes":[]})");
  CHECK(page.base64().size() == page.data_bytes);
  CHECK(page.again().snapshot->slice_count == page.trace.snapshot->slice_count);
}

TEST_CASE("the view says what is shown") {
  const Written page({.range_ns = TimeRange{5, 70},
                      .select = "cat:kernel",
                      .tab = "Kernels",
                      .compare = true,
                      .title = "run",
                      .notes = {JsonValue{JsonObject{{"name", JsonValue{std::string("x")}}}}}});
  CHECK(page.view_text() ==
        R"({"version":1,"range_ns":[5,70],"select":"cat:kernel","tab":"Kernels","compare":true,)"
        R"("title":"run","notes":[{"name":"x"}]})");
}

TEST_CASE("no text can end the element that it is in") {
  const Written page({.select = "</script><script>x", .title = "<!--<script>"}, {},
                     "a\"><script>.json.gz");
  const std::string view = page.view_text();
  CHECK(view.find('<') == std::string::npos);
  CHECK(view.ends_with(R"("notes":[]})"));
  CHECK(page.html.find("data-name=\"a&quot;&gt;&lt;script&gt;.json.gz\">") != std::string::npos);
}

TEST_CASE("a cut begins where its first event begins once it is opened") {
  const TempFolder folder;
  const LoadedTrace trace = loaded(folder.write("a.json", training_text()));
  const TimeRange all = trace.snapshot->extent;
  for (int part = 0; part < 8; ++part) {
    const Ns begin_ns = all.begin_ns + all.length_ns() * part / 8;
    std::uint64_t events = 0;
    const TraceWriteOptions options{
        .range = TimeRange{begin_ns, begin_ns + all.length_ns() / 8},
        .tell_events = [&](std::uint64_t written) { events = written; }};
    const Written page({.title = ""}, options);
    const auto again = page.again();
    CAPTURE(part);
    CHECK(again.snapshot->extent.begin_ns ==
          begin_of_cut(*trace.snapshot, options.range) - moved_base_ns(*trace.snapshot));
    CHECK(again.snapshot->counts.total == events);
  }
  CHECK(begin_of_cut(*trace.snapshot, {}) == all.begin_ns);
}

TEST_CASE("a trace that is too large for a page is refused, and nothing is written") {
  const TempFolder folder;
  const LoadedTrace trace = loaded(folder.write("a.json", training_text()));
  const std::string path = folder.path() + "/a.html";
  {
    auto page = SharedPage::begin(path, kPage, kRightsOfAll);
    REQUIRE(page.ok());
    const auto problem =
        page.value().trace('a', "a", *trace.snapshot, event_reader(trace), {}, 100);
    REQUIRE(problem);
    CHECK(problem->kind == Error::Kind::Unsupported);
    CHECK(problem->message.find("--range") != std::string::npos);
  }
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path()), {}) == 1);
}

TEST_CASE("a redacted trace is the same but for its names") {
  Redaction redaction;
  TraceWriteOptions options;
  options.redaction = &redaction;
  const Written page({.title = "trace"}, options);
  const auto again = page.again();
  const Snapshot &before = *page.trace.snapshot, &after = *again.snapshot;
  CHECK(before.slice_count == after.slice_count);
  CHECK(before.kernel_links.with_launch == after.kernel_links.with_launch);
  CHECK(before.kernel_links.with_op == after.kernel_links.with_op);
  CHECK(before.steps.size() == after.steps.size());
  CHECK(before.extent.length_ns() == after.extent.length_ns());
  std::set<std::string_view> kernels;
  for (std::uint32_t i = 0; i < after.strings->size(); ++i) kernels.insert(after.text(StringId{i}));
  CHECK(kernels.contains("aten::mm"));
  CHECK(kernels.contains("kernel 1 gemm"));
  CHECK_FALSE(kernels.contains("acme \"gemm\""));
}
