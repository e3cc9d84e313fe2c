#include "core/readers/json/shape.h"

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <vector>

#include "core/readers/json/scan.h"

namespace lanescope {
namespace {

struct TopMember {
  std::string_view key;    // raw, without quotes
  std::string_view value;  // may be truncated with the head
};

/// The members of the object that `head` starts with; the last one may be truncated.
std::vector<TopMember> top_members(std::string_view head) {
  std::vector<TopMember> members;
  std::size_t at = skip_blanks(head, head.find('{') + 1);
  while (at < head.size() && head[at] == '"') {
    const auto key_end = scan_value(head, at);
    if (!key_end) break;
    const std::string_view key = head.substr(at + 1, *key_end - at - 2);
    at = skip_blanks(head, *key_end);
    if (at >= head.size() || head[at] != ':') break;
    at = skip_blanks(head, at + 1);
    const auto value_end = scan_value(head, at);
    members.push_back(
        {key, head.substr(std::min(at, head.size()), value_end.value_or(head.size()) - at)});
    if (!value_end) break;
    at = skip_blanks(head, *value_end);
    if (at >= head.size() || head[at] != ',') break;
    at = skip_blanks(head, at + 1);
  }
  return members;
}

std::optional<std::string> foreign_object(std::string_view head) {
  const std::vector<TopMember> members = top_members(head);
  const auto value_of = [&members](std::string_view key) -> const std::string_view* {
    const auto at = std::ranges::find(members, key, &TopMember::key);
    return at == members.end() ? nullptr : &at->value;
  };
  const auto has = [&value_of](std::string_view key) { return value_of(key) != nullptr; };
  if (has("traceEvents") || has("schemaVersion")) return std::nullopt;
  if (has("schema") && (has("nodes") || has("start_ts"))) {
    return "a PyTorch execution trace (ExecutionTraceObserver), which has no durations: open the "
           "profiler's trace of the run, with --execution-trace and this file";
  }
  if (has("device_traces") || (has("segments") && has("allocator_settings"))) {
    return "a CUDA memory snapshot as JSON: open the pickle that _dump_snapshot writes";
  }
  if (has("nodes") && (has("samples") || has("timeDeltas")))
    return "a CPU profile of a JavaScript engine, not a trace";
  if (has("nbformat")) return "a Jupyter notebook, not a trace";
  return std::nullopt;
}

/// The number of numbers in `list` (after its '['); nullopt if it contains anything else. Stops
/// counting at `most` or at the end of the text.
std::optional<std::size_t> count_numbers(std::string_view list, std::size_t most) {
  std::size_t count = 0;
  std::size_t at = 0;
  while (count < most) {
    at = skip_blanks(list, at);
    if (at >= list.size() || list[at] == ']') break;
    const std::size_t end = std::min(list.find_first_not_of("+-0123456789.eE", at), list.size());
    if (end == at) return std::nullopt;
    ++count;
    at = skip_blanks(list, end);
    if (at < list.size() && list[at] == ',') ++at;
  }
  return count;
}

}  // namespace

ListShape list_shape(std::string_view head) {
  const std::size_t outer = skip_blanks(head, 0);
  if (outer >= head.size() || head[outer] != '[') return ListShape::None;
  const std::size_t first = skip_blanks(head, outer + 1);
  if (first >= head.size() || head[first] != '[') return ListShape::None;
  const auto end = scan_value(head, first);
  const std::size_t next = end ? skip_blanks(head, *end) : head.size();
  if (next < head.size() && head[next] == ',') {
    const std::size_t second = skip_blanks(head, next + 1);
    if (second < head.size() && head[second] != '[') return ListShape::None;
  }
  const auto count = count_numbers(head.substr(first + 1), 5);
  if (!count || *count == 0) return ListShape::None;
  return *count == 4 ? ListShape::FourNumbers : ListShape::NumberList;
}

bool has_top_members(std::string_view head, std::initializer_list<std::string_view> keys) {
  const std::size_t first = skip_blanks(head, 0);
  if (first >= head.size() || head[first] != '{') return false;
  const std::vector<TopMember> members = top_members(head);
  return std::ranges::all_of(keys, [&](std::string_view key) {
    return std::ranges::find(members, key, &TopMember::key) != members.end();
  });
}

std::optional<std::string> foreign_json(std::string_view head) {
  const std::size_t first = skip_blanks(head, 0);
  if (first >= head.size()) return std::nullopt;
  if (head[first] == '{') return foreign_object(head);
  return std::nullopt;
}

}  // namespace lanescope
