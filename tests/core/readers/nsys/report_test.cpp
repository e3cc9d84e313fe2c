#include "core/readers/nsys/report.h"

#include <chrono>
#include <csignal>
#include <filesystem>
#include <string>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/wait.h>

#include "core/readers/nsys/export_cache.h"
#include "core/readers/trace_loader.h"
#include "core/session/session.h"
#include "tests/core/readers/nsys/fake_nsys.h"
#include "tests/core/readers/nsys/nsys_export.h"

using namespace lanescope;

namespace {

std::string database() {
  NsysExport made;
  return made.string(3, "cudaFree").calls().call(10, 20, 70, 71, 1, 3).bytes();
}

std::string failure_of(const std::string& script) {
  const FakeNsys nsys(script);
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("run.nsys-rep", kReportBytes));
  REQUIRE_FALSE(loaded.ok());
  CHECK(nsys.run_count() == 1);
  CHECK(nsys.kept_files() == 0);
  return loaded.error().message;
}

/// An export that is never done.
constexpr const char* kHalf = "echo half > \"$out\"; echo half > \"$out-wal\"; exec /bin/sleep 600";

/// Sends a signal to a process that exports, and waits until it has ended by that.
void end_during_export(const FakeNsys& nsys, const std::string& report, int signal) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    std::signal(SIGINT, SIG_DFL);
    (void)export_nsys_report(report, nullptr);
    ::_exit(0);
  }
  for (int i = 0; i < 600 && nsys.kept_files() < 2; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  REQUIRE(nsys.kept_files() == 2);
  ::kill(pid, signal);
  int status = 0;
  ::waitpid(pid, &status, 0);
  REQUIRE(WIFSIGNALED(status));
  CHECK(WTERMSIG(status) == signal);
}

}  // namespace

TEST_CASE("a report opens as what nsys exports, once for as long as it is unchanged") {
  const TempFolder folder;
  const FakeNsys nsys(FakeNsys::copying(folder, database()));
  const std::string report = folder.write("my run.nsys-rep", kReportBytes);
  for (int time = 0; time < 2; ++time) {
    LoadProgress progress;
    LoadOptions options;
    options.progress = &progress;
    const auto loaded = load_trace(report, options);
    REQUIRE(loaded.ok());
    const Snapshot& trace = *loaded.value().snapshot;
    CHECK(trace.info.format == "nsys-sqlite");
    CHECK(trace.info.file == report);
    CHECK(trace.report.complete);
    CHECK(all_names(trace) == "cudaFree");
    CHECK(arguments_of(loaded.value(), "cudaFree") == R"({"correlation":1,"function":"cudaFree"})");
    CHECK(progress.phase == LoadPhase::Done);
    CHECK(nsys.run_count() == 1);
    CHECK(nsys.kept_files() == 1);
  }
  CHECK(nsys.runs().starts_with("export --type sqlite --force-overwrite true --output /"));
  CHECK(nsys.runs().ends_with(".sqlite " + report + "\n"));

  folder.write("my run.nsys-rep", kReportBytes + ", recorded again");
  CHECK(load_trace(report).ok());
  CHECK(nsys.run_count() == 2);
}

TEST_CASE("reports are recognized by content and, of an unknown version, by name") {
  const TempFolder folder;
  const FakeNsys nsys(FakeNsys::copying(folder, database()));
  CHECK(can_export_nsys_report(folder.write("renamed", kReportBytes)));
  CHECK(can_export_nsys_report(folder.write("old.qdrep", "anything")));
  CHECK_FALSE(can_export_nsys_report(folder.write("export.nsys-rep", database())));
  CHECK_FALSE(can_export_nsys_report(folder.write("empty.nsys-rep", "")));
  CHECK_FALSE(can_export_nsys_report(folder.write("trace.json", "{}")));
  CHECK_FALSE(can_export_nsys_report(folder.path()));
  CHECK(read_trace_head(folder.path() + "/renamed").ok());
  CHECK(nsys.run_count() == 0);
}

