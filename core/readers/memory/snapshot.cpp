#include "core/readers/memory/snapshot.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/check.h"
#include "core/base/text/json_writer.h"
#include "core/base/threads/work.h"
#include "core/base/time.h"
#include "core/readers/memory/growth_limit.h"
#include "core/readers/memory/pickle.h"
#include "core/readers/memory/snapshot_stacks.h"
#include "core/store/recording_marks.h"

namespace lanescope {
namespace {

/// An entry takes about 50 bytes of the pickle and 300 of the text.
constexpr std::uint64_t kMostGrowth = 16;
constexpr std::size_t kDeepestSetting = 8;
constexpr std::string_view kCategory = "cpu_instant_event";
constexpr std::size_t kMostSettings = 10'000;  // a dict may contain itself

std::string stream_name(std::int64_t stream) {
  return fmt::format("stream {}", stream);
}

/// A block that is or was allocated.
struct HeldBlock {
  std::int64_t bytes = 0;
  std::int64_t stream = 0;
  PickleId frames = PickleId::None;
};

/// What the segments say about one device at the time of the snapshot.
struct DeviceState {
  std::int64_t allocated = 0, reserved = 0;
  std::map<std::int64_t, HeldBlock> blocks;  // allocated ones, by address
};

class SnapshotWriter {
 public:
  SnapshotWriter(const PickleData& data, std::size_t pickle_bytes, const LoadProgress* progress)
      : data_(&data), progress_(progress), stacks_(data), limit_(pickle_bytes, kMostGrowth) {}

  Result<ConvertedText> run() {
    const PickleId root = data_->root();
    const PickleId segments = data_->find(root, "segments");
    const PickleId histories = data_->find(root, "device_traces");
    if (!data_->is_list(segments) && !data_->is_list(histories)) {
      return Error{Error::Kind::WrongFormat,
                   "is a pickle without a memory snapshot; open a file that "
                   "torch.cuda.memory._dump_snapshot wrote"};
    }
    read_segments(segments);
    json_.begin_object();
    json_.begin_array("traceEvents", JsonLayout::Rows);
    write_histories(histories);
    write_annotations(data_->find(root, "external_annotations"));
    json_.end();
    json_.member("displayTimeUnit", "ms");
    if (const PickleId settings = data_->find(root, "allocator_settings"); data_->is_dict(settings))
      write_setting("allocator_settings", settings, 0);
    json_.end();
    if (limit_.exceeded()) return limit_.error();
    return ConvertedText{std::move(text_), stacks_.finish()};
  }

 private:
  [[nodiscard]] std::int64_t integer(PickleId dict, std::string_view key) const {
    return data_->integer(data_->find(dict, key));
  }
  [[nodiscard]] std::string_view text(PickleId dict, std::string_view key) const {
    return data_->text(data_->find(dict, key));
  }
  /// Call for each item of each list. True if canceled, or if the limit is exceeded.
  [[nodiscard]] bool stopped() {
    count_work(Work::Events);
    LANESCOPE_CHECK(charged_ <= text_.size(), "a text that only grows, not from {} to {}", charged_,
                    text_.size());
    limit_.take(1 + text_.size() - charged_);
    charged_ = text_.size();
    return limit_.exceeded() || (progress_ != nullptr && progress_->cancel);
  }

  void read_segments(PickleId segments) {
    for (const auto& item : data_->items(segments)) {
      if (stopped()) return;
      const PickleId segment = item.second;
      DeviceState& device = devices_[integer(segment, "device")];
      device.allocated = saturating_add(device.allocated, integer(segment, "allocated_size"));
      device.reserved = saturating_add(device.reserved, integer(segment, "total_size"));
      std::int64_t next_address = integer(segment, "address");  // blocks of old snapshots lack it
      for (const auto& in_segment : data_->items(data_->find(segment, "blocks"))) {
        if (stopped()) return;
        const PickleId block = in_segment.second;
        const PickleId address = data_->find(block, "address");
        const std::int64_t at = data_->integer(address, next_address);
        next_address = saturating_add(at, integer(block, "size"));
        if (text(block, "state") != "active_allocated") continue;
        device.blocks[at] = {integer(block, "size"), integer(segment, "stream"),
                             data_->find(block, "frames")};
      }
    }
  }

