#include "tests/fuzz/checks/verb_run.h"

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <tuple>
#include <variant>

#include "app/cli/arguments/command_line.h"
#include "app/cli/output/exit_code.h"
#include "app/cli/output/last_resort.h"
#include "app/cli/verbs.h"
#include "tests/fuzz/checks/picture_run.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

/// Takes what is written to one of the process's streams until it is destroyed. The descriptor
/// stays as it is, so that a sanitizer's report still goes where it always goes.
class CapturedStream {
 public:
  explicit CapturedStream(std::FILE*& stream) : stream_(stream), before_(stream) {
    std::fflush(before_);
    stream_ = open_memstream(&text_, &bytes_);
  }
  ~CapturedStream() { (void)take(); }
  CapturedStream(const CapturedStream&) = delete;
  CapturedStream& operator=(const CapturedStream&) = delete;

  std::string take() {
    if (stream_ == before_) return {};
    std::fclose(stream_);
    stream_ = before_;
    std::string text(text_, bytes_);
    std::free(text_);
    return text;
  }

 private:
  std::FILE*& stream_;
  std::FILE* before_;
  char* text_ = nullptr;
  std::size_t bytes_ = 0;
};

CapturedStream* captured_errors = nullptr;

/// Of a process that dies within a verb: what it said is still in the captured stream.
void tell_captured() {
  if (captured_errors == nullptr) return;
  const std::string said = captured_errors->take();
  captured_errors = nullptr;
  std::fputs(said.c_str(), stderr);
}

int run(const AlreadyAnswered& command) {
  return command.exit_code;
}
int run(const InfoOptions& options) {
  return run_info(options);
}
int run(const EventOptions& options) {
  return run_event(options);
}
int run(const SearchOptions& options) {
  return run_search(options);
}
int run(const ReportOptions& options) {
  return run_report(options);
}
int run(const CompareOptions& options) {
  return run_compare(options);
}
int run(const ConvertOptions& options) {
  return run_convert(options);
}
int run(const SummarizeOptions& options) {
  return run_summarize(options);
}
int run(const RanksOptions& options) {
  return run_ranks(options);
}
int run(const HistoryOptions& options) {
  return run_history(options);
}
int run(const ScreenshotCommand& command) {
  ScreenshotOptions options;
  options.trace = command.trace;
  options.compare = command.compare;
  options.beside = command.beside;
  options.output = command.output;
  std::tie(options.width, options.height) = command.size_px;
  options.range = command.range;
  options.select = command.select;
  options.tab = command.tab;
  options.theme = command.theme;
  options.scale = command.scale;
  return run_picture(options);
}
template <typename Other>
int run(const Other&) {
  demand(false, "a fuzz target asks for a verb that needs a window or another program");
  return kWrongUsage;
}

int run_words(const std::vector<std::string>& words) {
  std::vector<const char*> arguments{"lanescope"};
  for (const std::string& word : words) arguments.push_back(word.c_str());
  try {
    const CliCommand command =
        parse_command_line(static_cast<int>(arguments.size()), arguments.data());
    return std::visit([](const auto& chosen) { return run(chosen); }, command);
  } catch (const std::bad_alloc& error) {
    return complain_of(error);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    demand(false, "no exception leaves a verb");
  }
  return kUnusable;
}

}  // namespace

VerbRun run_verb(std::vector<std::string> words) {
  VerbRun ran;
  for (const std::string& word : words) ran.line += (ran.line.empty() ? "" : " ") + word;
  CapturedStream out(stdout);
  CapturedStream errors(stderr);
  captured_errors = &errors;
  last_words = tell_captured;
  ran.code = run_words(words);
  captured_errors = nullptr;
  ran.err = errors.take();
  ran.out = out.take();
  return ran;
}

}  // namespace lanescope