TEST_CASE("a report that nsys cannot export is an error with nsys's first line") {
  CHECK(failure_of("echo >&2; echo 'Importer error status: 5' >&2; echo 'More' >&2; exit 1") ==
        "nsys could not export this report: Importer error status: 5");
  CHECK(failure_of("echo half > \"$out\"; exit 3") ==
        "nsys could not export this report: exit code 3");
  CHECK(failure_of("echo 'Unknown option'; echo 'usage'; exit 1") ==
        "nsys could not export this report: Unknown option");
  CHECK(failure_of("kill -9 $$") == "nsys could not export this report: signal 9");
  CHECK(failure_of("exit 0") == "nsys could not export this report: no file was written");
}

TEST_CASE("what nsys exports is not kept unless it is a whole database of Nsight Systems") {
  const std::string wrong = "nsys exported a file that is no Nsight Systems database: ";
  CHECK(failure_of("echo '{\"traceEvents\":[]}' > \"$out\"") == wrong + "it is not SQLite");
  CHECK(failure_of("/bin/cp \"$1\" \"$out\"") == wrong + "it is a report itself");
  const TempFolder folder;
  const std::string whole = database();
  CHECK(failure_of(FakeNsys::copying(folder, whole.substr(0, whole.size() / 2))) ==
        wrong + "it is truncated");
  CHECK(failure_of(FakeNsys::copying(folder, database_bytes("CREATE TABLE other(a);"))) ==
        wrong + "it has no StringIds or META_DATA_EXPORT table");
}

TEST_CASE("an export that was spoiled is made again, without what nsys leaves beside it") {
  const TempFolder folder;
  const FakeNsys nsys(FakeNsys::copying(folder, database()) + "; echo log > \"$out-wal\"");
  const std::string report = folder.write("run.nsys-rep", kReportBytes);
  const auto exported = export_nsys_report(report, nullptr);
  REQUIRE(exported.ok());
  CHECK(nsys.kept_files() == 1);
  std::filesystem::resize_file(exported.value(), 50);
  CHECK(load_trace(report).ok());
  CHECK(nsys.run_count() == 2);
  CHECK(nsys.kept_files() == 1);
}

TEST_CASE("an empty report is said to be empty") {
  const FakeNsys nsys("exit 0");
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("run.nsys-rep", ""));
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().message == "is empty: nothing was ever written to it; record again");
  CHECK(nsys.run_count() == 0);
}

TEST_CASE("Ctrl-C during an export ends nsys first and leaves nothing of it") {
  const TempFolder folder;
  const FakeNsys nsys(kHalf);
  end_during_export(nsys, folder.write("run.nsys-rep", kReportBytes), SIGINT);
  CHECK(nsys.kept_files() == 0);
}

TEST_CASE("what an export left that was killed is removed when the next report is opened") {
  const TempFolder folder;
  const FakeNsys nsys(kHalf);
  end_during_export(nsys, folder.write("run.nsys-rep", kReportBytes), SIGKILL);
  // nsys ends a little later than the process that had started it.
  for (int i = 0; i < 600 && nsys.kept_files() > 0; ++i) {
    CHECK(ExportCache::open().ok());
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  CHECK(nsys.kept_files() == 0);
}

TEST_CASE("without nsys on PATH, a report is told how to be exported") {
  const FakeNsys none("");
  const TempFolder folder;
  const auto loaded = load_trace(folder.write("run.nsys-rep", kReportBytes));
  REQUIRE_FALSE(loaded.ok());
  CHECK(loaded.error().kind == Error::Kind::WrongFormat);
  CHECK(loaded.error().message ==
        "is an Nsight Systems report: put nsys on PATH and open it again, or export it with nsys "
        "export --type sqlite and open the .sqlite file");
}

TEST_CASE("a load that exports says so, and stops nsys when it is canceled") {
  const FakeNsys nsys("echo half > \"$out\"; exec /bin/sleep 600");
  const TempFolder folder;
  Session session(folder.write("run.nsys-rep", kReportBytes), {});
  while (session.progress().bytes_done == 0) {
    REQUIRE_FALSE(session.wait_for(std::chrono::milliseconds(10)));
  }
  CHECK(session.progress().phase == LoadPhase::Exporting);
  CHECK(session.progress().bytes_total == 0);
  session.cancel();
  session.wait();
  CHECK(session.state() == Session::State::Failed);
  CHECK(session.error().kind == Error::Kind::Cancelled);
  CHECK(session.error().message == "loading was stopped");
  CHECK(nsys.kept_files() == 0);
}
