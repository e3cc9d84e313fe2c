// Programs that are recorded and processes that are asked for a trace, without a window.
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

#include <doctest/doctest.h>

#include "capture/host/attach/kineto_daemon.h"
#include "capture/host/runner/launcher.h"
#include "tests/app/workspace/workspace_stage.h"
#include "tests/paths.h"

namespace lanescope {
namespace {

std::string built(const std::string& file) {
  return binary_folder() + "/" + file;
}

/// A program that only plays CUDA, with the real agent in it.
class RecordStage : public WorkspaceStage {
 public:
  RecordStage() { ::setenv("LANESCOPE_AGENT", built("liblanescope_inject.so").c_str(), 1); }
  /// The program would go on for minutes after its recording.
  ~RecordStage() {
    if (pid_ > 0) ::kill(-pid_, SIGKILL);
  }
  RecordStage(const RecordStage&) = delete;
  RecordStage& operator=(const RecordStage&) = delete;

  void record(const std::string& arguments) {
    RecordRequest request;
    request.command = built("tests/capture/fake/fake_host") + " " + arguments;
    request.environment = "LANESCOPE_CUPTI=" + built("tests/capture/fake/libfake_cupti.so");
    request.file = file;
    request.sample = false;
    run(workspace::Record{request, true});
    REQUIRE_FALSE(work.take_refusal());
    REQUIRE(work.recording() != nullptr);
    if (const auto& command = work.recording()->state().command)
      pid_ = static_cast<pid_t>(command->pid);
  }
  bool until_shown() {
    return until([&] {
      return work.trace() != nullptr && work.trace()->view.drawn() &&
             work.trace()->view.drawn()->slice_count > 0;
    });
  }
  void end_program() {
    run(workspace::EndProgram{});
    CHECK(until([&] { return !work.recordings().program_runs(); }));
  }

  const std::string file = folder.path() + "/run.lanes";

