#include "core/view/details/facts.h"

#include <algorithm>
#include <array>
#include <span>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "core/analysis/copies/copies.h"
#include "core/analysis/kernels/arguments.h"
#include "core/view/text/time_text.h"

namespace lanescope {
namespace {

/// "528 × 1 × 1" for [528, 1, 1]; trailing ones of a block are omitted.
std::string extent_text(const JsonValue& list, bool drop_ones) {
  const JsonArray* items = list.array();
  if (items == nullptr) return list.to_text(true);
  std::size_t count = items->size();
  while (drop_ones && count > 1 && (*items)[count - 1].as_int() == 1) --count;
  std::string out;
  for (std::size_t i = 0; i < count; ++i) {
    out += (i == 0 ? "" : " × ") + (*items)[i].to_text(true);
  }
  return out;
}

/// A decimal truncated to two places, as text; other values unchanged.
std::string decimal_text(const JsonValue& value) {
  std::string text = value.to_text(true);
  const std::size_t point = text.find('.');
  const bool plain = text.find_first_not_of("0123456789.-") == std::string::npos;
  if (plain && point != std::string::npos && text.size() > point + 3) text.resize(point + 3);
  return text;
}

/// "registers, shared memory" for "REGS|SMEM"; empty for "none".
std::string limiting_text(std::string_view factors) {
  using Word = std::pair<std::string_view, std::string_view>;
  constexpr std::array kWords = {Word{"WARPS", "warps"}, Word{"REGS", "registers"},
                                 Word{"SMEM", "shared memory"}, Word{"BLOCKS", "blocks"},
                                 Word{"BARRIERS", "barriers"}};
  std::string out;
  for (const auto& [factor, word] : kWords) {
    if (factors.find(factor) == std::string_view::npos) continue;
    out += (out.empty() ? "" : ", ") + std::string(word);
  }
  return out;
}

class FactList {
 public:
  explicit FactList(const JsonValue& args) : args_(args) {}

  /// Two arguments on one line, if at least one is present.
  template <typename First, typename Second>
  void pair(const char* title, const char* first_key, const First& first_text,
            const char* second_key, const Second& second_text) {
    const JsonValue* first = args_.find(first_key);
    const JsonValue* second = args_.find(second_key);
    if (first == nullptr && second == nullptr) return;
    facts_.push_back({title,
                      fmt::format("{} · {}", first != nullptr ? first_text(*first) : "n/a",
                                  second != nullptr ? second_text(*second) : "n/a"),
                      {first_key, second_key}});
  }

  /// The profiler's estimate, with the limiting factors if the file has them.
  void occupancy() {
    constexpr const char* kKey = "est. achieved occupancy %";
    const JsonValue* value = args_.find(kKey);
    if (value == nullptr) return;
    // For a kernel that ran, 0 is no estimate: the profiler had no block limits.
    const auto warps = warps_per_sm_argument(args_);
    std::string shown = occupancy_argument(args_).value_or(0) > 0 ? value->to_text(true) + " %"
                        : warps.value_or(0) > 0 && *warps < kFewWarpsPerSm
                            ? std::string("<1 %")
                            : std::string("not in trace");
    const JsonValue* more = args_.find("occupancy");
    const JsonValue* limit = more != nullptr ? more->find("limitingFactors") : nullptr;
    if (limit != nullptr) {
      const std::string words = limiting_text(limit->to_text(true));
      if (!words.empty()) shown += " (" + words + ")";
    }
    facts_.push_back({"Est. occupancy", std::move(shown), {kKey}});
  }

  std::vector<ArgumentFact> take() { return std::move(facts_); }

