#include "app/cli/attach/text.h"

#include <array>
#include <string>

#include <doctest/doctest.h>

#include "capture/host/attach/process_list.h"

using namespace lanescope;

TEST_CASE("where no process can be asked the variable that it takes is named") {
  CHECK(attach_list_text({}) ==
        "none of your processes runs Python; `lanescope attach PID` samples the threads of any "
        "process of yours; for a trace of PyTorch, start the program with KINETO_USE_DAEMON=1 in "
        "its environment, and run this again once it has loaded PyTorch\n");
  std::array<RunningProcess, 2> processes;
  processes[0].pid = 4711;
  processes[0].command = "python train.py";
  processes[0].why_not = "it was started without it";
  processes[1] = processes[0];
  processes[1].pid = 4712;
  const std::string none = attach_list_text(processes);
  CHECK(
      none.starts_with("    4711  python train.py\n          samples only: it was started without "
                       "it\n    4712  python train.py\n"));
  CHECK(none.find("\n`lanescope attach PID` samples the threads of any process of yours; none can "
                  "be asked for a PyTorch trace: for that, start the program with "
                  "KINETO_USE_DAEMON=1 ") != std::string::npos);
  processes[0].why_not.clear();
  CHECK(attach_list_text(processes).find("none can be asked") == std::string::npos);
}

TEST_CASE("who asks a process without PyTorch for a trace learns how to sample it") {
  CHECK(no_trace_text("it has not loaded PyTorch", 4711) ==
        "no PyTorch trace can be recorded: it has not loaded PyTorch; run `lanescope attach 4711` "
        "without options of the trace to sample its threads");
}
