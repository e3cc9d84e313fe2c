// `lanescope share`: what it prints, and when it refuses.
#include <cstdlib>
#include <filesystem>
#include <string>

#include <doctest/doctest.h>

#include "tests/core/base/temp_folder.h"
#include "tests/file_text.h"
#include "tests/program_output.h"

using namespace lanescope;

namespace {

constexpr const char* kTrace = R"({"baseTimeNanoseconds": 1000000, "traceEvents": [
{"ph": "X", "cat": "user_annotation", "name": "manhattan project", "pid": 1, "tid": 1, "ts": 1.5, "dur": 9},
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 2.5, "dur": 2},
{"ph": "X", "cat": "cuda_runtime", "name": "cudaLaunchKernel", "pid": 1, "tid": 1, "ts": 3.5, "dur": 1, "args": {"correlation": 1}},
{"ph": "X", "cat": "kernel", "name": "manhattan_gemm", "pid": 0, "tid": 7, "ts": 10.5, "dur": 2, "args": {"correlation": 1, "device": 0, "stream": 7}}
]})";

/// A trace, and a page to share it with.
struct Desk {
  Desk() {
    folder.write("run.json", kTrace);
    ::setenv("LANESCOPE_SHARE_PAGE",
             folder.write("page.htm", "<body><!--lanescope-data--></body>").c_str(), 1);
  }
  ~Desk() { ::unsetenv("LANESCOPE_SHARE_PAGE"); }
  Desk(const Desk&) = delete;
  Desk& operator=(const Desk&) = delete;

  [[nodiscard]] PrintedOutput share(const std::string& words) const {
    return program_output(LANESCOPE_PROGRAM, "share " + words, folder.path(), 1);
  }
  [[nodiscard]] std::string page(const std::string& name) const {
    return file_text(folder.path() + "/" + name);
  }
  TempFolder folder;
};

}  // namespace

TEST_CASE("a shared page is named after the trace, and its sizes are told") {
  const Desk desk;
  const PrintedOutput out = desk.share("run.json");
  CHECK(out.code == 0);
  CHECK(out.text.starts_with("run.html: "));
  CHECK(out.text.find(" (page 34 B, data ") != std::string::npos);
  // As the page counts them: with the arrow from the launch, which is two.
  CHECK(out.text.ends_with("), 6 events\n"));
  const std::string page = desk.page("run.html");
  CHECK(page.find(R"("compare":false,"title":"run.json")") != std::string::npos);
  CHECK(page.find(R"(id="lanescope-trace-a" data-name="run.json.gz">H4sI)") != std::string::npos);
}

TEST_CASE("an existing page is replaced only with --force") {
  const Desk desk;
  desk.folder.write("run.html", "mine");
  const PrintedOutput out = desk.share("run.json");
  CHECK(out.code == 3);
  CHECK(out.text ==
        "lanescope: run.html: already exists; choose another name, or replace it with --force\n");
  CHECK(desk.page("run.html") == "mine");
  CHECK(desk.share("run.json --force").code == 0);
  CHECK(desk.page("run.html") != "mine");
}

TEST_CASE("without a page to put it into, sharing says so in one line") {
  const Desk desk;
  ::setenv("LANESCOPE_SHARE_PAGE", "none.html", 1);
  const PrintedOutput out = desk.share("run.json");
  CHECK(out.code == 3);
  CHECK(out.text.find('\n') == out.text.size() - 1);
  CHECK(out.text.starts_with("lanescope: share: none.html"));
}

TEST_CASE("a copy of the program that cannot share says what it lacks") {
  const Desk desk;
  ::unsetenv("LANESCOPE_SHARE_PAGE");
  const PrintedOutput out = desk.share("run.json");
  CHECK(out.code == 2);
  CHECK(out.text.find("put it next to the program") != std::string::npos);
}

TEST_CASE("marks that cannot be read are told, and left out") {
  const Desk desk;
  desk.folder.write("run.json.lanescope.json", "[1, 2");
  const PrintedOutput out = desk.share("run.json");
  CHECK(out.code == 0);
  CHECK(out.text.find("lanescope: run.json: run.json.lanescope.json ") != std::string::npos);
  CHECK(desk.page("run.html").find("\"notes\":[]") != std::string::npos);
}

