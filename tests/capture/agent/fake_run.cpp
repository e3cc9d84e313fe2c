#include "tests/capture/agent/fake_run.h"

#include <fstream>
#include <sstream>

namespace lanescope::agent {
namespace {

template <typename Record>
Record read(const wire::RecordHeader& header, const std::byte* from) {
  Record record{};
  std::memcpy(&record, from, std::min(sizeof record, header.words * wire::kWord));
  return record;
}

std::vector<std::string> words(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

void become_target(const FakeRun& run, const std::string& socket, int output) {
  const std::string fakes = binary_folder() + "/tests/capture/fake";
  setenv("LANESCOPE_SOCKET", socket.c_str(), 1);
  setenv("CUDA_INJECTION64_PATH", (binary_folder() + "/liblanescope_inject.so").c_str(), 1);
  setenv("LANESCOPE_CUPTI", (run.cupti.empty() ? fakes + "/libfake_cupti.so" : run.cupti).c_str(),
         1);
  setenv("FAKE_CUPTI", run.script.c_str(), 1);
  const std::string program = fakes + "/fake_host";
  const std::vector<std::string> arguments = words(run.arguments);
  std::vector<char*> values = {const_cast<char*>(program.c_str())};
  for (const std::string& argument : arguments)
    values.push_back(const_cast<char*>(argument.c_str()));
  values.push_back(nullptr);
  dup2(output, STDOUT_FILENO);
  execv(program.c_str(), values.data());
  _exit(127);
}

}  // namespace

std::string text_of_file(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

KernelFacts facts_of(const wire::KernelRecord& record, const std::string& name) {
  return {name,
          record.start_ns,
          record.end_ns,
          record.correlation,
          record.graph_node,
          record.stream,
          {record.grid[0], record.grid[1], record.grid[2]},
          {record.block[0], record.block[1], record.block[2]}};
}

void Account::take(std::uint32_t channel, const wire::RecordHeader& header,
                   const std::byte* record) {
  const auto type = static_cast<wire::RecordType>(header.type);
  ++records[type];
  auto& texts = strings[channel];
  if (type == wire::RecordType::ChannelOpen) texts.clear();
  if (type == wire::RecordType::String) {
    const auto string = read<wire::StringRecord>(header, record);
    texts[header.aux] = {reinterpret_cast<const char*>(record) + sizeof string, string.bytes};
  }
  if (type == wire::RecordType::ApiBegin) {
    const auto begin = read<wire::ApiBeginRecord>(header, record);
    ++begun[begin.correlation];
    ++apis[texts[begin.api]];
    if (begin.kernel != 0) ++announced[texts[begin.kernel]];
    if (header.aux >> 28 == static_cast<std::uint32_t>(wire::ApiClass::Launch))
      streams.insert(begin.stream);
  }
  if (type == wire::RecordType::ApiEnd)
    ++ended[read<wire::ApiEndRecord>(header, record).correlation];
  if (type == wire::RecordType::ApiAlias) {
    const auto alias = read<wire::ApiAliasRecord>(header, record);
    outer[alias.inner] = alias.outer;
  }
  if (type == wire::RecordType::Kernel) {
    const auto kernel = read<wire::KernelRecord>(header, record);
    ++work[kernel.correlation];
    ++kernels[texts[header.aux]];
    if (keeps_kernels) each_kernel.push_back(facts_of(kernel, texts[header.aux]));
  }
  if (type == wire::RecordType::Memcpy)
    ++work[read<wire::MemcpyRecord>(header, record).correlation];
  if (type == wire::RecordType::Memset)
    ++work[read<wire::MemsetRecord>(header, record).correlation];
  if (type == wire::RecordType::Api) ++api_only[texts[read<wire::ApiRecord>(header, record).api]];
  if (type == wire::RecordType::Gap) {
    const auto gap = read<wire::GapRecord>(header, record);
    gap_records += gap.records;
    gap_bytes += gap.bytes;
    gaps.insert(static_cast<wire::GapReason>(header.aux));
    last_gap[static_cast<wire::GapReason>(header.aux)] = gap;
  }
  if (type == wire::RecordType::Counter)
    counters[texts[header.aux]] = read<wire::CounterRecord>(header, record).value;
  if (type == wire::RecordType::Conflict)
    conflicts.push_back(static_cast<wire::ConflictKind>(header.aux));
  if (type == wire::RecordType::Clock) clock = read<wire::ClockRecord>(header, record);
  if (type == wire::RecordType::Stats) stats = read<wire::StatsRecord>(header, record);
}

void FakeRun::run() {
  TestViewer viewer(
      config,
      [this](std::uint32_t channel, const wire::RecordHeader& header, const std::byte* record) {
        account.take(channel, header, record);
      },
      layout, silent);
  if (beforehand) beforehand(viewer);
  int pipes[2];
  if (pipe(pipes) != 0) std::abort();
  const pid_t child = fork();
  if (child == 0) become_target(*this, viewer.path(), pipes[1]);
  close(pipes[1]);
  viewer.serve();
  if (meanwhile) meanwhile(viewer);
  char bytes[4096];
  for (ssize_t got; (got = ::read(pipes[0], bytes, sizeof bytes)) > 0;)
    output.append(bytes, static_cast<std::size_t>(got));
  close(pipes[0]);
  waitpid(child, &status, 0);
  viewer.finish();
  caps = viewer.text_of(wire::Message::Caps);
  problem = viewer.text_of(wire::Message::Problem);
  hello = viewer.text_of(wire::Message::Hello);
  for (const TestViewer::Heard& message : viewer.heard()) {
    if (message.type == wire::Message::Caps) all_caps += message.text;
  }
  said_bye = viewer.has_heard(wire::Message::Bye);
  dropped = viewer.dropped();
}

bool FakeRun::left_cupti() const {
  const auto says = [this](const char* what) { return output.find(what) != std::string::npos; };
  if (!says("\"risks\":0,")) return false;
  if (says("\"subscribers\":0,")) return says("\"kinds\":0,");
  // Kernels, copies and fills, whose records are not read.
  return says("\"callbacks\":0,") && says("\"kinds\":3,") && script.starts_with("version=26");
}

}  // namespace lanescope::agent