  /// Blocks that were allocated before the history began: freed in it without an allocation, or
  /// allocated at its end without one.
  [[nodiscard]] std::map<std::int64_t, HeldBlock> held_before(PickleId history,
                                                              const DeviceState& state) {
    std::map<std::int64_t, HeldBlock> before;
    std::map<std::int64_t, bool> taken;
    for (const auto& item : data_->items(history)) {
      if (stopped()) break;
      const PickleId entry = item.second;
      const std::string_view action = text(entry, "action");
      const std::int64_t address = integer(entry, "addr");
      if (action == "alloc") {
        taken[address] = true;
      } else if (action == "free_requested") {
        if (!taken[address]) {
          before.try_emplace(
              address, HeldBlock{integer(entry, "size"), integer(entry, "stream"), PickleId::None});
        }
        taken[address] = false;
      }
    }
    for (const auto& [address, block] : state.blocks) {
      const auto seen = taken.find(address);
      if (seen == taken.end()) before.try_emplace(address, block);
    }
    return before;
  }

  /// Writes each device's history, or just its allocated blocks if it has none.
  void write_histories(PickleId histories) {
    std::int64_t device = 0;
    for (const auto& item : data_->items(histories)) {
      if (stopped()) return;
      write_history(device++, item.second);
    }
    for (const auto& [left, state] : devices_) {
      if (stopped()) return;
      if (left >= device) write_history(left, PickleId::None);
    }
  }

  void write_history(std::int64_t device, PickleId history) {
    const DeviceState& state = devices_[device];
    const auto entries = data_->items(history);
    if (entries.empty() && state.blocks.empty() && state.reserved == 0) return;
    const auto before = held_before(history, state);
    device_ = device;
    allocated_ = state.allocated;
    reserved_ = state.reserved;
    for (const auto& item : entries) {
      if (stopped()) return;
      count(item.second, false);
    }
    for (const auto& [address, block] : before) {
      allocated_ = saturating_sub(allocated_, block.bytes);
    }
    time_us_ = entries.empty() ? 0 : integer(entries.front().second, "time_us");
    name_track("process_name", 0, fmt::format("CUDA allocator {}", device_));
    // Without a history, they are all that is known, and before nothing.
    const std::string_view category = entries.empty() ? kCategory : kBeforeHistoryCategory;
    for (const auto& [address, block] : before) {
      if (stopped()) return;
      allocated_ = saturating_add(allocated_, block.bytes);
      write_memory(block.stream, address, block.bytes, block.frames, category);
    }
    for (const auto& item : entries) {
      if (stopped()) return;
      write_entry(item.second);
    }
  }

  /// Adds the changes of an entry to the totals, or subtracts them.
  void count(PickleId entry, bool add) {
    const std::string_view action = text(entry, "action");
    const std::int64_t bytes = integer(entry, "size");
    const auto change = [bytes](std::int64_t& total, bool grows) {
      total = grows ? saturating_add(total, bytes) : saturating_sub(total, bytes);
    };
    if (action == "alloc") change(allocated_, add);
    if (action == "free_requested") change(allocated_, !add);
    if (action == "segment_alloc" || action == "segment_map") change(reserved_, add);
    if (action == "segment_free" || action == "segment_unmap") change(reserved_, !add);
  }

  void write_entry(PickleId entry) {
    const std::string_view action = text(entry, "action");
    time_us_ = data_->integer(data_->find(entry, "time_us"), time_us_);
    count(entry, true);
    const std::int64_t bytes = integer(entry, "size");
    const PickleId frames = data_->find(entry, "frames");
    if (action == "alloc" || action == "free_requested") {
      write_memory(integer(entry, "stream"), integer(entry, "addr"),
                   action == "alloc" ? bytes : saturating_sub(0, bytes), frames);
    } else {
      write_mark(entry, action, bytes, frames);
    }
  }

