#include "core/view/memory/sources.h"

#include <algorithm>
#include <optional>
#include <unordered_map>

#include <fmt/format.h>

#include "core/analysis/host/python_frame.h"
#include "core/view/events/event_ref.h"
#include "core/view/events/slice_stack.h"

namespace lanescope {
namespace {

/// Each read parses an event; more would take minutes.
constexpr std::size_t kMostReads = 500'000;

std::string_view without_folders(std::string_view path) {
  const std::size_t slash = path.find_last_of("/\\");
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

class SourceFinder {
 public:
  SourceFinder(const Snapshot& snapshot, const ReadEvent& read)
      : snapshot_(snapshot), read_(read), reads_(snapshot.info.format == "cuda-memory-snapshot") {}

  BlockSources run(const std::vector<Allocation>& blocks, const std::stop_token& stop) {
    bool any = false;
    for (const Allocation& block : blocks) {
      if (stop.stop_requested()) return std::move(out_);
      const std::uint32_t source = reads_ ? from_argument(block.event) : from_slices(block.event);
      any = any || source != kNoBlock;
      out_.of_block.push_back(source);
    }
    if (!any) out_.of_block.clear();
    return std::move(out_);
  }

 private:
  std::uint32_t add(const DetailsFrame* frame) {
    if (frame == nullptr) return kNoBlock;
    std::string place = frame->file.empty()
                            ? std::string()
                            : fmt::format("{}:{}", without_folders(frame->file), frame->line);
    const std::string key = frame->file + "\n" + std::to_string(frame->line) + frame->function;
    const auto [at, is_new] = known_.try_emplace(key, static_cast<std::uint32_t>(out_.all.size()));
    if (is_new) out_.all.push_back({frame->function, std::move(place), frame->user});
    return at->second;
  }

  std::uint32_t from_argument(EventId event) {
    if (!read_ || ++read_count_ > kMostReads) return kNoBlock;
    const auto object = read_(event);
    const JsonValue* args = object ? object->find("args") : nullptr;
    const JsonValue* stack = args != nullptr ? args->find("Call stack") : nullptr;
    if (stack == nullptr || stack->string() == nullptr) return kNoBlock;
    const auto [at, is_new] = by_stack_.try_emplace(*stack->string(), kNoBlock);
    if (is_new) at->second = add(frame_of_interest(parse_call_stack(at->first)));
    return at->second;
  }

  /// Names repeat: each is taken apart once.
  const DetailsFrame& frame_of(StringId name) {
    const auto [at, is_new] = frames_.try_emplace(name);
    if (is_new) at->second = parse_python_frame(snapshot_.text(name));
    return at->second;
  }

  std::uint32_t from_slices(EventId event) {
    const auto ref = find_instant(snapshot_, event);
    if (!ref || ref->track->kind != TrackKind::CpuThread) return kNoBlock;
    const auto open = slices_at(*ref->track, snapshot_.instants->time_ns[ref->instant]);
    const DetailsFrame* with_file = nullptr;
    for (auto at = open.rbegin(); at != open.rend(); ++at) {
      const TrackChunk& chunk = *at->chunk;
      if (snapshot_.kind_of(chunk.category[at->slice]) != CategoryKind::PythonFunction) continue;
      const DetailsFrame& frame = frame_of(chunk.name[at->slice]);
      if (frame.user) return add(&frame);
      if (with_file == nullptr && !frame.file.empty()) with_file = &frame;
    }
    return add(with_file);
  }

  const Snapshot& snapshot_;
  const ReadEvent& read_;
  const bool reads_;
  std::size_t read_count_ = 0;
  BlockSources out_;
  std::unordered_map<std::string, std::uint32_t> known_, by_stack_;
  std::unordered_map<StringId, DetailsFrame> frames_;
};

}  // namespace

BlockSources find_block_sources(const Snapshot& snapshot, const DeviceBlocks& device,
                                const ReadEvent& read, const std::stop_token& stop) {
  return SourceFinder(snapshot, read).run(device.list.blocks, stop);
}

}  // namespace lanescope