TEST_CASE("what is redacted is listed, and is not in the page") {
  const Desk desk;
  desk.folder.write(
      "run.json.lanescope.json",
      R"({"lanescope": "bookmarks", "version": 1, "marks": [)"
      R"({"begin_ns": 2000, "end_ns": 3000, "name": "manhattan", "note": "secret"}]})");
  const PrintedOutput out =
      desk.share("run.json -o out.html --redact --select manhattan_gemm --range 9us:10us");
  CHECK(out.code == 0);
  CHECK(
      out.text.starts_with("annotations: 1 replaced: manhattan project → annotation 1\n"
                           "kernels: 1 replaced: manhattan_gemm → kernel_1_gemm\n"
                           "marks: 2 replaced: manhattan → Mark 1; secret → Mark 2\n"
                           "out.html: "));
  const std::string page = desk.page("out.html");
  CHECK(page.find("manhattan") == std::string::npos);
  CHECK(page.find("secret") == std::string::npos);
  CHECK(page.find("run.json") == std::string::npos);
  CHECK(
      page.find(R"("select":"cat:kernel ts>=1010500 ts\u003c=1010500 dur>=2000 dur\u003c=2000")") !=
      std::string::npos);
  CHECK(page.find(R"("range_ns":[9000,10000])") != std::string::npos);
  CHECK(page.find(R"("notes":[{"begin_ns":2000,"end_ns":3000,"name":"Mark 1"}])") !=
        std::string::npos);
}

TEST_CASE("metadata that redaction would leave out is named where it is shared") {
  const Desk desk;
  desk.folder.write("env.json",
                    R"({"hostname": "alamogordo", "env": {"HF_TOKEN": "x"}, "traceEvents": [
{"ph": "X", "cat": "cpu_op", "name": "aten::mm", "pid": 1, "tid": 1, "ts": 2.5, "dur": 2}]})");
  const std::string warning = "env.json: the HTML file includes its metadata: ";
  const std::string all = desk.share("env.json").text;
  CHECK(all.find(warning) != std::string::npos);
  CHECK(all.find("hostname") != std::string::npos);
  CHECK(all.find("alamogordo") == std::string::npos);
  CHECK(desk.share("env.json --redact --force").text.find(warning) == std::string::npos);
  CHECK(desk.share("run.json").text.find("metadata") == std::string::npos);
}

TEST_CASE("what would be redacted can be looked at before anything is written") {
  const Desk desk;
  desk.folder.write("run.html", "before");
  const PrintedOutput out = desk.share("run.json --redact --dry-run");
  CHECK(out.code == 0);
  CHECK(out.text.find("kernels: 1 replaced") != std::string::npos);
  CHECK(out.text.find("manhattan_gemm") != std::string::npos);
  CHECK(out.text.find("not written: ") != std::string::npos);
  CHECK(desk.page("run.html") == "before");
}

TEST_CASE("a redacted page is not named after its trace") {
  const Desk desk;
  const PrintedOutput out = desk.share("run.json --redact");
  CHECK(out.code == 0);
  CHECK(out.text.find("\ntrace.html: ") != std::string::npos);
  CHECK(std::filesystem::exists(desk.folder.path() + "/trace.html"));
  CHECK_FALSE(std::filesystem::exists(desk.folder.path() + "/run.html"));
}

TEST_CASE("marks and selections move with a trace that does not know its base") {
  const Desk desk;
  std::string trace = kTrace;
  trace.replace(trace.find("1000000"), 7, "0");
  desk.folder.write("run.json", trace);
  desk.folder.write("run.json.lanescope.json",
                    R"({"lanescope": "bookmarks", "version": 1, "marks": [)"
                    R"({"begin_ns": 2000, "end_ns": 3000, "name": "m"}]})");
  CHECK(desk.share("run.json --range 8us:10us --select 'ts>8us'").code == 0);
  const std::string page = desk.page("run.html");
  CHECK(page.find(R"("notes":[{"begin_ns":500,"end_ns":1500,"name":"m"}])") != std::string::npos);
  CHECK(page.find(R"("select":"cat:kernel ts>=10500 ts)") != std::string::npos);
}

TEST_CASE("two traces are shared with the same names") {
  const Desk desk;
  const PrintedOutput out = desk.share("run.json --compare run.json --redact");
  CHECK(out.code == 0);
  CHECK(out.text.find("kernels: 1 replaced") != std::string::npos);
  CHECK(out.text.ends_with(", 12 events\n"));
  const std::string page = desk.page("trace.html");
  CHECK(page.find(R"("compare":true)") != std::string::npos);
  CHECK(page.find(R"(id="lanescope-trace-b" data-name="trace-b.json.gz">)") != std::string::npos);
}

TEST_CASE("a selection that matches nothing is refused") {
  const Desk desk;
  const PrintedOutput out = desk.share("run.json --select nothing_like_it");
  CHECK(out.code == 3);
  CHECK(out.text ==
        "lanescope: --select: no event matches 'nothing_like_it'; try part of its name\n");
  CHECK_FALSE(std::filesystem::exists(desk.folder.path() + "/run.html"));
}

TEST_CASE("a converted trace can be redacted too") {
  const Desk desk;
  const PrintedOutput out = program_output(
      LANESCOPE_PROGRAM, "convert run.json -o out.json --redact", desk.folder.path(), 1);
  CHECK(out.code == 0);
  CHECK(out.text.starts_with("annotations: 1 replaced: manhattan project → annotation 1\n"));
  CHECK(desk.page("out.json").find("manhattan") == std::string::npos);
}