  void write_memory(std::int64_t stream, std::int64_t address, std::int64_t bytes, PickleId frames,
                    std::string_view category = kCategory) {
    begin_instant("[memory]", stream, category);
    json_.member("Device Type", 1);
    json_.member("Device Id", device_);
    json_.member("Addr", address);
    json_.member("Bytes", bytes);
    json_.member("Total Allocated", allocated_);
    json_.member("Total Reserved", reserved_);
    json_.member("Ev Idx", next_index_++);
    end_instant(frames);
  }

  /// Entries that do not change allocations: segments, completed frees, out of memory.
  void write_mark(PickleId entry, std::string_view action, std::int64_t bytes, PickleId frames) {
    const bool is_oom = action == "oom";
    begin_instant(is_oom ? "out of memory" : action, integer(entry, "stream"));
    json_.member("Device Id", device_);
    json_.member("Bytes", bytes);
    json_.member("Total Reserved", reserved_);
    if (is_oom) {
      json_.member("Device Free", integer(entry, "device_free"));
    } else {
      json_.member("Addr", integer(entry, "addr"));
    }
    end_instant(frames);
  }

  template <typename Thread>
  void name_track(std::string_view what, const Thread& thread, const std::string& name) {
    json_.begin_object();
    json_.member("ph", "M");
    json_.member("name", what);
    json_.member("pid", device_);
    json_.member("tid", thread);
    json_.begin_object("args");
    json_.member("name", name);
    json_.end();
    json_.end();
  }

  /// Names the track, once.
  void name_stream(std::int64_t stream) {
    if (!named_.emplace(device_, stream).second) return;
    name_track("thread_name", stream_name(stream), "allocations on " + stream_name(stream));
  }

  void begin_instant(std::string_view name, std::int64_t stream,
                     std::string_view category = kCategory) {
    name_stream(stream);
    json_.begin_object();
    json_.member("ph", "i");
    json_.member("s", "t");
    json_.member("cat", category);
    json_.member("name", name);
    json_.member("pid", device_);
    json_.member("tid", stream_name(stream));
    json_.member("ts", time_us_);
    json_.begin_object("args");
  }

  void end_instant(PickleId frames) {
    if (data_->is_list(frames) && !data_->items(frames).empty())
      json_.member(kCallStackKey, stacks_.number_of(frames));
    json_.end();
    json_.end();
  }

  void write_annotations(PickleId annotations) {
    for (const auto& item : data_->items(annotations)) {
      if (stopped()) return;
      const PickleId annotation = item.second;
      json_.begin_object();
      json_.member("ph", text(annotation, "stage") == "START" ? "B" : "E");
      json_.member("cat", "user_annotation");
      json_.member("name", text(annotation, "name"));
      json_.member("pid", integer(annotation, "device"));
      json_.member("tid", "annotations");
      json_.member("ts", integer(annotation, "time_us"));
      json_.end();
    }
  }

  void write_setting(std::string_view key, PickleId value, std::size_t depth) {
    if (!data_->is_dict(value)) {
      const std::string_view words = data_->text(value);
      if (words.empty()) return json_.member(key, data_->integer(value));
      return json_.member(key, words);
    }
    json_.begin_object(key);
    if (depth < kDeepestSetting && !stopped()) {
      for (const auto& [name, inner] : data_->items(value)) {
        if (++settings_ > kMostSettings || stopped()) break;
        write_setting(data_->text(name), inner, depth + 1);
      }
    }
    json_.end();
  }

  const PickleData* data_;
  const LoadProgress* progress_;
  std::map<std::int64_t, DeviceState> devices_;
  SnapshotStacks stacks_;
  GrowthLimit limit_;
  std::string text_;
  JsonWriter json_{text_};
  std::size_t charged_ = 0;  // bytes of text_ already counted in limit_
  std::set<std::pair<std::int64_t, std::int64_t>> named_;  // device, stream
  std::size_t settings_ = 0;
  // The device being written.
  std::int64_t device_ = 0, allocated_ = 0, reserved_ = 0, time_us_ = 0, next_index_ = 0;
};

}  // namespace

Result<ConvertedText> memory_snapshot_text(const std::string& pickle,
                                           const LoadProgress* progress) {
  const Result<PickleData> data = read_pickle(pickle);
  if (!data.ok()) return data.error();
  return SnapshotWriter(data.value(), pickle.size(), progress).run();
}

}  // namespace lanescope
