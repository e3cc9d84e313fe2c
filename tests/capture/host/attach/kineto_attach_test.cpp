#include "capture/host/attach/kineto_attach.h"

#include <filesystem>
#include <unistd.h>

#include <doctest/doctest.h>

#include "capture/host/attach/kineto_messages.h"
#include "tests/capture/failing_disk.h"
#include "tests/capture/kineto_client.h"
#include "tests/capture/pythons.h"

using namespace lanescope;
using std::chrono::milliseconds;
using std::chrono::seconds;

namespace {

/// This process as one that can be asked, in its own folder.
struct Attached {
  TempFolder folder;
  RunningProcess process;
  KinetoOrder order;
  std::unique_ptr<KinetoAttach> attach;
  KinetoAttach::Clock::time_point begin = KinetoAttach::Clock::now();

  explicit Attached(std::int64_t pid = ::getpid()) {
    process.pid = pid;
    process.socket_folder = folder.path();
  }
  void open() {
    auto opened = KinetoAttach::open(process, order, folder.path() + "/out.json");
    REQUIRE(opened.ok());
    attach = std::move(opened).value();
  }
  AttachStage look(KinetoAttach::Clock::duration after = {}) {
    const auto stage = attach->look(begin + after);
    REQUIRE(stage.ok());
    return stage.value();
  }
  std::string problem(KinetoAttach::Clock::duration after) {
    const auto stage = attach->look(begin + after);
    REQUIRE_FALSE(stage.ok());
    return stage.error().message;
  }
  /// Acts as the process: fetches the order, and returns where it should write. `own_pid` is its
  /// PID in its own namespace.
  std::string fetch(std::int32_t own_pid = 7) {
    const KinetoClient client(folder.path());
    client.ask(kKinetoActivities, {own_pid});
    const auto answer = client.receive();
    REQUIRE(answer);
    const std::string key = "ACTIVITIES_LOG_FILE=";
    REQUIRE(answer->payload.starts_with(key));
    const std::string text = answer->payload.substr(key.size());
    return kineto_output(text.substr(0, text.find('\n')), own_pid);
  }
};

void write_file(const std::string& path, const std::string& text) {
  std::FILE* const file = std::fopen(path.c_str(), "wb");
  REQUIRE(file != nullptr);
  std::fwrite(text.data(), 1, text.size(), file);
  std::fclose(file);
}

}  // namespace

TEST_CASE("a trace goes from the question to its place") {
  Attached run;
  run.open();
  CHECK(run.look() == AttachStage::Waiting);
  const std::string file = run.fetch();
  CHECK(file.starts_with("/tmp/"));
  // 2 s until Kineto starts, 2 s of warm-up, 500 ms of trace.
  CHECK(run.look() == AttachStage::WarmingUp);
  CHECK(run.look(milliseconds(3900)) == AttachStage::WarmingUp);
  CHECK(run.look(milliseconds(4100)) == AttachStage::Recording);
  CHECK(run.look(milliseconds(4600)) == AttachStage::Writing);
  write_file(file, "{\"traceEvents\": [\n{}");
  CHECK(run.look(seconds(5)) == AttachStage::Writing);
  write_file(file, "{\"traceEvents\": [\n{},\n");
  CHECK(run.look(seconds(6)) == AttachStage::Writing);
  CHECK(run.look(seconds(7)) == AttachStage::Writing);  // no longer growing, but not closed
  write_file(file, "{\"traceEvents\": [\n{},\n{}]}\n");
  CHECK(run.look(seconds(8)) == AttachStage::Writing);  // closed, but it may still grow
  CHECK(run.look(seconds(9)) == AttachStage::Done);
  CHECK(run.look(seconds(10)) == AttachStage::Done);
  CHECK(read_below(run.folder, "out.json") == "{\"traceEvents\": [\n{},\n{}]}\n");
  // Kineto writes it so that others may read it.
  CHECK(std::filesystem::status(run.folder.path() + "/out.json").permissions() ==
        (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));
  const std::string made = std::filesystem::path(file).parent_path();
  CHECK(std::filesystem::exists(made));
  run.attach.reset();
  CHECK_FALSE(std::filesystem::exists(made));
}

