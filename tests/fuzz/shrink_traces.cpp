// Makes small traces of real ones, for the fuzz targets to begin from: of each the events of a
// short while, those they are linked with by a correlation or a flow, those that are open around
// them, and the names of their lanes. Events stay as they are spelled and in the order of the file.
//
//   shrink_traces FROM TO [MOST_BYTES]
//
// FROM is a folder of traces, TO one that is made. A folder in FROM with two traces or more is
// taken for the ranks of a run: the same while of each goes to TO/ranks. Files of more than
// MOST_BYTES, as they lie there, are left out; those that TO has already are not made again.
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/base/bytes/byte_source.h"
#include "tests/fuzz/mutate/json_tokens.h"
#include "tests/fuzz/mutate/json_tree.h"

namespace {

namespace fs = std::filesystem;
using namespace lanescope;

constexpr std::size_t kEvents = 90;           // of the short while
constexpr std::size_t kAround = 16;           // that are open around it
constexpr std::size_t kMetadata = 24;         // that name lanes
constexpr std::size_t kLongestMember = 4096;  // bytes, of the file beside the events
constexpr std::size_t kLongestEvent = 8192;

/// What a choice goes by.
struct Event {
  JsonTree json;
  std::string phase, correlation, flow, process;
  double begin_us = 0, end_us = 0;
};

std::string member(const JsonTree& object, std::string_view key) {
  const JsonTree* const value = object.find(key);
  return value == nullptr ? std::string() : value->text;
}

double number(const std::string& text) {
  double value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

Event event_of(JsonTree json) {
  Event event;
  event.phase = member(json, "ph");
  event.process = member(json, "pid");
  event.begin_us = number(member(json, "ts"));
  event.end_us = event.begin_us + number(member(json, "dur"));
  event.flow = member(json, "id");
  if (const JsonTree* const args = json.find("args"))
    event.correlation = member(*args, "correlation");
  event.json = std::move(json);
  return event;
}

std::string text_of(const fs::path& path) {
  auto source = open_byte_source(path.string());
  std::string text;
  if (!source.ok()) return text;
  std::string piece(4U << 20U, '\0');
  while (const std::size_t got = source.value()->read(piece)) text.append(piece, 0, got);
  return text;
}

/// The events in the middle of the run, by their begin.
std::set<std::size_t> short_while(const std::vector<Event>& events) {
  std::vector<std::size_t> timed;
  for (std::size_t i = 0; i < events.size(); ++i)
    if (events[i].phase != "\"M\"") timed.push_back(i);
  std::stable_sort(timed.begin(), timed.end(), [&](std::size_t a, std::size_t b) {
    return events[a].begin_us < events[b].begin_us;
  });
  const std::size_t first = timed.size() > kEvents ? (timed.size() - kEvents) / 2 : 0;
  const std::size_t last = std::min(first + kEvents, timed.size());
  return {timed.begin() + static_cast<std::ptrdiff_t>(first),
          timed.begin() + static_cast<std::ptrdiff_t>(last)};
}

void add_linked(const std::vector<Event>& events, std::set<std::size_t>& chosen) {
  std::set<std::string> correlations;
  for (const std::size_t i : chosen)
    if (!events[i].correlation.empty()) correlations.insert(events[i].correlation);
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool is_flow = events[i].phase == "\"s\"" || events[i].phase == "\"f\"";
    const std::string& link = is_flow ? events[i].flow : events[i].correlation;
    if (!link.empty() && correlations.contains(link)) chosen.insert(i);
  }
}

/// What began before and has not ended: steps, modules, frames.
void add_around(const std::vector<Event>& events, std::set<std::size_t>& chosen) {
  if (chosen.empty()) return;
  const double begin_us =
      events[*std::min_element(chosen.begin(), chosen.end(), [&](auto a, auto b) {
        return events[a].begin_us < events[b].begin_us;
      })].begin_us;
  std::size_t around = 0;
  for (std::size_t i = 0; i < events.size() && around < kAround; ++i) {
    const bool open =
        events[i].phase == "\"X\"" && events[i].begin_us < begin_us && events[i].end_us > begin_us;
    if (open) around += chosen.insert(i).second ? 1 : 0;
  }
}

void add_names(const std::vector<Event>& events, std::set<std::size_t>& chosen) {
  std::set<std::string> processes;
  for (const std::size_t i : chosen) processes.insert(events[i].process);
  std::size_t names = 0;
  for (std::size_t i = 0; i < events.size() && names < kMetadata; ++i) {
    if (events[i].phase == "\"M\"" && processes.contains(events[i].process))
      names += chosen.insert(i).second ? 1 : 0;
  }
}

std::optional<std::string> shrunk(const std::string& text) {
  auto trace = parse_json_tree(text);
  JsonTree* const list = trace ? event_list(*trace) : nullptr;
  if (list == nullptr) return std::nullopt;
  std::vector<Event> events;
  for (JsonTree& event : list->children) {
    if (json_text(event, TreeLayout::Minified).size() <= kLongestEvent)
      events.push_back(event_of(std::move(event)));
  }
  std::set<std::size_t> chosen = short_while(events);
  add_linked(events, chosen);
  add_around(events, chosen);
  add_names(events, chosen);
  list->children.clear();
  for (const std::size_t i : chosen) list->children.push_back(std::move(events[i].json));
  for (std::size_t i = trace->children.size(); trace->kind == JsonTree::Kind::Object && i > 0;
       --i) {
    const bool is_large =
        &trace->children[i - 1] != list &&
        json_text(trace->children[i - 1], TreeLayout::Minified).size() > kLongestMember;
    if (is_large) trace->remove(i - 1);
  }
  return json_text(*trace, TreeLayout::LineAnElement);
}

bool is_trace(const fs::path& path) {
  const std::string name = path.filename().string();
  return (name.ends_with(".json") || name.ends_with(".json.gz")) &&
         !name.ends_with(".expected.json");
}

void shrink_file(const fs::path& from, const fs::path& folder) {
  fs::path to = folder / from.filename();
  while (to.has_extension()) to.replace_extension();
  to += ".json";
  if (fs::exists(to)) return;
  const auto small = shrunk(text_of(from));
  if (!small) return;
  fs::create_directories(folder);
  std::ofstream(to, std::ios::binary) << *small;
  std::printf("%s: %zu bytes\n", to.c_str(), small->size());
}

}  // namespace

int main(int count, char** words) {
  if (count < 3) return 2;
  const fs::path from = words[1];
  const fs::path to = words[2];
  const std::uintmax_t most = count > 3 ? std::strtoull(words[3], nullptr, 10) : UINTMAX_MAX;
  if (!fs::is_directory(from)) {
    std::printf("skipped: there is no folder %s\n", from.c_str());
    return 0;
  }
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file() || !is_trace(entry.path()) || entry.file_size() > most) continue;
    const fs::path folder = entry.path().parent_path();
    const bool is_rank = entry.path().filename().string().starts_with("rank");
    shrink_file(entry.path(), is_rank ? to / "ranks" : to);
  }
  return 0;
}
