#include "core/readers/execution_trace/beside.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>
#include <vector>

#include "core/base/check.h"
#include "core/base/files/found_file.h"
#include "core/base/text/ascii_case.h"
#include "core/base/text/numbers.h"
#include "core/readers/execution_trace/filled_inputs.h"
#include "core/readers/execution_trace/nodes.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

/// Runs of letters, and of digits.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words;
  bool continues = false, digits = false;
  for (const char c : lower_cased(name)) {
    const bool is_number = is_digit(c), is_letter = c >= 'a' && c <= 'z';
    if (!is_number && !is_letter) {
      continues = false;
      continue;
    }
    if (!continues || is_number != digits) words.emplace_back();
    words.back() += c;
    continues = true;
    digits = is_number;
  }
  return words;
}

bool has_word(const std::vector<std::string>& words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_named_like_one(const std::vector<std::string>& words) {
  const bool is_execution = has_word(words, "execution") && has_word(words, "trace");
  return is_execution || has_word(words, "et") || has_word(words, "chakra");
}

bool has_number(const std::vector<std::string>& words, std::int64_t number) {
  return std::ranges::any_of(
      words, [&](const std::string& word) { return parse_number<std::int64_t>(word) == number; });
}

std::optional<std::int64_t> rank_of(const Snapshot& trace) {
  const JsonValue* rank = trace.info.distributed ? trace.info.distributed->find("rank") : nullptr;
  const std::int64_t number = rank != nullptr ? rank->as_int(-1) : -1;
  return number < 0 ? std::nullopt : std::optional(number);
}

/// Files next to `path` that may be it, by their names.
std::vector<std::string> candidates(const std::string& path, const Snapshot& trace) {
  std::vector<std::string> found;
  const auto rank = rank_of(trace);
  std::error_code error;
  const fs::path self(path);
  const fs::path folder = self.has_parent_path() ? self.parent_path() : fs::path(".");
  if (!fs::is_regular_file(self, error)) return found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.ends_with(".json") && !name.ends_with(".json.gz")) continue;
    const std::vector<std::string> words = words_of(name);
    std::error_code unknown;
    if (!is_named_like_one(words) || name == self.filename().string() ||
        !entry->is_regular_file(unknown) || (rank && !has_number(words, *rank)) ||
        !lies_beside(entry->path().string(), path))
      continue;
    found.push_back(entry->path().string());
  }
  return found;
}

Result<ExecutionTrace> read_file(const std::string& file) {
  auto source = open_byte_source(file);
  if (!source.ok()) return source.error();
  std::string head(std::size_t{64} << 10U, '\0');
  const auto got = source.value()->read_at(0, head);
  head.resize(got.ok() ? got.value() : 0);
  if (!is_execution_trace(head))
    return Error{Error::Kind::WrongFormat, "is not a PyTorch execution trace"};
  return ExecutionTrace::read(*source.value());
}

bool has_process(const Snapshot& trace, std::int64_t process) {
  const std::string text = std::to_string(process);
  return std::ranges::any_of(trace.tracks,
                             [&](const Track& track) { return trace.text(track.process) == text; });
}

LoadedTrace joined(LoadedTrace trace, ExecutionTrace calls, const std::string& file) {
  LANESCOPE_CHECK(trace.snapshot && trace.texts, "a trace to join {} calls with", calls.size());
  auto snapshot = std::make_shared<Snapshot>(*trace.snapshot);
  JsonObject facts{{"file", JsonValue{file}},
                   {"schema", JsonValue{calls.schema()}},
                   {"calls", JsonValue{static_cast<std::int64_t>(calls.size())}}};
  if (snapshot->info.metadata.object() == nullptr)
    snapshot->info.metadata = JsonValue{JsonObject{}};
  std::get<JsonObject>(snapshot->info.metadata.data)
      .emplace_back("executionTrace", JsonValue{std::move(facts)});
  trace.snapshot = std::move(snapshot);
  trace.texts =
      with_inputs(std::move(trace.texts), std::make_shared<const ExecutionTrace>(std::move(calls)));
  return trace;
}

}  // namespace

Result<LoadedTrace> with_execution_trace(LoadedTrace trace, const std::string& file) {
  auto calls = read_file(file);
  if (!calls.ok())
    return Error{calls.error().kind, "execution trace " + file + " " + calls.error().message};
  return joined(std::move(trace), std::move(calls).value(), file);
}

LoadedTrace with_execution_trace_beside(LoadedTrace trace, const std::string& path) {
  std::vector<std::pair<std::string, ExecutionTrace>> fitting;
  for (const std::string& file : candidates(path, *trace.snapshot)) {
    auto calls = read_file(file);
    if (!calls.ok() || calls.value().size() == 0 || !lies_beside(file, path)) continue;
    if (!has_process(*trace.snapshot, calls.value().process())) continue;
    fitting.emplace_back(file, std::move(calls).value());
  }
  if (fitting.size() != 1) return trace;
  return joined(std::move(trace), std::move(fitting.front().second), fitting.front().first);
}

}  // namespace lanescope
