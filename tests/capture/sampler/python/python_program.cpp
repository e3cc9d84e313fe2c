#include "tests/capture/sampler/python/python_program.h"

#include <chrono>
#include <csignal>
#include <thread>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include "core/readers/capture/python_lines.h"
#include "tests/skip.h"

namespace lanescope {
namespace {

[[noreturn]] void run(std::vector<std::string> words) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

PythonProgram::PythonProgram(const Interpreter& python, const std::string& script,
                             const std::vector<std::string>& arguments) {
  std::vector<std::string> words{python.path, script};
  words.insert(words.end(), arguments.begin(), arguments.end());
  int input[2], output[2];
  REQUIRE(pipe(input) == 0);
  REQUIRE(pipe(output) == 0);
  pid_ = fork();
  if (pid_ == 0) {
    dup2(input[0], STDIN_FILENO);
    dup2(output[1], STDOUT_FILENO);
    for (const int end : {input[0], input[1], output[0], output[1]}) close(end);
    run(std::move(words));
  }
  close(input[0]);
  close(output[1]);
  to_ = input[1];
  from_ = output[0];
  REQUIRE(pid_ > 0);
}

PythonProgram::~PythonProgram() {
  kill();
  close(to_);
  close(from_);
}

std::string PythonProgram::read_line() {
  std::string line;
  for (char c = 0; read(from_, &c, 1) == 1 && c != '\n';) line += c;
  return line;
}

void PythonProgram::answer() {
  REQUIRE(write(to_, "\n", 1) == 1);
}

void PythonProgram::kill() {
  if (pid_ <= 0) return;
  ::kill(pid_, SIGKILL);
  waitpid(pid_, nullptr, 0);
  pid_ = -1;
}

PythonSampler open_sampler(pid_t pid) {
  for (int tries = 0;; ++tries) {
    auto sampler = PythonSampler::open(pid);
    if (sampler.ok()) return std::move(sampler.value());
    if (sampler.error().kind == Error::Kind::Unreadable) skip_case(sampler.error().message);
    REQUIRE_MESSAGE(tries < 5'000, sampler.error().message);
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

std::string frames_in(const PythonSampler& sampler, const SampledPythonThread& thread,
                      const std::string& file) {
  std::string frames;
  for (auto frame = thread.frames.rbegin(); frame != thread.frames.rend(); ++frame) {
    const PythonCode* const code = sampler.code(frame->code);
    REQUIRE(code != nullptr);
    if (code->file != file) continue;
    const auto line =
        python_line({code->python, code->first_line, code->line_table}, frame->instruction);
    const std::size_t name_at = code->name.find_last_of('.') + 1;  // 0 if there is none
    if (!frames.empty()) frames += ' ';
    frames += code->name.substr(name_at) + ":" + std::to_string(line.value_or(0));
  }
  return frames;
}

const SampledPythonThread* find_thread(const PythonSampler& sampler, std::uint32_t tid) {
  for (const SampledPythonThread& thread : sampler.threads()) {
    if (thread.tid == tid) return &thread;
  }
  return nullptr;
}

}  // namespace lanescope
