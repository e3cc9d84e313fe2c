#include "core/readers/rocpd/arguments.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/readers/json/event_text.h"

namespace lanescope {
namespace {

/// Text of a column that holds JSON; nothing if that is empty.
void add_json(std::string_view key, std::string_view text, RocmArguments& args) {
  if (text.size() <= 2) return;  // "{}"
  auto parsed = parse_json_object("{\"value\":" + std::string(text) + "}");
  if (parsed.ok()) {
    args.value(key, *parsed.value().find("value"));
  } else {
    args.text(key, text);
  }
}

std::optional<RocmDims> dims(SqliteRows& rows, int first) {
  const auto x = rows.integer(first), y = rows.integer(first + 1), z = rows.integer(first + 2);
  return x && y && z ? std::optional(RocmDims{*x, *y, *z}) : std::nullopt;
}

}  // namespace

RocpdArguments::RocpdArguments(SqliteDatabase& database, const RocpdDetails& details)
    : details_(details),
      strings_(database, details.set.table("string")),
      regions_(database, details.set.table("region"), {"event_id", "name_id"}, 0),
      samples_(database, details.set.table("sample"), {"event_id"}, 0),
      dispatches_(
          database, details.set.table("kernel_dispatch"),
          {"event_id", "track_id", "agent_id", "queue_id", "stream_id", "kernel_id", "dispatch_id",
           "workgroup_size_x", "workgroup_size_y", "workgroup_size_z", "grid_size_x", "grid_size_y",
           "grid_size_z", "group_segment_size", "private_segment_size"},
          0),
      copies_(database, details.set.table("memory_copy"),
              {"event_id", "track_id", "agent_id", "queue_id", "stream_id", "start", "end",
               "start_id", "end_id", "src_agent_id", "dst_agent_id", "size"},
              0),
      events_(database, details.set.table("event"),
              {"stack_id", "parent_stack_id", "correlation_id", "call_stack", "line_info"}, 0),
      arguments_(database, details.set.table("arg"), {"event_id", "name", "value"}, 0),
      timestamps_(database, details.set.table("timestamp"), {"value"}, 0),
      frames_(database, details.set.table("call_stack"), {"event_id", "pc_id", "depth"}, 0),
      pcs_(database, details.set.table("info_pc"), {"function", "file", "line"}, 0),
      counters_(database, details.set.table("pmc_event"), {"event_id", "pmc_id", "value"}, 0) {}

RocmArguments RocpdArguments::of(RocpdTable table, std::int64_t id) {
  RocmArguments args;
  const auto read = [&](SqliteRows& rows) {
    rows.seek(id);
    return rows.next();
  };
  if (table == RocpdTable::Dispatch && read(dispatches_)) dispatch(args);
  if (table == RocpdTable::Copy && read(copies_)) copy(args);
  if (table == RocpdTable::Region && read(regions_)) region(args);
  if (table == RocpdTable::Sample && read(samples_)) add_event(samples_.integer(0), args);
  return args;
}

void RocpdArguments::region(RocmArguments& args) {
  const std::string text = strings_.text(regions_.integer_or(1, 0));
  args.range(parse_range_text(text));
  const auto event = regions_.integer(0);
  if (event) add_call_arguments(*event, args);
  add_event(event, args);
}

/// From the columns track_id, agent_id, queue_id, stream_id; of a copy, `device` is known.
void RocpdArguments::add_place(SqliteRows& rows, int first, RocmArguments& args,
                               std::optional<std::int64_t> device) {
  const RocpdDefinitions& own = details_.definitions;
  auto agent = rows.integer(first + 1), queue = rows.integer(first + 2),
       stream = rows.integer(first + 3);
  if (const auto track = own.tracks.find(rows.integer_or(first, 0)); track != own.tracks.end()) {
    agent = track->second.agent;
    queue = track->second.queue;
    stream = track->second.stream;
  }
  const auto number = [](const auto& numbers, std::optional<std::int64_t> id) {
    const auto at = id ? numbers.find(*id) : numbers.end();
    return at == numbers.end() ? id : std::optional(at->second);
  };
  args.number("device", device ? device : own.gpu(agent));
  args.number("stream", number(own.streams, stream)).number("queue", number(own.queues, queue));
}

void RocpdArguments::dispatch(RocmArguments& args) {
  constexpr int kPlace = 1, kKernel = 5, kDispatch = 6, kBlock = 7, kGrid = 10, kShared = 13,
                kScratch = 14;
  add_place(dispatches_, kPlace, args);
  const auto block = dims(dispatches_, kBlock), items = dims(dispatches_, kGrid);
  if (block && items) args.dims("grid", blocks_of(*items, *block));
  args.dims("block", block);
  args.number("shared memory", dispatches_.integer(kShared));
  args.number("scratch memory", dispatches_.integer(kScratch));
  const auto& kernels = details_.definitions.kernels;
  if (const auto own = kernels.find(dispatches_.integer_or(kKernel, 0)); own != kernels.end()) {
    args.number("VGPR count", own->second.vgprs);
    args.number("accum VGPR count", own->second.accum_vgprs);
    args.number("SGPR count", own->second.sgprs);
  }
  args.number("dispatch", dispatches_.integer(kDispatch));
  const auto event = dispatches_.integer(0);
  if (event) add_counters(*event, args);
  add_event(event, args);
}

void RocpdArguments::copy(RocmArguments& args) {
  constexpr int kPlace = 1, kTimes = 5, kFrom = 9, kTo = 10, kBytes = 11;
  const RocpdDefinitions& own = details_.definitions;
  args.text("from", own.agent_name(copies_.integer(kFrom)));
  args.text("to", own.agent_name(copies_.integer(kTo)));
  // That of the copy's lane.
  const auto sender = own.gpu(copies_.integer(kFrom));
  add_place(copies_, kPlace, args, sender ? sender : own.gpu(copies_.integer(kTo)));
  args.bytes(copies_.integer(kBytes), duration_ns(copies_, kTimes));
  add_event(copies_.integer(0), args);
}

/// From the columns start, end, start_id, end_id; 0 if unknown.
std::int64_t RocpdArguments::duration_ns(SqliteRows& rows, int first) {
  auto begin_ns = rows.integer(first), end_ns = rows.integer(first + 1);
  if (!begin_ns) begin_ns = timestamp(rows.integer(first + 2));
  if (!end_ns) end_ns = timestamp(rows.integer(first + 3));
  return begin_ns && end_ns ? saturating_sub(*end_ns, *begin_ns) : 0;
}

std::optional<std::int64_t> RocpdArguments::timestamp(std::optional<std::int64_t> id) {
  if (!id) return std::nullopt;
  timestamps_.seek(*id);
  return timestamps_.next() ? timestamps_.integer(0) : std::nullopt;
}

void RocpdArguments::add_call_arguments(std::int64_t event, RocmArguments& args) {
  constexpr int kMost = 256;
  const auto first = details_.first_arguments.of(event);
  for (int i = 0; first && i < kMost; ++i) {
    arguments_.seek(saturating_add(*first, i));
    if (!arguments_.next() || arguments_.integer(0) != event) return;
    args.text(arguments_.text(1), arguments_.text(2));
  }
}

/// Of schema 4, in the words of schema 3: the innermost frame first.
void RocpdArguments::add_call_stack(std::int64_t event, RocmArguments& args) {
  constexpr int kMost = 256;
  std::vector<std::pair<std::int64_t, JsonValue>> frames;  // by depth
  const auto first = details_.first_frames.of(event);
  for (int i = 0; first && i < kMost; ++i) {
    frames_.seek(saturating_add(*first, i));
    if (!frames_.next() || frames_.integer(0) != event) break;
    const std::int64_t depth = frames_.integer_or(2, i);
    if (const auto pc = frames_.integer(1)) frames.emplace_back(depth, frame(*pc));
  }
  std::ranges::stable_sort(frames, {}, &std::pair<std::int64_t, JsonValue>::first);
  LANESCOPE_CHECK(frames.size() <= kMost, "no more than {} frames, not {}", kMost, frames.size());
  JsonArray stack;
  for (auto& [depth, one] : frames) stack.push_back(std::move(one));
  if (!stack.empty()) args.value("call stack", JsonValue{std::move(stack)});
}

/// A counter has a row for each part of the GPU that counts; their sum is what rocprofv3 prints.
void RocpdArguments::add_counters(std::int64_t event, RocmArguments& args) {
  constexpr int kMost = 4096;
  std::vector<std::pair<std::int64_t, double>> sums;  // in the order of the file
  const auto first = details_.first_counters.of(event);
  for (int i = 0; first && i < kMost; ++i) {
    counters_.seek(saturating_add(*first, i));
    if (!counters_.next() || counters_.integer(0) != event) break;
    const auto counter = counters_.integer(1);
    const auto value = counters_.number(2);
    if (!counter || !value) continue;
    const auto at = std::ranges::find(sums, *counter, &std::pair<std::int64_t, double>::first);
    if (at == sums.end()) {
      sums.emplace_back(*counter, *value);
    } else {
      at->second += *value;
    }
  }
  for (const auto& [counter, sum] : sums) {
    const auto own = details_.definitions.counters.find(counter);
    if (own == details_.definitions.counters.end() || !std::isfinite(sum)) continue;
    args.value(own->second.name, JsonValue{JsonDecimal{fmt::format("{}", sum)}});
  }
}

JsonValue RocpdArguments::frame(std::int64_t pc) {
  JsonObject frame;
  pcs_.seek(pc);
  if (!pcs_.next()) return JsonValue{std::move(frame)};
  frame.emplace_back("function", JsonValue{std::string(pcs_.text(0))});
  if (!pcs_.text(1).empty()) frame.emplace_back("file", JsonValue{std::string(pcs_.text(1))});
  if (const auto line = pcs_.integer(2)) frame.emplace_back("line", JsonValue{*line});
  return JsonValue{std::move(frame)};
}

void RocpdArguments::add_event(std::optional<std::int64_t> event, RocmArguments& args) {
  if (!event) return;
  events_.seek(*event);
  if (!events_.next()) return;
  args.number("correlation", events_.integer(0));
  if (events_.integer_or(2, 0) != 0) args.number("external correlation", events_.integer(2));
  add_json("call stack", events_.text(3), args);
  add_call_stack(*event, args);
  add_json("line info", events_.text(4), args);
}

}  // namespace lanescope
