#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/core.h>

#include "app/cli/attach/sampling.h"
#include "app/cli/attach/text.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/json_output.h"
#include "app/cli/output/printable.h"
#include "app/cli/verbs.h"
#include "app/workspace/attach/trace_samples.h"
#include "capture/host/attach/kineto_attach.h"
#include "capture/host/files/recording_name.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

constexpr std::chrono::milliseconds kLookEvery{100};
constexpr int kInterrupted = 130;  // as shells report Ctrl-C
constexpr std::int64_t kUsualTraceNs = 500'000'000;

volatile std::sig_atomic_t interrupted = 0;

std::int64_t trace_ns(const AttachOptions& options) {
  return options.duration_ns != 0 ? options.duration_ns : kUsualTraceNs;
}

KinetoOrder order_of(const AttachOptions& options) {
  KinetoOrder order;
  order.duration = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::nanoseconds(trace_ns(options)));
  order.iterations = options.iterations;
  order.shapes = options.shapes;
  order.stacks = options.stacks;
  order.memory = options.memory;
  order.flops = options.flops;
  order.modules = options.modules;
  return order;
}

/// "train-20260102-030405.json" in the current folder.
std::string usual_output(const RunningProcess& process) {
  return free_recording_file("", process.arguments, std::time(nullptr), ".json");
}

std::string text_of(AttachStage stage, const AttachOptions& options) {
  switch (stage) {
    case AttachStage::Waiting:
      return "waiting for PyTorch, which polls for requests every 5 s";
    case AttachStage::WarmingUp:
      return "warming up";
    case AttachStage::Recording:
      if (options.iterations) return "recording " + counted(*options.iterations, "step");
      return fmt::format("recording {:g} s", static_cast<double>(trace_ns(options)) / 1e9);
    case AttachStage::Writing:
      return "writing the trace";
    case AttachStage::Done:
      break;
  }
  return "done";
}

/// Waits until it has ended and returns the exit code.
int follow(KinetoAttach& attach, const AttachOptions& options) {
  TraceSamples samples(*options.pid, static_cast<int>(options.sample_hz));
  const std::string subject = fmt::format("process {}", *options.pid);
  std::signal(SIGINT, [](int) { interrupted = 1; });
  std::signal(SIGTERM, [](int) { interrupted = 1; });
  std::optional<AttachStage> reported;
  while (interrupted == 0) {
    const auto stage = attach.look(KinetoAttach::Clock::now());
    if (!stage.ok()) return complain(kUnusable, subject, stage.error().message);
    samples.keep_up(stage.value());
    if (stage.value() == AttachStage::Done) {
      if (const auto why_not = samples.join(attach.output()); !why_not.empty())
        fmt::print(stderr, "{}: its threads are not in the trace: {}\n", subject,
                   printable(why_not));
      return kDone;
    }
    if (stage.value() != reported)
      fmt::print(stderr, "{}: {}\n", subject, text_of(stage.value(), options));
    reported = stage.value();
    std::this_thread::sleep_for(kLookEvery);
  }
  fmt::print(stderr, "{}: canceled\n", subject);
  return kInterrupted;
}

int list(bool json) {
  const auto processes = list_attachable();
  if (json) {
    Json rows = Json::array();
    for (const RunningProcess& process : processes) {
      rows.push_back({{"pid", process.pid},
                      {"command", printable(process.command)},
                      {"can_attach", process.why_not.empty()},
                      {"why", process.why_not.empty() ? Json() : Json(process.why_not)}});
    }
    print_document({{"processes", std::move(rows)}});
    return kDone;
  }
  fmt::print("{}", attach_list_text(processes));
  return kDone;
}

/// What only the process itself can record.
bool needs_trace(const AttachOptions& options) {
  return options.sample_hz == 0 || options.iterations || options.shapes || options.stacks ||
         options.memory || options.flops || options.modules;
}

/// Asks for a trace into `output`. Null if nobody can ask the process now; `why_not` then says why.
std::unique_ptr<KinetoAttach> ask_for_trace(const RunningProcess& process,
                                            const AttachOptions& options, const std::string& output,
                                            std::string& why_not) {
  auto opened = KinetoAttach::open(process, order_of(options), output);
  if (opened.ok()) return std::move(opened).value();
  why_not = opened.error().message;
  return nullptr;
}

/// Of one that records no trace; returns the exit code.
int only_sample(const RunningProcess& process, const AttachOptions& options,
                const std::string& why_not, std::string& output) {
  const std::string subject = fmt::format("process {}", process.pid);
  if (needs_trace(options))
    return complain(kUnusable, subject, no_trace_text(why_not, process.pid));
  if (process.has_torch)
    fmt::print(stderr, "{}: no PyTorch trace, only samples of its threads: {}\n", subject, why_not);
  output = options.output;
  return sample_process(process, options, output);
}

/// Leaves the name of the file in `output`; returns the exit code.
int record(const RunningProcess& process, const AttachOptions& options, std::string& output) {
  std::string why_not = process.why_not;
  if (!why_not.empty()) return only_sample(process, options, why_not, output);
  output = options.output.empty() ? usual_output(process) : options.output;
  // Check this before recording something that could not be saved.
  if (const std::string problem = why_not_new_file(output); !problem.empty())
    return complain(kUnusable, "--output", problem);
  if (const auto attach = ask_for_trace(process, options, output, why_not))
    return follow(*attach, options);
  return only_sample(process, options, why_not, output);
}

}  // namespace

int run_attach(const AttachOptions& options, const std::function<int(const std::string&)>& view) {
  if (!options.pid) return list(options.json);
  const auto process = find_process(*options.pid);
  if (!process.ok())
    return complain(kUnusable, fmt::format("process {}", *options.pid), process.error().message);
  std::string output;
  if (const int code = record(process.value(), options, output); code != kDone) return code;
  if (options.json) {
    print_document({{"pid", *options.pid}, {"trace", output}});
  } else {
    fmt::print("{}\n", output);
  }
  std::fflush(stdout);
  return options.view ? view(output) : kDone;
}

}  // namespace lanescope
