#include "core/readers/perfetto/tracks.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_text.h"
#include "core/store/own_members.h"

namespace lanescope::perfetto {
namespace {

constexpr int kDeepest = 64;  // parents; a damaged file may have a cycle

/// rocprofv3 names its tracks of threads "THREAD 3 (4711)".
std::optional<std::int64_t> rocprof_thread(std::string_view name) {
  if (!name.starts_with("THREAD ") || !name.ends_with(")")) return std::nullopt;
  const std::size_t open = name.rfind('(');
  if (open == std::string_view::npos) return std::nullopt;
  return token_int(name.substr(open + 1, name.size() - open - 2));
}

bool is_gpu_role(TrackRole role) {
  return role == TrackRole::Gpu || role == TrackRole::GpuAnnotation || role == TrackRole::GpuSync;
}

}  // namespace

std::size_t Tracks::of_thread(std::int64_t pid, std::int64_t tid) {
  const auto [at, fresh] = by_thread_.try_emplace({pid, tid}, nodes_.size());
  if (fresh) {
    TrackNode& node = nodes_.emplace_back();
    node.described = true;
    node.pid = pid;
    node.tid = tid;
  }
  return at->second;
}

std::size_t Tracks::of_name(std::int64_t pid, const std::string& key, std::string_view name) {
  const auto [at, fresh] = by_key_.try_emplace({pid, key}, nodes_.size());
  if (fresh) {
    TrackNode& node = nodes_.emplace_back();
    const std::size_t process = by_key_.try_emplace({pid, {}}, nodes_.size()).first->second;
    node.described = true;
    node.name = name;
    // No uuid of a file is that large: they are of tracks without one.
    node.parent = std::numeric_limits<std::uint64_t>::max() - static_cast<std::uint64_t>(pid);
    if (process == nodes_.size()) {
      const std::uint64_t uuid = node.parent;
      TrackNode& parent = nodes_.emplace_back();
      parent.uuid = uuid;
      parent.described = true;
      parent.pid = pid;
      by_uuid_.try_emplace(uuid, process);
    }
  }
  return at->second;
}

LocalId Tracks::lane_of(const LanePlace& place) {
  const auto [at, fresh] = lane_numbers_.try_emplace(place, static_cast<LocalId>(lanes_.size()));
  if (fresh) lanes_.push_back({place});
  return at->second;
}

LocalId Tracks::counter(std::size_t node) {
  LANESCOPE_CHECK(node < nodes_.size(), "one of {} nodes, not {}", nodes_.size(), node);
  LocalId& number = nodes_[node].counter;
  if (number == kNoLocal) {
    number = static_cast<LocalId>(counters_.size());
    counters_.push_back({node});
  }
  return number;
}

LocalId Tracks::gpu_counter(std::int64_t gpu, std::string_view name) {
  const auto known = gpu_counters_.find(std::tuple(gpu, name));
  if (known != gpu_counters_.end()) return known->second;
  const auto number = static_cast<LocalId>(counters_.size());
  gpu_counters_.emplace(std::tuple(gpu, std::string(name)), number);
  counters_.push_back({std::nullopt, {gpu, std::string(name)}});
  return number;
}

LocalId Tracks::gpu_queue(std::int64_t gpu, std::string_view queue, TrackRole role) {
  const auto known = queue_lanes_.find(std::tuple(gpu, queue, role));
  if (known != queue_lanes_.end()) return known->second;
  const auto same = [&](const GpuQueue& one) { return one.gpu == gpu && one.name == queue; };
  const auto twin = std::ranges::find_if(queues_, same);
  const auto number =
      twin != queues_.end() ? twin->number : std::ranges::count(queues_, gpu, &GpuQueue::gpu);
  const auto lane = static_cast<LocalId>(lanes_.size());
  lanes_.push_back({std::nullopt, queues_.size()});
  queues_.push_back({gpu, std::string(queue), number, role});
  queue_lanes_.emplace(std::tuple(gpu, std::string(queue), role), lane);
  return lane;
}

bool Tracks::has_track(std::string_view start) const {
  return std::ranges::any_of(
      nodes_, [start](const TrackNode& node) { return node.name.starts_with(start); });
}

bool Tracks::repeats_others(std::size_t node) {
  LANESCOPE_CHECK(node < nodes_.size(), "one of {} nodes, not {}", nodes_.size(), node);
  std::optional<bool>& repeats = nodes_[node].repeats;
  if (!repeats)
    repeats = nodes_[node].name.starts_with(kStreamNames) &&
              (has_track("COMPUTE ") || has_track("COPY to "));
  return *repeats;
}

/// "GPU 0" with a thread for each stream, as torch.profiler writes them; "COMPUTE AGENT [4] QUEUE
/// [1] GPU", as rocprofv3; "stream 7" of any process.
std::pair<std::int64_t, std::int64_t> Tracks::gpu_and_stream(std::size_t index) const {
  LANESCOPE_CHECK(index < nodes_.size(), "one of {} nodes, not {}", nodes_.size(), index);
  const TrackNode& node = nodes_[index];
  const std::int64_t pid = owner_of(node).pid.value_or(0);
  const auto process = process_names_.find(pid);
  const bool is_gpu_process = process != process_names_.end() && process->second.starts_with("GPU");
  const std::size_t bracket = node.name.find('[');
  const bool has_agent = bracket != std::string::npos && !node.name.starts_with("STREAM");
  const std::int64_t gpu = is_gpu_process ? pid
                           : has_agent
                               ? first_int(std::string_view(node.name).substr(bracket)).value_or(0)
                               : 0;
  if (const auto thread = thread_of(node)) return {gpu, *thread};
  return {gpu, has_agent ? -1 : first_int(node.name).value_or(-1)};
}

bool Tracks::is_gpu(LocalId lane) const {
  LANESCOPE_CHECK(lane < lanes_.size(), "one of {} lanes, not {}", lanes_.size(), lane);
  const Lane& one = lanes_[lane];
  return !one.place || is_gpu_role(one.place->role);
}

std::optional<std::int64_t> Tracks::process_of(std::size_t node) const {
  LANESCOPE_CHECK(node < nodes_.size(), "one of {} nodes, not {}", nodes_.size(), node);
  return owner_of(nodes_[node]).pid;
}

std::optional<std::int64_t> Tracks::process_of_thread(std::int64_t tid) const {
  std::optional<std::int64_t> process;
  for (const TrackNode& node : nodes_) {
    if (thread_of(node) != tid) continue;
    const std::optional<std::int64_t> owner = owner_of(node).pid;
    if (!owner) continue;
    if (process && process != owner) return std::nullopt;
    process = owner;
  }
  return process;
}

std::uint64_t Tracks::rocprof_queues() const {
  return static_cast<std::uint64_t>(std::ranges::count_if(nodes_, [](const TrackNode& node) {
    return node.name.starts_with("COMPUTE ") && node.name.find(" QUEUE [") != std::string::npos;
  }));
}

const TrackNode* Tracks::find(std::uint64_t uuid) const {
  const auto at = uuid == 0 ? by_uuid_.end() : by_uuid_.find(uuid);
  return at == by_uuid_.end() ? nullptr : &nodes_[at->second];
}

/// The process of a track is that of the nearest parent that has one.
Tracks::Owner Tracks::owner_of(const TrackNode& node) const {
  Owner owner{node.pid, node.tid};
  const TrackNode* at = &node;
  for (int i = 0; i < kDeepest && !owner.pid && at != nullptr; ++i) {
    at = find(at->parent);
    if (at != nullptr) owner.pid = at->pid;
  }
  return owner;
}

/// "GPU streams / stream 7": a lane has no lanes below it.
std::string Tracks::path_of(const TrackNode& node) const {
  std::string path = node.name;
  const TrackNode* at = find(node.parent);
  for (int i = 0; i < kDeepest && at != nullptr && !at->pid; ++i) {
    if (!at->name.empty() && at->name != node.name) path = at->name + " / " + path;
    at = find(at->parent);
  }
  return path;
}

/// Several counters of a process may have one name.
std::string Tracks::unique_name(LocalId process, std::size_t node) {
  LANESCOPE_CHECK(node < nodes_.size(), "one of {} nodes, not {}", nodes_.size(), node);
  const std::string path = path_of(nodes_[node]);
  std::string name = path;
  for (std::size_t n = 2;; ++n) {
    const auto [at, fresh] = taken_names_.try_emplace({process, name}, node);
    if (fresh || at->second == node) return name;
    name = fmt::format("{} #{}", path, n);
  }
}

/// What overlaps on a thread is on a track beside it, which is its child and has its name.
std::optional<std::int64_t> Tracks::thread_of(const TrackNode& node) const {
  if (node.tid) return node.tid;
  if (const auto thread = rocprof_thread(node.name)) return thread;
  const TrackNode* parent = find(node.parent);
  const bool is_beside = parent != nullptr && parent->tid && parent->name == node.name;
  return is_beside ? parent->tid : std::nullopt;
}

LocalTrack Tracks::local_track(const LanePlace& place, WorkerTables& tables) {
  const TrackNode& node = nodes_[place.node];
  const WrittenPlace* written = written_of(node);
  if (written != nullptr && written->kind) return written_track(*written, tables);
  const Owner owner = owner_of(node);
  LocalTrack track;
  track.process = owner.pid ? names_->text(std::to_string(*owner.pid)) : names_->text("");
  track.role = place.role;
  if (is_gpu_role(place.role)) {
    track.device = place.device;
    track.stream = place.stream;
  }
  const auto thread = thread_of(node);
  if (thread) {
    if (track.role == TrackRole::Neutral) track.role = TrackRole::Host;
    track.thread = names_->text(std::to_string(*thread));
    const auto name = thread_names_.find({owner.pid.value_or(0), *thread});
    if (name != thread_names_.end())
      tables.metas.add(
          {MetaKind::ThreadName, track.process, track.thread, names_->text(name->second), 0});
    return track;
  }
  if (track.role == TrackRole::Neutral) track.role = TrackRole::Async;
  std::string name = path_of(node);
  // A queue of rocprofv3 runs the work of several streams.
  const std::string stream = fmt::format(" stream {}", place.stream);
  if (is_gpu_role(track.role) && node.name.starts_with("COMPUTE ") && place.stream >= 0 &&
      !name.ends_with(stream))
    name += stream;
  track.thread = names_->text(lane_name(track.process, place.node, name));
  tables.metas.add({MetaKind::ThreadName, track.process, track.thread, track.thread, 0});
  sort_child(place, track.process, track.thread, tables);
  return track;
}

LocalTrack Tracks::local_track(const GpuQueue& queue, WorkerTables& tables) {
  LocalTrack track;
  track.process = names_->text(std::to_string(queue.gpu));
  track.thread = names_->text(queue.name);
  track.role = queue.role;
  track.device = queue.gpu;
  track.stream = queue.number;
  process_names_.try_emplace(queue.gpu, fmt::format("GPU {}", queue.gpu));
  tables.metas.add({MetaKind::ThreadName, track.process, track.thread, track.thread, 0});
  return track;
}

LocalCounter Tracks::local_counter(const Counter& counter, WorkerTables& tables) {
  LocalCounter local;
  if (!counter.node) {
    local.process = names_->text(std::to_string(counter.gpu.gpu));
    local.name = names_->text(counter.gpu.name);
    process_names_.try_emplace(counter.gpu.gpu, fmt::format("GPU {}", counter.gpu.gpu));
    return local;
  }
  const TrackNode& node = nodes_[*counter.node];
  const WrittenPlace* written = written_of(node);
  if (written != nullptr && !written->kind) return written_counter(*written, tables);
  const Owner owner = owner_of(node);
  local.process = owner.pid ? names_->text(std::to_string(*owner.pid)) : names_->text("");
  std::string name = unique_name(local.process, *counter.node);
  const TrackNode* parent = find(node.parent);
  if (parent != nullptr && parent->tid) name += fmt::format(", thread {}", *parent->tid);
  if (!node.unit.empty()) name += fmt::format(" ({})", node.unit);
  local.name = names_->text(name);
  return local;
}

void Tracks::name_processes(WorkerTables& tables) {
  for (const auto& [pid, name] : process_names_)
    tables.metas.add(
        {MetaKind::ProcessName, names_->text(std::to_string(pid)), 0, names_->text(name), 0});
}

void Tracks::declare(WorkerTables& tables) {
  LANESCOPE_CHECK(tables.tracks.items().empty() && tables.counters.items().empty(),
                  "no tracks or counters but these, not {}", tables.tracks.items().size());
  for (const Lane& lane : lanes_)
    tables.tracks.append(lane.place ? local_track(*lane.place, tables)
                                    : local_track(queues_[lane.queue], tables));
  for (const Counter& counter : counters_) tables.counters.append(local_counter(counter, tables));
  name_processes(tables);
}

}  // namespace lanescope::perfetto