TEST_CASE("steps are recorded until the file is there, however long they take") {
  Attached run;
  run.order.iterations = 3;
  run.open();
  const std::string file = run.fetch();
  CHECK(run.look() == AttachStage::Recording);
  CHECK(run.look(seconds(3600)) == AttachStage::Recording);
  write_file(file, "{}");
  CHECK(run.look(seconds(3601)) == AttachStage::Writing);
  CHECK(run.look(seconds(3602)) == AttachStage::Done);
}

TEST_CASE("a process that does not ask, write, or live on ends the attempt with a reason") {
  SUBCASE("it never asks") {
    Attached run;
    run.open();
    CHECK(run.look(seconds(29)) == AttachStage::Waiting);
    CHECK(run.problem(seconds(31)).find("has not polled for requests in 30 s") !=
          std::string::npos);
  }
  SUBCASE("it asks, but never for traces") {
    Attached run;
    run.open();
    const KinetoClient client(run.folder.path());
    client.ask(kKinetoEvents, {7});
    REQUIRE(client.receive());
    CHECK(run.problem(seconds(31)).find("a profiler may already be running in it") !=
          std::string::npos);
  }
  SUBCASE("it writes nothing") {
    Attached run;
    run.open();
    run.fetch();
    CHECK(run.look() == AttachStage::WarmingUp);
    CHECK(run.look(seconds(120)) == AttachStage::Writing);
    CHECK(run.problem(seconds(126)).find("it wrote nothing") != std::string::npos);
  }
  SUBCASE("it stops in the middle") {
    Attached run;
    run.open();
    const std::string file = run.fetch();
    CHECK(run.look() == AttachStage::WarmingUp);
    write_file(file, "{\"traceEvents\": [");
    CHECK(run.look(seconds(10)) == AttachStage::Writing);
    CHECK(run.look(seconds(129)) == AttachStage::Writing);
    CHECK(run.problem(seconds(131)).find("it stopped while writing") != std::string::npos);
  }
  SUBCASE("it has ended") {
    Attached run(0x3FFFFFFF);  // above any PID that Linux assigns
    run.open();
    CHECK(run.problem({}) == "the process has ended");
  }
}

TEST_CASE("a process that can not be asked is refused with its reason") {
  Attached run;
  run.process.why_not = "it was started without KINETO_USE_DAEMON=1";
  const auto opened = KinetoAttach::open(run.process, run.order, "out.json");
  REQUIRE_FALSE(opened.ok());
  CHECK(opened.error().message == "it was started without KINETO_USE_DAEMON=1");
}

TEST_CASE("a trace that can not be put in its place stays where it is, and a retry finds its way") {
  Attached run;
  FailingDisk disk;
  std::string place = run.folder.path() + "/none/out.json";
  SUBCASE("there is no such folder") {}
  SUBCASE("the disk is full") {
    place = run.folder.path() + "/out.json";
    disk.renames_fail = EXDEV;
    disk.fail_from = 0;
  }
  SUBCASE("somebody else's file has appeared there") {
    place = run.folder.path() + "/out.json";
    write_file(place, "mine");
  }
  auto opened = KinetoAttach::open(run.process, run.order, place, disk);
  REQUIRE(opened.ok());
  run.attach = std::move(opened).value();
  const std::string file = run.fetch();
  write_file(file, "{}");
  run.look();
  CHECK(run.look(seconds(1)) == AttachStage::Writing);
  const std::string problem = run.problem(seconds(2));
  CHECK(problem.find(place) != std::string::npos);
  CHECK(problem.find("the trace is still in " + file) != std::string::npos);
  run.attach.reset();
  CHECK(std::filesystem::file_size(file) == 2);
  const bool was_there = std::filesystem::exists(place);
  CHECK((!was_there || std::filesystem::file_size(place) == 4));
  std::filesystem::remove_all(std::filesystem::path(file).parent_path());
}

TEST_CASE("a JSON document is closed by its last byte") {
  const TempFolder folder;
  const auto closed = [&](const std::string& text) {
    write_below(folder, "file", text);
    return is_closed_json(folder.path() + "/file");
  };
  CHECK(closed("{}"));
  CHECK(closed("[1]\n \n"));
  CHECK(closed(std::string(1000, 'x') + "}"));
  CHECK_FALSE(closed("{\"a\": 1"));
  CHECK_FALSE(closed(""));
  CHECK_FALSE(closed("}" + std::string(100, ' ')));
  CHECK_FALSE(is_closed_json(folder.path() + "/none"));
}
