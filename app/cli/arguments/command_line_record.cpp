// Verbs that make a trace: record and attach.
#include "app/cli/arguments/command_line_parser.h"

namespace lanescope {

void CommandLineParser::add_record() {
  CLI::App* verb = add_verb(
      "record", "Start a command and capture what its processes do on the GPU",
      "The command ends as it would without; its exit code is passed on. Ctrl+C goes to the\n"
      "command; a second Ctrl+C kills it and all that it started. What was captured by then is\n"
      "in the file. Where nothing is captured, no file is left. Where all that was captured is\n"
      "lost, as on a full disk, the exit code is 3 instead of 0.\n\nExample:\n  "
      "lanescope record -o run.lanes -- python train.py --epochs 1\n  "
      "lanescope record --keep-last 10s --shapes --cwd work python train.py");
  verb->add_option("CMD", record_.command, "The command and its arguments")
      ->required()
      ->type_name("");
  add_value(verb, "-o,--output", "FILE", record_.output, parse_recording_name,
            "The capture file; by default named after the command and the time");
  verb->add_flag("--force", record_.force,
                 "Replace the file if it is there, once there is something to put in its place");
  verb->add_flag("--shared", record_.shared,
                 "Let others read the file, as far as the umask does: it holds command lines and\n"
                 "paths, so by default only you can");
  verb->add_flag("--view", record_.view, "Open the window on the file when it is complete");
  add_value(verb, "--duration", "TIME", record_.duration_ns, parse_seconds,
            "Stop capturing after so long, such as 30s or 2min; the command runs on");
  add_value(verb, "--keep-last", "TIME", record_.keep_last_ns, parse_seconds,
            "Keep roughly the last TIME, such as 10s");
  add_number(verb, "--level", record_.level, 0, 2,
             "0: kernels and copies; 1, the default: calls and synchronisation too; 2: all");
  auto* stacks = verb->add_flag("--stacks", record_.stacks,
                                "Python stacks where work is launched: the default");
  verb->add_flag_callback(
          "--no-stacks", [this] { record_.stacks = false; }, "Leave Python stacks out")
      ->excludes(stacks);
  verb->add_flag("--shapes", record_.shapes,
                 "PyTorch's operators with the shapes of their inputs; costs time");
  verb->add_flag("--memory", record_.memory,
                 "What PyTorch's allocator holds on each GPU, every 50 ms");
  verb->add_option("--cwd", record_.folder, "Start the command in this folder")->type_name("DIR");
  run_with(verb, record_);
}

void CommandLineParser::add_attach() {
  CLI::App* verb = add_verb(
      "attach", "Have a PyTorch process that runs already record a trace",
      "Only a process that was started with KINETO_USE_DAEMON=1 in its environment can be "
      "asked:\n"
      "put `export KINETO_USE_DAEMON=1` into the shell or the job file. Without PID the "
      "processes\n"
      "of yours with PyTorch are listed. How much of --memory, --flops and --modules is recorded "
      "is\n"
      "up to the PyTorch: 2.15 without a GPU leaves them out.\n\nExample:\n  lanescope attach "
      "4711 --shapes --stacks "
      "-o trace.json");
  auto* pid = add_number(verb, "PID", attach_.pid, 1, INT32_MAX, "The process");
  verb->add_option("-o,--output", attach_.output,
                   "The trace; by default named after the process and the time")
      ->type_name("FILE");
  auto* duration = add_value(verb, "--duration", "TIME", attach_.duration_ns, parse_seconds,
                             "Record for so long, such as 2s (500ms)");
  auto* iterations = add_number(verb, "--iterations", attach_.iterations, 1, 1'000'000,
                                "Record so many steps of the optimizer instead");
  iterations->excludes(duration);
  verb->add_flag("--shapes", attach_.shapes, "With the shapes of the operators' inputs");
  verb->add_flag("--stacks", attach_.stacks, "With Python stacks");
  verb->add_flag("--memory", attach_.memory, "With what is allocated and freed");
  verb->add_flag("--flops", attach_.flops, "With the operators' floating-point operations");
  verb->add_flag("--modules", attach_.modules, "With the module that an operator belongs to");
  verb->add_flag("--view", attach_.view, "Open the window on the trace");
  add_json(verb, attach_.json);
  verb->callback([this, verb, pid] {
    for (const CLI::Option* option : verb->get_options()) {
      if (pid->count() > 0 || option->count() == 0 || option->get_lnames().empty()) continue;
      const std::string& name = option->get_lnames().front();
      if (name != "json") throw CLI::ValidationError("--" + name, "goes with a PID");
    }
    command_ = [this] { return Command(attach_); };
  });
}

}  // namespace lanescope
