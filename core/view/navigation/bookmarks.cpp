#include "core/view/navigation/bookmarks.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/base/text/json_value.h"
#include "core/readers/json/event_text.h"
#include "core/store/own_members.h"

namespace lanescope {
namespace {

constexpr std::string_view kKind = "bookmarks";
constexpr std::int64_t kVersion = 1;

/// Truncates to at most this many bytes, not inside a character.
void cut(std::string& text, std::size_t most) {
  if (text.size() <= most) return;
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xC0U) == 0x80U) --most;
  text.resize(most);
}

auto place(const Mark& mark) {
  return std::tie(mark.range.begin_ns, mark.range.end_ns);
}

Error foreign() {
  return {Error::Kind::WrongFormat, "is not a Lanescope marks file"};
}

std::optional<std::int64_t> integer(const JsonValue& from, std::string_view key) {
  const JsonValue* value = from.find(key);
  const auto* number = value != nullptr ? std::get_if<std::int64_t>(&value->data) : nullptr;
  return number != nullptr ? std::optional(*number) : std::nullopt;
}

std::optional<TimeRange> range_in(const JsonValue& from) {
  const auto begin_ns = integer(from, "begin_ns");
  const auto end_ns = integer(from, "end_ns");
  if (!begin_ns || !end_ns || *end_ns < *begin_ns) return std::nullopt;
  return TimeRange{*begin_ns, *end_ns};
}

std::string text_in(const JsonValue& from, std::string_view key) {
  const JsonValue* value = from.find(key);
  const std::string* text = value != nullptr ? value->string() : nullptr;
  return text != nullptr ? *text : std::string();
}

JsonObject range_members(TimeRange range) {
  return {{"begin_ns", JsonValue{range.begin_ns}}, {"end_ns", JsonValue{range.end_ns}}};
}

std::string whole_text(JsonArray marks, JsonArray views, const std::string& steps) {
  JsonObject whole{{"lanescope", JsonValue{std::string(kKind)}},
                   {"version", JsonValue{kVersion}},
                   {"marks", JsonValue{std::move(marks)}},
                   {"views", JsonValue{std::move(views)}}};
  if (!steps.empty()) whole.emplace_back("steps", JsonValue{steps});
  return JsonValue{whole}.to_text() + "\n";
}

}  // namespace

bool Bookmarks::empty() const {
  return marks.empty() && steps.empty() &&
         std::ranges::none_of(views, [](const auto& v) { return v.has_value(); });
}

std::optional<std::size_t> Bookmarks::add(Mark mark) {
  if (marks.size() >= kMaxMarks) return std::nullopt;
  cut(mark.name, kMaxNameBytes);
  cut(mark.note, kMaxNoteBytes);
  const auto at = std::ranges::upper_bound(marks, place(mark), {}, place) - marks.begin();
  marks.insert(marks.begin() + at, std::move(mark));
  return static_cast<std::size_t>(at);
}

std::optional<std::size_t> Bookmarks::find(TimeRange range) const {
  const auto found = std::ranges::find(marks, range, &Mark::range);
  if (found == marks.end()) return std::nullopt;
  return static_cast<std::size_t>(found - marks.begin());
}

std::optional<std::size_t> Bookmarks::neighbour(Ns from_ns, Direction direction) const {
  const auto start = [](const Mark& mark) { return mark.range.begin_ns; };
  if (direction == Direction::Next) {
    const auto after = std::ranges::upper_bound(marks, from_ns, {}, start);
    if (after == marks.end()) return std::nullopt;
    return static_cast<std::size_t>(after - marks.begin());
  }
  const auto not_before = std::ranges::lower_bound(marks, from_ns, {}, start);
  if (not_before == marks.begin()) return std::nullopt;
  return static_cast<std::size_t>(not_before - marks.begin()) - 1;
}

std::string Bookmarks::free_name() const {
  for (std::size_t number = 1;; ++number) {
    std::string name = "Mark " + std::to_string(number);
    if (std::ranges::find(marks, name, &Mark::name) == marks.end()) return name;
  }
}

void Bookmarks::merge(const Bookmarks& other) {
  for (const Mark& mark : other.marks) {
    if (std::ranges::find(marks, mark) == marks.end()) (void)add(mark);
  }
  for (std::size_t i = 0; i < kViews; ++i) {
    if (!views[i]) views[i] = other.views[i];
  }
  if (steps.empty()) steps = other.steps;
}

std::string bookmarks_text(const Bookmarks& bookmarks) {
  JsonArray marks;
  for (const Mark& mark : bookmarks.marks) {
    JsonObject members = range_members(mark.range);
    members.emplace_back("name", JsonValue{mark.name});
    if (!mark.note.empty()) members.emplace_back("note", JsonValue{mark.note});
    marks.push_back({std::move(members)});
  }
  JsonArray views;
  for (std::size_t i = 0; i < Bookmarks::kViews; ++i) {
    if (!bookmarks.views[i]) continue;
    JsonObject members = range_members(*bookmarks.views[i]);
    members.emplace_back("number", JsonValue{static_cast<std::int64_t>(i + 1)});
    views.push_back({std::move(members)});
  }
  return whole_text(std::move(marks), std::move(views), bookmarks.steps);
}

std::string bookmarks_text(JsonArray marks) {
  return whole_text(std::move(marks), {}, {});
}

Result<Bookmarks> parse_bookmarks(const std::string& text) {
  const auto parsed = parse_json_object(text);
  if (!parsed.ok() || text_in(parsed.value(), "lanescope") != kKind) return foreign();
  const JsonValue& json = parsed.value();
  const auto version = integer(json, "version");
  const JsonValue* marks = json.find("marks");
  const JsonValue* views = json.find("views");
  if (!version || *version < 1) return foreign();
  if (*version > kVersion) {
    return Error{Error::Kind::Unsupported, "was written by a newer version of Lanescope"};
  }
  if (marks == nullptr || marks->array() == nullptr) return foreign();
  Bookmarks bookmarks;
  bookmarks.steps = text_in(json, "steps");
  if (bookmarks.steps.size() > kMostStepsPattern) bookmarks.steps.clear();
  for (const JsonValue& item : *marks->array()) {
    const auto range = range_in(item);
    if (!range || !bookmarks.add({*range, text_in(item, "name"), text_in(item, "note")}))
      return foreign();
  }
  if (views == nullptr || views->array() == nullptr) return bookmarks;
  for (const JsonValue& item : *views->array()) {
    const auto number = integer(item, "number");
    const auto range = range_in(item);
    const bool known = number && *number >= 1 && *number <= std::int64_t{Bookmarks::kViews};
    if (!known || !range) return foreign();
    bookmarks.views.at(static_cast<std::size_t>(*number - 1)) = range;
  }
  return bookmarks;
}

}  // namespace lanescope
