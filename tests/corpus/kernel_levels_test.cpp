// How far up each kernel can be traced: to its launch call, operator, input shapes, Python frame
// and module. The snapshot's links against a walk over the file's own JSON that shares no code with
// them, written down plainly from the format's rules: a call by the correlation id, an operator and
// frames by what is open on the thread.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "core/analysis/host/stacks.h"
#include "core/analysis/ops/groups.h"
#include "core/base/bytes/byte_source.h"
#include "tests/corpus/corpus.h"

using namespace lanescope;

namespace {

/// Long double holds microseconds since 1970 with three decimals, double does not.
using ExactJson = nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t,
                                       std::uint64_t, long double>;

/// How many kernels have each rung, by what the rung is called.
struct Levels {
  std::size_t kernels = 0;
  std::map<std::string, std::size_t> launch, op, shape, frame, module;

  bool operator==(const Levels&) const = default;
};

std::size_t count(const std::map<std::string, std::size_t>& level) {
  std::size_t sum = 0;
  for (const auto& [name, kernels] : level) sum += kernels;
  return sum;
}

// ---- the plain walk

struct PlainEvent {
  std::string cat, name, lane, shape;
  std::int64_t begin = 0, end = 0, correlation = 0, external_id = 0;
  const PlainEvent* op = nullptr;      // open at its start
  const PlainEvent* frame = nullptr;   // likewise
  const PlainEvent* module = nullptr;  // likewise
};

std::string whole_text(const std::string& path) {
  auto source = open_byte_source(path);
  REQUIRE(source.ok());
  std::string text;
  std::vector<char> block(1U << 20U);
  for (std::size_t n = 0; (n = source.value()->read(block)) != 0;) text.append(block.data(), n);
  return text;
}

std::int64_t nanoseconds(const ExactJson& microseconds) {
  return std::llroundl(microseconds.get<long double>() * 1000);
}
std::string lane_text(const ExactJson& id) {
  return id.is_string() ? id.get<std::string>() : id.dump();
}
std::int64_t number(const ExactJson& args, const char* key) {
  const auto at = args.find(key);
  return at != args.end() && at->is_number() ? at->get<std::int64_t>() : 0;
}

std::optional<PlainEvent> plain_event(const ExactJson& json) {
  if (!json.is_object() || json.value("ph", "") != "X" || !json.contains("cat") ||
      !json.contains("ts") || !json.contains("dur")) {
    return std::nullopt;
  }
  PlainEvent event;
  event.cat = json["cat"].get<std::string>();
  std::transform(event.cat.begin(), event.cat.end(), event.cat.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  event.name = json["name"].is_string() ? json["name"].get<std::string>() : json["name"].dump();
  event.lane = lane_text(json["tid"]);
  event.begin = nanoseconds(json["ts"]);
  event.end = event.begin + nanoseconds(json["dur"]);
  const ExactJson args = json.value("args", ExactJson::object());
  event.correlation = number(args, "correlation");
  event.external_id = number(args, args.contains("External id") ? "External id" : "external id");
  for (const char* key : {"Input Dims", "Input dims"}) {
    if (args.contains(key)) event.shape = args[key].dump();
  }
  return event;
}

/// The X events of a file. Each is taken as soon as it has been parsed: all of them at once would
/// not fit in memory.
std::vector<PlainEvent> plain_events(const std::string& text) {
  std::vector<PlainEvent> events;
  const auto take = [&](int, ExactJson::parse_event_t at, ExactJson& value) {
    if (at != ExactJson::parse_event_t::object_end || !value.contains("ph")) return true;
    if (auto event = plain_event(value)) events.push_back(std::move(*event));
    return false;
  };
  REQUIRE(!ExactJson::parse(text, take, false).is_discarded());
  return events;
}

bool is_op(const PlainEvent& event) {
  return event.cat == "cpu_op" || event.cat == "operator";
}
bool is_frame(const PlainEvent& event) {
  return event.cat == "python_function" || event.cat == "python";
}
bool is_call(const PlainEvent& event) {
  return event.cat == "runtime" || event.cat.ends_with("_runtime") ||
         event.cat.ends_with("_driver");
}
bool is_gpu_work(const PlainEvent& event) {
  static const std::set<std::string> kWork = {"kernel", "gpu_memcpy", "memcpy", "gpu_memset",
                                              "memset"};
  return kWork.contains(event.cat);
}

/// Finds what is open where each event of a thread starts.
void find_open(std::vector<PlainEvent*>& thread) {
  std::stable_sort(thread.begin(), thread.end(), [](const PlainEvent* a, const PlainEvent* b) {
    return a->begin != b->begin ? a->begin < b->begin : a->end > b->end;
  });
  std::vector<const PlainEvent*> open;
  for (PlainEvent* event : thread) {
    std::erase_if(open, [&](const PlainEvent* one) {
      return one->end <= event->begin && one->begin != event->begin;
    });
    for (const PlainEvent* one : open) {  // the innermost comes last
      if (one->end <= event->begin) continue;
      if (is_op(*one)) event->op = one;
      if (is_frame(*one)) event->frame = one;
      if (is_frame(*one) && one->name.starts_with("nn.Module: ")) event->module = one;
    }
    open.push_back(event);
  }
}

Levels plain_levels(std::vector<PlainEvent>& events) {
  std::map<std::string, std::vector<PlainEvent*>> threads;
  std::map<std::int64_t, const PlainEvent*> calls, ops;
  bool ids_are_copies = true;
  for (PlainEvent& event : events) {
    if (is_op(event) || is_frame(event) || is_call(event)) threads[event.lane].push_back(&event);
    if (is_call(event) && event.correlation != 0) calls.try_emplace(event.correlation, &event);
    if (is_op(event) && event.external_id != 0) ops.try_emplace(event.external_id, &event);
    const bool own_id = event.external_id != 0 && event.external_id != event.correlation;
    if (is_gpu_work(event) && own_id) ids_are_copies = false;
  }
  for (auto& [lane, thread] : threads) find_open(thread);
  Levels levels;
  for (const PlainEvent& kernel : events) {
    if (kernel.cat != "kernel") continue;
    ++levels.kernels;
    const auto call = kernel.correlation == 0 ? calls.end() : calls.find(kernel.correlation);
    const PlainEvent* launch = call == calls.end() ? nullptr : call->second;
    const PlainEvent* op = launch != nullptr ? launch->op : nullptr;
    const bool own_id = kernel.external_id != 0 && kernel.external_id != kernel.correlation;
    if (launch == nullptr && !ids_are_copies && own_id) {
      const auto named = ops.find(kernel.external_id);
      op = named == ops.end() ? nullptr : named->second;
    }
    const PlainEvent* host = op != nullptr ? op : launch;
    if (launch != nullptr) ++levels.launch[launch->name];
    if (op != nullptr) ++levels.op[op->name];
    if (op != nullptr && !op->shape.empty()) ++levels.shape[op->shape];
    if (host != nullptr && host->frame != nullptr) ++levels.frame[host->frame->name];
    if (host != nullptr && host->module != nullptr) ++levels.module[host->module->name];
  }
  return levels;
}

// ---- the snapshot's links

std::string without_spaces(std::string text) {
  std::erase(text, ' ');
  return text;
}

Levels linked_levels(const Snapshot& trace, const ReadEvent& read) {
  const HostStacks frames = find_stacks(trace, StackKind::Python);
  const HostStacks modules = find_stacks(trace, StackKind::Modules);
  std::map<EventId, std::string> shapes;  // by operator
  const auto shape_of = [&](EventId op) {
    const auto [at, fresh] = shapes.try_emplace(op);
    const auto event = fresh ? read(op) : std::nullopt;
    const JsonValue* args = event ? event->find("args") : nullptr;
    for (const char* key : {"Input Dims", "Input dims"}) {
      const JsonValue* dims = args != nullptr ? args->find(key) : nullptr;
      if (dims != nullptr) at->second = without_spaces(shapes_text(*dims));
    }
    return at->second;
  };
  const auto name_of = [&](EventId event) {
    const auto home = trace.find_slice(event);
    return std::string(trace.text(home->chunk->name[home->slice]));
  };
  const auto count_frame = [&](const HostStacks& stacks, EventId host,
                               std::map<std::string, std::size_t>& level) {
    const std::uint32_t node = stacks.of_event[index_of(host)];
    if (node != 0) ++level[std::string(trace.text(stacks.nodes[node].frame))];
  };
  Levels levels;
  for (const Track& track : trace.tracks) {
    if (track.kind != TrackKind::GpuStream) continue;
    const TrackChunk& chunk = *track.chunks.front();
    for (std::uint32_t slice = 0; slice < chunk.size(); ++slice) {
      if (trace.kind_of(chunk.category[slice]) != CategoryKind::Kernel) continue;
      ++levels.kernels;
      const EventId link = chunk.link[slice];
      if (link == EventId::None) continue;
      const auto home = trace.find_slice(link);
      const CategoryKind kind = trace.kind_of(home->chunk->category[home->slice]);
      const bool is_launch = kind == CategoryKind::HostCall;
      const EventId op = is_launch ? home->chunk->link[home->slice] : link;
      if (is_launch) ++levels.launch[name_of(link)];
      if (op != EventId::None) ++levels.op[name_of(op)];
      if (op != EventId::None && !shape_of(op).empty()) ++levels.shape[shape_of(op)];
      count_frame(frames, op != EventId::None ? op : link, levels.frame);
      count_frame(modules, op != EventId::None ? op : link, levels.module);
    }
  }
  return levels;
}

}  // namespace

TEST_CASE("every kernel of every trace is traced up as far as a plain walk over the file gets") {
  const auto folder = corpus_folder();
  Levels all;
  for (const CorpusTrace& entry : corpus_traces(folder)) {
    const std::string name = entry.trace.lexically_relative(folder).string();
    CAPTURE(name);
    std::vector<PlainEvent> events = plain_events(whole_text(entry.trace.string()));
    const Levels plain = plain_levels(events);
    const auto loaded = loaded_trace(name);
    const Levels linked = linked_levels(*loaded.snapshot, event_reader(loaded));
    CHECK(linked.kernels == plain.kernels);
    CHECK(count(linked.launch) == count(plain.launch));
    CHECK(count(linked.op) == count(plain.op));
    CHECK(count(linked.shape) == count(plain.shape));
    CHECK(count(linked.frame) == count(plain.frame));
    CHECK(count(linked.module) == count(plain.module));
    CHECK((linked == plain));
    all.kernels += plain.kernels;
    all.op["all"] += count(plain.op);
    all.module["all"] += count(plain.module);
  }
  CHECK(all.kernels > 0);
  CHECK(count(all.op) > 0);
  CHECK(count(all.module) > 0);
}
