#include "core/readers/memory/timeline.h"

#include <algorithm>
#include <array>
#include <optional>
#include <simdjson.h>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_writer.h"
#include "core/base/threads/work.h"
#include "core/base/time.h"

namespace lanescope {
namespace {

constexpr std::array<std::string_view, 8> kCategories = {
    "Parameter",  "Optimizer state", "Input",           "Temporary",
    "Activation", "Gradient",        "Autograd detail", "Unknown"};

using Sizes = std::array<std::int64_t, kCategories.size()>;

Error broken() {
  return {Error::Kind::WrongFormat,
          "is a memory timeline with broken or truncated JSON; export it again"};
}

class PointWriter {
 public:
  PointWriter() {
    json_.begin_object();
    json_.begin_array("traceEvents", JsonLayout::Rows);
    begin_event("M", "process_name");
    json_.begin_object("args");
    json_.member("name", "Memory timeline");
    end_event();
  }

  void add(Ns time_ns, const Sizes& sizes) {
    LANESCOPE_CHECK(time_ns >= 0, "a time since 1970, not {}", time_ns);
    begin_event("C", "Memory bytes");
    json_.key("ts");
    json_.token(fmt::format("{}.{:03}", time_ns / 1000, time_ns % 1000));
    json_.begin_object("args");
    for (std::size_t i = 0; i < sizes.size(); ++i) json_.member(kCategories[i], sizes[i]);
    end_event();
  }

  std::string finish() {
    json_.end();
    json_.member("displayTimeUnit", "ms");
    json_.end();
    return std::move(text_);
  }

 private:
  void begin_event(std::string_view phase, std::string_view name) {
    json_.begin_object();
    json_.member("ph", phase);
    json_.member("name", name);
    json_.member("pid", 0);
    json_.member("tid", 0);
  }
  /// Also ends its "args".
  void end_event() {
    json_.end();
    json_.end();
  }

  std::string text_;
  JsonWriter json_{text_};
};

std::optional<std::int64_t> integer(const simdjson::dom::element& element) {
  std::int64_t value = 0;
  if (element.get(value) == simdjson::SUCCESS) return value;
  double real = 0;
  if (element.get(real) != simdjson::SUCCESS || !(real > -0x1p62 && real < 0x1p62)) {
    return std::nullopt;
  }
  return static_cast<std::int64_t>(real);
}

/// The numbers in a list; nullopt if it contains anything else.
std::optional<std::vector<std::int64_t>> integers(const simdjson::dom::element& element) {
  simdjson::dom::array list;
  if (element.get(list) != simdjson::SUCCESS) return std::nullopt;
  std::vector<std::int64_t> values;
  for (const simdjson::dom::element item : list) {
    const auto value = integer(item);
    if (!value) return std::nullopt;
    values.push_back(*value);
  }
  count_work(Work::Events, values.size());
  return values;
}

/// Whether a time is not before 1970 and not too large.
bool is_time(std::int64_t value, std::int64_t most) {
  return value >= 0 && value <= most;
}

bool write_sums(const simdjson::dom::array& file, PointWriter& out) {
  if (file.size() != 2) return false;
  const auto times = integers(file.at(0));
  simdjson::dom::array rows;
  if (!times || file.at(1).get(rows) != simdjson::SUCCESS) return false;
  std::size_t at = 0;
  for (const simdjson::dom::element row : rows) {
    const auto numbers = integers(row);
    if (!numbers || numbers->size() != kCategories.size() + 1 || at >= times->size()) return false;
    if (!is_time((*times)[at], INT64_MAX / 1000)) return false;
    Sizes sizes{};
    std::copy(numbers->begin() + 1, numbers->end(), sizes.begin());  // the first is always 0
    out.add((*times)[at++] * 1000, sizes);
  }
  return at == times->size();
}

bool write_raw(const simdjson::dom::array& file, PointWriter& out) {
  std::vector<std::array<std::int64_t, 3>> rows;  // time, bytes, category
  for (const simdjson::dom::element row : file) {
    const auto numbers = integers(row);
    if (!numbers || numbers->size() != 4) return false;
    const std::int64_t category = (*numbers)[3];
    if (category < 0 || category >= static_cast<std::int64_t>(kCategories.size())) return false;
    if ((*numbers)[0] != -1 && !is_time((*numbers)[0], INT64_MAX)) return false;
    rows.push_back({(*numbers)[0], (*numbers)[2], category});
  }
  std::ranges::stable_sort(rows, {}, [](const auto& row) { return row[0]; });
  Ns first_ns = 0;
  for (auto row = rows.rbegin(); row != rows.rend() && (*row)[0] >= 0; ++row) first_ns = (*row)[0];
  Sizes sizes{};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    auto& size = sizes[static_cast<std::size_t>(rows[i][2])];
    if (__builtin_add_overflow(size, rows[i][1], &size)) return false;
    const bool last = i + 1 == rows.size() || rows[i + 1][0] != rows[i][0];
    if (last) out.add(rows[i][0] < 0 ? first_ns : rows[i][0], sizes);
  }
  return true;
}

}  // namespace

Result<ConvertedText> memory_timeline_text(const std::string& text, TimelineForm form) {
  simdjson::dom::parser parser;
  simdjson::dom::element root;
  simdjson::dom::array file;
  const simdjson::padded_string padded(text);
  if (parser.parse(padded).get(root) != simdjson::SUCCESS) return broken();
  if (root.get(file) != simdjson::SUCCESS) return broken();
  PointWriter out;
  const bool whole = form == TimelineForm::Sums ? write_sums(file, out) : write_raw(file, out);
  if (!whole) return broken();
  return ConvertedText{out.finish(), nullptr};
}

}  // namespace lanescope