 private:
  const JsonValue& args_;
  std::vector<ArgumentFact> facts_;
};

std::string bytes_text(const JsonValue& value) {
  return format_bytes(value.as_int());
}

bool is_graph_launch(const Snapshot& snapshot, EventId event) {
  const auto home = snapshot.find_slice(event);
  return home && snapshot.kind_of(home->chunk->category[home->slice]) == CategoryKind::HostCall &&
         launches_graph(snapshot.text(home->chunk->name[home->slice]));
}

/// The same for the same work in any order, because streams of a graph run concurrently.
std::pair<std::size_t, std::uint64_t> signature(const Snapshot& snapshot,
                                                std::span<const EventId> work) {
  std::uint64_t sum = 0;
  for (const EventId event : work) {
    const auto home = snapshot.find_slice(event);
    if (!home) continue;
    std::uint64_t hash = index_of(home->chunk->name[home->slice]) + 1;
    hash *= 0x9E3779B97F4A7C15ULL;
    sum += hash ^ (hash >> 29U);
  }
  return {work.size(), sum};
}

/// Each process has graphs of its own, also where all run the same model.
void count_replays(const Snapshot& snapshot, EventId launch, DetailsGraph& graph) {
  const LaunchIndex& index = *snapshot.launches;
  const auto process_of = [&](EventId event) {
    const auto home = snapshot.find_slice(event);
    return home ? home->track->process : StringId::Empty;
  };
  const StringId own_process = process_of(launch);
  const auto own = signature(snapshot, index.events_of(launch));
  const auto start_of = [&](EventId event) {
    const auto home = snapshot.find_slice(event);
    return std::pair{home ? home->chunk->start_ns[home->slice] : kMaxNs, event};
  };
  const auto own_start = start_of(launch);
  for (std::size_t i = 0; i < index.launch.size();) {
    const EventId other = index.launch[i];
    const auto work = index.events_of(other);
    i += std::max<std::size_t>(1, work.size());
    if (work.size() != own.first || !is_graph_launch(snapshot, other)) continue;
    if (process_of(other) != own_process || signature(snapshot, work) != own) continue;
    ++graph.replays;
    if (start_of(other) <= own_start) ++graph.replay;
  }
}

}  // namespace

std::vector<ArgumentFact> known_arguments(const JsonValue& args) {
  const auto plain = [](const JsonValue& v) { return v.to_text(true); };
  const auto grid = [](const JsonValue& v) { return extent_text(v, false); };
  const auto block = [](const JsonValue& v) { return extent_text(v, true); };
  FactList facts(args);
  facts.pair("Grid · block", "grid", grid, "block", block);
  const bool of_amd = args.find("VGPR count") != nullptr;
  facts.pair(of_amd ? "VGPRs · LDS" : "Registers · shared",
             of_amd ? "VGPR count" : "registers per thread", plain, "shared memory", bytes_text);
  const auto known = [](bool makes_sense) {
    return [makes_sense](const JsonValue& v) {
      return makes_sense ? decimal_text(v) : std::string("not in trace");
    };
  };
  facts.pair("Grid blocks · warps per SM", "blocks per SM",
             known(blocks_per_sm_argument(args).has_value()), "warps per SM",
             known(warps_per_sm_argument(args).has_value()));
  facts.occupancy();
  return facts.take();
}

std::string format_rate(double gb_per_s) {
  struct Unit {
    double gb;
    const char* name;
  };
  constexpr std::array kUnits = {Unit{1e3, "TB/s"}, Unit{1, "GB/s"}, Unit{1e-3, "MB/s"},
                                 Unit{1e-6, "kB/s"}};
  const Unit* unit = &kUnits.back();
  for (const Unit& u : kUnits) {
    if (gb_per_s < u.gb) continue;
    unit = &u;
    break;
  }
  const double value = gb_per_s / unit->gb;
  const int whole = value < 10 ? 1 : value < 100 ? 2 : value < 1000 ? 3 : 4;
  return fmt::format("{:.{}f} {}", value, 4 - whole, unit->name);
}

std::optional<DetailsCopy> copy_of(const TraceInfo& info, CategoryKind kind, std::string_view name,
                                   const JsonValue* args, Ns dur_ns) {
  if (kind != CategoryKind::Memcpy && kind != CategoryKind::Memset) return std::nullopt;
  DetailsCopy copy;
  CopyRoute route = copy_route(kind, name);
  copy.from = std::move(route.from);
  copy.to = std::move(route.to);
  const JsonValue* bytes = args != nullptr ? args->find("bytes") : nullptr;
  if (bytes != nullptr && bytes->as_int(-1) >= 0) copy.bytes = bytes->as_int();
  if (copy.bytes && dur_ns > 0) copy.gb_per_s = copy_gb_per_s(info, *args, *copy.bytes, dur_ns);
  return copy;
}

std::vector<ArgumentFact> copy_facts(const DetailsCopy& copy) {
  std::vector<ArgumentFact> facts;
  if (!copy.from.empty() || !copy.to.empty()) {
    std::string way = copy.from.empty() ? copy.to : copy.from + " → " + copy.to;
    facts.push_back({copy.from.empty() ? "Memory" : "From · to", std::move(way), {}});
  }
  if (copy.bytes) facts.push_back({"Size", format_bytes(*copy.bytes), {"bytes"}});
  if (copy.gb_per_s) {
    facts.push_back({"Rate", format_rate(*copy.gb_per_s), {"memory bandwidth (GB/s)"}});
  }
  return facts;
}

std::vector<ArgumentFact> collective_facts(const Collective& c) {
  std::vector<ArgumentFact> facts;
  facts.push_back({"Collective", c.name, {"Collective name"}});
  const auto count = [](const std::optional<std::int64_t>& n) {
    return n ? format_count(*n) : std::string("n/a");
  };
  if (c.group_size || !c.group.empty()) {
    std::string value = c.group;
    if (c.group_size) {
      value +=
          (value.empty() ? "" : " · ") + counted(static_cast<std::uint64_t>(*c.group_size), "rank");
    }
    facts.push_back(
        {"Group",
         std::move(value),
         {"Group size", "Process Group Name", "Process Group ID", "Process Group Description"}});
  }
  if (!c.ranks.empty()) facts.push_back({"Ranks", c.ranks, {"Process Group Ranks"}});
  if (c.in_elements || c.out_elements) {
    facts.push_back({"Elements in · out",
                     count(c.in_elements) + " · " + count(c.out_elements),
                     {"In msg nelems", "Out msg nelems"}});
  }
  if (!c.dtype.empty()) facts.push_back({"Element type", c.dtype, {"dtype"}});
  if (c.bytes) facts.push_back({"Message", format_bytes(*c.bytes), {}});
  if (c.bus_gb_per_s) {
    facts.push_back({"Bus bandwidth", format_rate(*c.bus_gb_per_s), {}});
    facts.push_back({"Algorithm bw.", format_rate(*c.algorithm_gb_per_s), {}});
  }
  return facts;
}

std::optional<DetailsTriton> triton_of(const JsonValue& op_args) {
  const auto text = [&](const char* key) {
    const JsonValue* value = op_args.find(key);
    return value != nullptr && !value->is_null() ? value->to_text(true) : std::string();
  };
  const auto number = [&](const char* key) -> std::optional<std::int64_t> {
    const JsonValue* value = op_args.find(key);
    const std::int64_t n = value != nullptr ? value->as_int(-1) : -1;
    return n < 0 ? std::nullopt : std::optional(n);
  };
  DetailsTriton triton{text("kernel_file"),   text("kernel_hash"), text("kernel_backend"),
                       text("kernel_kwargs"), text("grid"),        number("num_warps"),
                       number("num_stages")};
  if (triton.file.empty() && triton.hash.empty() && triton.backend.empty()) return std::nullopt;
  return triton;
}

std::vector<ArgumentFact> triton_facts(const DetailsTriton& triton) {
  std::vector<ArgumentFact> facts;
  const auto add = [&](const char* title, const std::string& value, const char* key) {
    if (!value.empty()) facts.push_back({title, value, {key}});
  };
  add("Hash", triton.hash, "kernel_hash");
  add("Arguments", triton.arguments, "kernel_kwargs");
  add("Requested grid", triton.grid, "grid");
  const auto count = [](const std::optional<std::int64_t>& n) {
    return n ? fmt::format("{}", *n) : std::string("n/a");
  };
  if (triton.warps || triton.stages) {
    facts.push_back({"Warps · stages",
                     count(triton.warps) + " · " + count(triton.stages),
                     {"num_warps", "num_stages"}});
  }
  if (triton.backend != "triton") add("Backend", triton.backend, "kernel_backend");
  return facts;
}

std::optional<DetailsGraph> graph_of(const Snapshot& snapshot, EventId launch, EventId gpu_event) {
  if (!snapshot.launches || !is_graph_launch(snapshot, launch)) return std::nullopt;
  DetailsGraph graph;
  count_replays(snapshot, launch, graph);
  const auto own = snapshot.find_slice(gpu_event);
  for (const EventId event : snapshot.launches->events_of(launch)) {
    ++graph.nodes;
    const auto home = snapshot.find_slice(event);
    if (!own || !home) continue;
    const auto moment = [](const SliceRef& ref) {
      return std::tuple{ref.chunk->start_ns[ref.slice], ref.chunk->id_of(ref.slice)};
    };
    if (moment(*home) <= moment(*own)) ++graph.node;
  }
  return graph;
}

}  // namespace lanescope