 private:
  pid_t pid_ = 0;
};

}  // namespace

TEST_CASE("a recording is shown as it grows, and is a trace like others when it has ended") {
  RecordStage stage;
  stage.record("--calls 1000000 --rate 1500");
  CHECK(stage.work.recording_begins());
  CHECK_FALSE(stage.work.can_record());
  REQUIRE(stage.until_shown());
  CHECK_FALSE(stage.work.recording_begins());
  CHECK(stage.work.is_live());
  CHECK(stage.front() == "run.lanes");
  stage.run(workspace::StopRecording{});
  REQUIRE(stage.until([&] { return stage.work.recording() == nullptr; }));
  REQUIRE(stage.rest());
  CHECK_FALSE(stage.work.is_live());
  CHECK(stage.front() == "run.lanes");
  CHECK(stage.work.can_record());
  CHECK(stage.notice().find("Stopped. fake_host (PID ") != std::string::npos);
  CHECK(stage.memory.folder_for_recordings() == stage.folder.path());  // the user has named it
  CHECK(stage.memory.recorded.size() == 1);
  REQUIRE(stage.memory.recent.size() == 1);
  CHECK(stage.memory.recent.front().path == stage.file);
  stage.end_program();
}

TEST_CASE("what the end of the program would lose is told before, and what it left behind after") {
  RecordStage stage;
  stage.record("--calls 1000000 --rate 1500");
  REQUIRE(stage.until_shown());
  stage.run(workspace::RefreshStakes{});
  QuitStakes stakes = stage.work.stakes();
  CHECK(stakes.programs == 1);
  REQUIRE(stakes.sentences.size() == 1);
  CHECK(stakes.sentences[0].find("What was recorded is saved in " + stage.file) !=
        std::string::npos);
  REQUIRE(stage.work.recordings().parting_words().size() == 1);
  CHECK(stage.work.recordings().parting_words()[0].file == stage.file);
  stage.run(workspace::EndPrograms{.kill = true});
  REQUIRE(stage.until([&] { return stage.work.recording() == nullptr; }));
  stage.run(workspace::RefreshStakes{});
  CHECK(stage.work.stakes().empty());
  CHECK(stage.work.recordings().parting_words().empty());
}

TEST_CASE("a recording goes on when its lanes are closed, and can be shown again") {
  RecordStage stage;
  stage.record("--calls 1000000 --rate 1500");
  REQUIRE(stage.until_shown());
  stage.run(workspace::Close{});
  CHECK(stage.front().empty());
  CHECK(stage.work.recording() != nullptr);
  CHECK(stage.notice() == "Recording continues.");
  stage.follow_notice();
  REQUIRE(stage.until_shown());
  CHECK(stage.work.is_live());
  stage.run(workspace::EndPrograms{.kill = true});
  CHECK(stage.until([&] { return stage.work.recording() == nullptr; }));
}

TEST_CASE("a recording that runs can not be compared yet") {
  RecordStage stage;
  REQUIRE(stage.open(stage.trace_file("a.json")));
  stage.record("--calls 1000000 --rate 1500");
  stage.run(workspace::Compare{stage.file});
  CHECK(stage.notice().starts_with("This is still being recorded"));
  CHECK(stage.work.notices().shown()->action == "Show recording");
  CHECK(stage.b().empty());
  stage.run(workspace::EndPrograms{.kill = true});
  CHECK(stage.until([&] { return stage.work.recording() == nullptr; }));
}

TEST_CASE("a recording does not write over a file") {
  RecordStage stage;
  const std::string path = stage.trace_file("kept.lanes");
  stage.run(workspace::Record{{.command = "true", .file = path}});
  const auto why = stage.work.take_refusal();
  REQUIRE(why);
  CHECK(why->find("already exists; choose another name") != std::string::npos);
  CHECK(stage.work.recording() == nullptr);
  CHECK(stage.memory.recorded.empty());
}

TEST_CASE("an attachment that makes no sense is refused, and one can be given up") {
  WorkspaceStage stage;
  AttachRequest request;
  request.file = stage.folder.path() + "/asked.json";
  request.duration = "soon";
  stage.run(workspace::Attach{{.pid = ::getpid(), .socket_folder = stage.folder.path()}, request});
  CHECK(stage.work.take_refusal());
  CHECK(stage.work.attachment() == nullptr);
  request.duration = "1";
  stage.run(workspace::Attach{{.pid = ::getpid(), .socket_folder = stage.folder.path()}, request});
  REQUIRE(stage.work.attachment() != nullptr);
  CHECK_FALSE(stage.work.can_record());
  stage.run(workspace::CancelAttach{});
  CHECK(stage.work.attachment() == nullptr);
  CHECK(stage.work.can_record());
  CHECK_FALSE(std::filesystem::exists(request.file));
}

TEST_CASE("that nobody can ask a process is found out beside the window, and samples are taken") {
  WorkspaceStage stage;
  auto sleeper = LaunchedCommand::start({{"sleep", "100"}});
  REQUIRE(sleeper.ok());
  const auto other = KinetoDaemon::open(stage.folder.path());
  REQUIRE(other.ok());
  AttachRequest request;
  request.file = stage.folder.path() + "/asked.json.gz";
  const RunningProcess process{.pid = sleeper.value().pid(), .socket_folder = stage.folder.path()};
  stage.run(workspace::Attach{process, request});
  // Whatever it takes to find that out, no frame waits for it.
  CHECK(stage.work.attachment() != nullptr);
  CHECK(stage.work.recording() == nullptr);
  CHECK(stage.until([&] { return stage.work.attachment() == nullptr; }));
  if (stage.work.recording() != nullptr) {
    CHECK(stage.work.recording()->file() == stage.folder.path() + "/asked.lanes");
    CHECK(stage.notice().starts_with("No PyTorch trace, only samples of threads: "));
    stage.run(workspace::StopRecording{});
    CHECK(stage.until([&] { return stage.work.recording() == nullptr; }));
  } else {
    CHECK(stage.work.take_refusal());  // processes of this user cannot be read here
  }
  sleeper.value().send_signal(SIGKILL);
}

}  // namespace lanescope
