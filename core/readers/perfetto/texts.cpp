#include "core/readers/perfetto/texts.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "core/base/bytes/message_reader.h"
#include "core/base/text/json_value.h"
#include "core/readers/perfetto/annotations.h"
#include "core/readers/perfetto/gpu_arguments.h"
#include "core/readers/perfetto/packets/packet.h"

namespace lanescope::perfetto {
namespace {

constexpr std::uint64_t kMostRead = std::uint64_t{256} << 20;

/// Reads bytes at places, also those inside compressed packets.
class PlaceReader {
 public:
  PlaceReader(ByteSource& source, const std::vector<Bundle>& bundles)
      : source_(&source), bundles_(&bundles) {}

  [[nodiscard]] FileOrder order_of(std::uint64_t offset) const {
    const Bundle* bundle = bundle_of(offset);
    return {bundle == nullptr ? offset : bundle->in_file, offset};
  }

  [[nodiscard]] std::optional<std::string> read(Place place) {
    return read(place.offset(), size_of(place));
  }

 private:
  /// Of a long one, a Place says only that it is that long; its length is written before it, the
  /// last byte of which is the most significant.
  std::uint64_t size_of(Place place) {
    if (place.length() < Place::kMaxLength) return place.length();
    constexpr std::uint64_t kMostBytes = 10;
    constexpr unsigned char kMore = 0x80;
    const Bundle* bundle = bundle_of(place.offset());
    const std::uint64_t begin = bundle == nullptr ? 0 : bundle->begin;
    std::uint64_t size = 0;
    for (std::uint64_t back = 1; back <= std::min(kMostBytes, place.offset() - begin); ++back) {
      const auto byte = read(place.offset() - back, 1);
      if (!byte) return 0;
      const auto value = static_cast<unsigned char>(byte->front());
      if (back > 1 && value < kMore) break;  // the end of the tag
      size = size << 7U | (value & (kMore - 1U));
    }
    return size;
  }

  [[nodiscard]] std::optional<std::string> read(std::uint64_t offset, std::uint64_t size) {
    if (size > kMostRead) return std::nullopt;
    if (offset >= kUnpackedBase) return read_unpacked(offset, size);
    std::string out(static_cast<std::size_t>(size), '\0');
    const auto got = source_->read_at(offset, out);
    return got.ok() && got.value() == size ? std::optional(std::move(out)) : std::nullopt;
  }

  /// Null if the offset is in the file itself.
  [[nodiscard]] const Bundle* bundle_of(std::uint64_t offset) const {
    const auto behind = std::ranges::upper_bound(*bundles_, offset, {}, &Bundle::begin);
    return behind == bundles_->begin() ? nullptr : &*(behind - 1);
  }

  std::optional<std::string> read_unpacked(std::uint64_t offset, std::uint64_t size) {
    const Bundle* found = bundle_of(offset);
    if (found == nullptr) return std::nullopt;
    const Bundle& bundle = *found;
    const std::uint64_t at = offset - bundle.begin;
    if (at > bundle.size || size > bundle.size - at) return std::nullopt;
    if (!unpacked_ || unpacked_at_ != bundle.begin) {
      const auto packed = read(bundle.packed_at, bundle.packed_size);
      unpacked_ = packed ? unpack(*packed, bundle.zstd, kMostUnpacked) : std::nullopt;
      unpacked_at_ = bundle.begin;
    }
    if (!unpacked_ || unpacked_->size() != bundle.size) return std::nullopt;
    return unpacked_->substr(static_cast<std::size_t>(at), static_cast<std::size_t>(size));
  }

  ByteSource* source_;
  const std::vector<Bundle>* bundles_;
  std::optional<std::string> unpacked_;  // the last compressed packet that was read
  std::uint64_t unpacked_at_ = 0;
};

class Texts final : public EventTexts {
 public:
  Texts(std::shared_ptr<ByteSource> source, Index index)
      : source_(std::move(source)), index_(std::move(index)), reader_(*source_, index_.bundles) {}

  [[nodiscard]] Result<JsonValue> json_of(Place place) const override {
    const std::lock_guard lock(mutex_);
    JsonObject arguments;
    const auto end = std::ranges::lower_bound(index_.ends, place.offset(), {},
                                              &std::pair<std::uint64_t, Place>::first);
    const bool has_end = end != index_.ends.end() && end->first == place.offset();
    if (!add(place, arguments) || (has_end && !add(end->second, arguments))) return changed_file();
    // Checked after reading, because the file may have been overwritten by then.
    if (source_->changed()) return changed_file();
    return JsonValue{JsonObject{{"args", JsonValue{std::move(arguments)}}}};
  }

 private:
  /// False if there is no packet.
  bool add(Place place, JsonObject& arguments) const {
    const auto bytes = reader_.read(place);
    Packet packet;
    if (!bytes || !read_packet(*bytes, packet)) return false;
    const FileOrder order = reader_.order_of(place.offset());
    const Meaning meaning = [&](InternedKind kind, std::uint64_t id) -> std::optional<std::string> {
      const auto at = index_.interned.find({packet.sequence, kind, id}, order);
      return at ? reader_.read(*at) : std::nullopt;
    };
    if (packet.kind == kTrackEvent) add_track_event(packet.data, meaning, arguments);
    if (packet.kind == kGpuRenderStageEvent) add_render_stage(packet.data, meaning, arguments);
    return true;
  }

  std::shared_ptr<ByteSource> source_;
  Index index_;
  mutable std::mutex mutex_;
  mutable PlaceReader reader_;
};

}  // namespace

std::shared_ptr<const EventTexts> event_texts(std::shared_ptr<ByteSource> source, Index index) {
  return std::make_shared<Texts>(std::move(source), std::move(index));
}

}  // namespace lanescope::perfetto
