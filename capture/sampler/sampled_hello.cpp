#include "capture/sampler/sampled_hello.h"

#include <algorithm>
#include <array>
#include <climits>
#include <memory>
#include <span>
#include <string_view>
#include <unistd.h>

#include <fmt/format.h>

#include "capture/sampler/system/process_stat.h"
#include "capture/sampler/system/process_status.h"
#include "capture/wire/records.h"
#include "core/base/text/message_text.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostArgumentBytes = 8192;  // as the agent cuts them
constexpr std::size_t kMostEnvironmentBytes = std::size_t{256} << 10U;

void add_link(MessageText& hello, const char* key, const ProcFolder& process) {
  std::array<char, PATH_MAX> room;
  if (const std::string_view to = process.link(key, room); !to.empty()) hello.add(key, to);
}

void add_host(MessageText& hello) {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) == 0) hello.add("host", name.data());
}

/// Which rank it is in a distributed run.
void add_rank(MessageText& hello, const ProcFolder& process) {
  const auto room = std::make_unique_for_overwrite<char[]>(kMostEnvironmentBytes);
  const std::span<char> bytes(room.get(), kMostEnvironmentBytes);
  const std::string_view environment = process.read("environ", bytes).text;
  const auto add = [&](const char* key, const char* name) {
    const std::string_view value = value_of_variable(environment, name);
    if (!value.empty()) hello.add(key, value.substr(0, 64));
  };
  add("rank", "RANK");
  add("local_rank", "LOCAL_RANK");
  add("world_size", "WORLD_SIZE");
}

/// The arguments, joined by spaces.
void add_arguments(MessageText& hello, const ProcFolder& process) {
  std::array<char, kMostArgumentBytes> room;
  std::string arguments(process.read("cmdline", room).text);
  while (arguments.ends_with('\0')) arguments.pop_back();
  std::ranges::replace(arguments, '\0', ' ');
  hello.add("argv", arguments);
}

}  // namespace

std::string sampled_hello(const ProcFolder& process, Ns now_ns) {
  MessageText hello;
  hello.add("wire", fmt::format("{}.{}", wire::kMajor, wire::kMinor));
  hello.add("pid", process.pid());
  if (const auto status = read_status(process)) hello.add("ppid", status->parent);
  hello.add("tid", process.pid());
  hello.add("why", "sampled");
  hello.add("start_ns", now_ns);
  add_link(hello, "exe", process);
  add_link(hello, "cwd", process);
  add_host(hello);
  add_rank(hello, process);
  add_arguments(hello, process);
  return hello.text();
}

std::string hello_of_program(std::string_view hello, std::string_view program) {
  const MessageText known(hello);
  MessageText changed;
  for (const auto& [key, value] : known.pairs()) {
    if (key != "exe" && key != "argv") changed.add(key, value);
  }
  changed.add("exe", program).add("argv", program);
  return changed.text();
}

}  // namespace lanescope
