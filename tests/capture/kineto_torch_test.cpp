// Tests with a real PyTorch, 2.7 or later, in the Python named by LANESCOPE_TEST_TORCH.
#include <csignal>
#include <cstdlib>
#include <thread>

#include <doctest/doctest.h>

#include "capture/host/attach/kineto_attach.h"
#include "capture/host/attach/process_list.h"
#include "capture/host/runner/launcher.h"
#include "tests/capture/pythons.h"
#include "tests/skip.h"

using namespace lanescope;

namespace {

constexpr char kTraining[] = R"(
import os, time, torch
model = torch.nn.Linear(64, 64)
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
end = time.time() + 300
while time.time() < end:
    optimizer.zero_grad()
    model(torch.randn(8, 64)).sum().backward()
    optimizer.step()
    open(os.path.join(os.path.dirname(__file__), "steps"), "w").write("some")
    time.sleep(0.01)
)";

/// A training process that ends with this object.
class Training {
 public:
  Training(const std::string& python, const TempFolder& folder) {
    write_below(folder, "train.py", kTraining);
    auto started = LaunchedCommand::start(
        {.command = {python, folder.path() + "/train.py"},
         .folder = "",
         .environment = {{"KINETO_USE_DAEMON", "1"}, {"KINETO_IPC_SOCKET_DIR", folder.path()}},
         .own_group = false});
    REQUIRE(started.ok());
    command_.emplace(std::move(started).value());
  }
  ~Training() {
    command_->send_signal(SIGKILL);
    while (!command_->end()) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  [[nodiscard]] std::int64_t pid() const { return command_->pid(); }

  /// Waits until steps have run: importing PyTorch takes a while.
  static void wait_for_steps(const TempFolder& folder) {
    for (int tries = 0; tries < 1200 && read_below(folder, "steps").empty(); ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(100));
    }
    REQUIRE_FALSE(read_below(folder, "steps").empty());
  }

 private:
  std::optional<LaunchedCommand> command_;
};

/// Makes the process record, and returns the trace's text.
std::string record(std::int64_t pid, const KinetoOrder& order, const TempFolder& folder) {
  const auto process = find_process(pid);
  REQUIRE_MESSAGE(process.ok(), (process.ok() ? "" : process.error().message));
  auto opened = KinetoAttach::open(process.value(), order, folder.path() + "/out.json");
  REQUIRE_MESSAGE(opened.ok(), (opened.ok() ? "" : opened.error().message));
  for (;;) {
    const auto stage = opened.value()->look(KinetoAttach::Clock::now());
    REQUIRE_MESSAGE(stage.ok(), (stage.ok() ? "" : stage.error().message));
    if (stage.value() == AttachStage::Done) return read_below(folder, "out.json");
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
}

bool has(const std::string& trace, const char* text) {
  return trace.find(text) != std::string::npos;
}

}  // namespace

TEST_CASE("a real PyTorch records what it is asked for, again and again") {
  const char* const python = std::getenv("LANESCOPE_TEST_TORCH");
  if (python == nullptr) skip_case("LANESCOPE_TEST_TORCH names no Python with PyTorch");
  const TempFolder folder;
  const Training training(python, folder);
  Training::wait_for_steps(folder);
  KinetoOrder order;
  order.iterations = 3;
  const std::string plain = record(training.pid(), order, folder);
  CHECK(has(plain, "aten::linear"));
  CHECK_FALSE(has(plain, "Input Dims"));
  CHECK_FALSE(has(plain, "python_function"));

  order.shapes = order.stacks = true;
  order.iterations.reset();
  order.warm_up = std::chrono::seconds(0);
  const std::string rich = record(training.pid(), order, folder);
  CHECK(has(rich, "aten::linear"));
  CHECK(has(rich, "Input Dims"));
  CHECK(has(rich, "python_function"));
}
