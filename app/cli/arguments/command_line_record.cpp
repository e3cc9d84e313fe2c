// Verbs that produce a trace: record and attach.
#include "app/cli/arguments/command_line_parser.h"

namespace lanescope {

void CommandLineParser::add_record() {
  CLI::App* verb = add_verb(
      "record", "Run a command and record what its processes do on the GPU and on the CPU",
      "The command runs as usual, and its exit code is passed on. Ctrl+C goes to the\n"
      "command; a second Ctrl+C kills it and everything it started. What was recorded by then is\n"
      "in the file. If nothing was recorded, no file is left. If everything that was recorded is\n"
      "lost, for example on a full disk, the exit code is 3 instead of 0. A setuid program such\n"
      "as sudo is refused, since nobody may read it: run `sudo lanescope record ...` instead.\n\n"
      "Example:\n  "
      "lanescope record -o run.lanes -- python train.py --epochs 1\n  "
      "lanescope record --keep-last 10s --shapes --cwd work python train.py");
  verb->add_option("CMD", record_.command, "The command and its arguments")
      ->required()
      ->type_name("");
  add_value(verb, "-o,--output", "FILE", record_.output, parse_recording_name,
            "The recording (default: named after the command and the time)");
  verb->add_flag("--force", record_.force,
                 "Replace an existing file, but only if something was recorded");
  verb->add_flag(
      "--shared", record_.shared,
      "Let others read the file, as far as the umask allows; by default only you can, as it\n"
      "contains command lines and paths");
  verb->add_flag("--view", record_.view, "Open the recording in the window when it is complete");
  add_value(verb, "--duration", "TIME", record_.duration_ns, parse_seconds,
            "Stop recording after TIME, such as 30s or 2min; the command keeps running");
  add_value(
      verb, "--keep-last", "TIME", record_.keep_last_ns, parse_seconds,
      "Keep roughly the last TIME only, such as 10s; with --when, the TIME of --after on top");
  add_triggers(verb);
  add_number(
      verb, "--level", record_.level, 0, 2,
      "0: kernels and copies; 1 (default): also CUDA calls and synchronization; 2: everything");
  auto* stacks =
      verb->add_flag("--stacks", record_.stacks, "Record Python stacks at launches (default)");
  verb->add_flag_callback(
          "--no-stacks", [this] { record_.stacks = false; }, "Do not record Python stacks")
      ->excludes(stacks);
  verb->add_flag("--shapes", record_.shapes,
                 "Record PyTorch operators with their input shapes, of the main thread and of its\n"
                 "backward passes: PyTorch knows no others by it. Adds overhead");
  verb->add_flag("--memory", record_.memory,
                 "Sample PyTorch's allocated and reserved memory on each GPU, every 50 ms");
  add_value(
      verb, "--sample", "RATE", record_.sample_hz, parse_sampling_rate,
      "Sample each thread of the command's processes, whatever they are: whether it runs or what\n"
      "it waits for, and its Python stack. Processes that end within a few samples may be "
      "missing.\n"
      "RATE is 200Hz by default, up to 2kHz, or off. Nothing is changed or stopped");
  add_value(
      verb, "--native", "on|off|dwarf|frames", record_.native, parse_native,
      "With samples: also native stacks and context switches, where the kernel allows it\n"
      "(default: on, at most 500Hz). Callers are found by unwind tables (dwarf) if libdw is\n"
      "installed and RATE is at most 500Hz, else by frame pointers (frames), which optimized\n"
      "code lacks");
  verb->add_flag(
      "--attachable", record_.attachable,
      "Set KINETO_USE_DAEMON=1 for the command, so that `lanescope attach` can ask its\n"
      "PyTorch for a trace after this recording. The thread of PyTorch that then polls for\n"
      "requests may crash the command at its exit");
  verb->add_option("--cwd", record_.folder, "Run the command in this folder")->type_name("DIR");
  run_with(verb, record_);
}

void CommandLineParser::add_triggers(CLI::App* verb) {
  auto* when = add_value(
      verb, "--when", "CONDITION", record_.when, parse_when,
      "Save what --keep-last has kept (default: 10s) when the condition is met, to the output's\n"
      "name with a number: run.1.lanes. A mark in the file names what fired. CONDITION is one of\n"
      "  step>1.5*median    a step takes longer than 1.5 medians of the 64 before; steps are\n"
      "                     ranges named ProfilerStep#N, step or step N\n"
      "  step>200ms         a step takes longer than 200 ms, even if it has not ended\n"
      "  range:NAME>200ms   an NVTX range or, with --shapes, an operator of the main thread or of\n"
      "                     backward takes longer, even if it has not ended; NAME* stands for all\n"
      "                     names that begin like this\n"
      "  range:NAME>1.5*median\n"
      "                     it takes longer than 1.5 medians of the 64 before\n"
      "  signal:USR1        this process receives the signal, or USR2\n"
      "If the recording ends before N files were saved, the output itself has the last seconds");
  auto* times = add_number(
      verb, "--times", record_.times, 1, 1000,
      "Wait for the next time until N files are saved, then stop recording (default: 1);\n"
      "the command keeps running");
  auto* after = add_value(verb, "--after", "TIME", record_.after_ns, parse_seconds,
                          "Save TIME more after the condition was met (default: 1s)");
  times->needs(when);
  after->needs(when);
}

void CommandLineParser::add_attach() {
  CLI::App* verb = add_verb(
      "attach", "Record a running process: samples of its threads, and a PyTorch trace",
      "Threads are sampled from outside: their Python stacks and what they wait for, of the\n"
      "process and of those it starts. It is never stopped or changed. A process started\n"
      "with KINETO_USE_DAEMON=1 in its environment also records a PyTorch trace, into the\n"
      "same file: run `export KINETO_USE_DAEMON=1` in the shell or the job script. Without\n"
      "PID, your processes with PyTorch are listed. What --memory, --flops and --modules\n"
      "record depends on the PyTorch version: 2.15 without a GPU records none of "
      "them.\n\nExample:\n  "
      "lanescope attach 4711 --shapes --stacks -o trace.json\n  "
      "lanescope attach 4711 --seconds 10 --sample 1kHz -o run.lanes");
  auto* pid = add_number(verb, "PID", attach_.pid, 1, INT32_MAX, "The process ID");
  verb->add_option("-o,--output", attach_.output,
                   "The trace (default: named after the process and the time)")
      ->type_name("FILE");
  auto* duration =
      add_value(verb, "--duration,--seconds", "TIME", attach_.duration_ns, parse_seconds,
                "Record for TIME, such as 2s (default: 500ms of a trace; without one,\n"
                "until Ctrl+C or the end of the process)");
  auto* iterations = add_number(verb, "--iterations", attach_.iterations, 1, 1'000'000,
                                "Record N optimizer steps instead");
  iterations->excludes(duration);
  verb->add_flag("--shapes", attach_.shapes, "Record the input shapes of operators");
  verb->add_flag("--stacks", attach_.stacks, "Record Python stacks");
  verb->add_flag("--memory", attach_.memory, "Record every allocation and free");
  verb->add_flag("--flops", attach_.flops, "Record the FLOPs of operators");
  verb->add_flag("--modules", attach_.modules, "Record the module of each operator");
  add_value(verb, "--sample", "RATE", attach_.sample_hz, parse_sampling_rate,
            "Sample each thread at RATE: 200Hz by default, up to 2kHz, or off");
  add_value(verb, "--native", "on|off|dwarf|frames", attach_.native, parse_native,
            "Without a PyTorch trace: also native stacks and context switches, where the kernel\n"
            "allows it (default: off)");
  verb->add_flag("--view", attach_.view, "Open the trace in the window");
  add_json(verb, attach_.json);
  verb->callback([this, verb, pid] {
    for (const CLI::Option* option : verb->get_options()) {
      if (pid->count() > 0 || option->count() == 0 || option->get_lnames().empty()) continue;
      const std::string& name = option->get_lnames().front();
      if (name != "json") throw CLI::ValidationError("--" + name, "requires a PID");
    }
    command_ = [this] { return CliCommand(attach_); };
  });
}

}  // namespace lanescope
