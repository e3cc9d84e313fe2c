#include "core/readers/perfetto/packet_stream.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

#include "core/base/bytes/message_reader.h"
#include "core/base/bytes/unpack.h"
#include "core/base/check.h"

namespace lanescope::perfetto {
namespace {

constexpr std::size_t kWindow = std::size_t{4} << 20;
/// A longer one is damage: the service that writes them limits them to far less.
constexpr std::uint64_t kLongestPacket = std::uint64_t{256} << 20;
constexpr std::size_t kMostUnpacked = std::size_t{1} << 30;
constexpr std::size_t kDeepest = 4;
constexpr char kPacketTag = '\n';  // field 1, length-delimited
/// So many packets in a row are no coincidence.
constexpr int kRun = 4;

}  // namespace

std::optional<std::string> unpack(std::string_view packed, bool zstd) {
  return zstd ? unpack_zstd(packed, kMostUnpacked) : unpack_zlib(packed, kMostUnpacked);
}

PacketStream::Taken PacketStream::look(std::string_view text, std::size_t at) {
  std::string_view rest = text.substr(at);
  const auto behind = [&] { return static_cast<std::size_t>(rest.data() - text.data()); };
  constexpr std::size_t kLongestVarint = 10;
  const auto tag = take_message_varint(rest);
  if (!tag) return {rest.size() < kLongestVarint ? Step::Short : Step::Broken};
  if (*tag >> 3U == 0) return {Step::Broken};
  const auto fixed = [&](std::size_t size) {
    return rest.size() < size ? Taken{Step::Short} : Taken{Step::Other, at, behind() + size - at};
  };
  switch (*tag & 7U) {
    case 0: {
      if (take_message_varint(rest)) return {Step::Other, at, behind() - at};
      return {rest.size() < kLongestVarint ? Step::Short : Step::Broken};
    }
    case 1:
      return fixed(8);
    case 5:
      return fixed(4);
    case 2: {
      const std::size_t left = rest.size();
      const auto length = take_message_varint(rest);
      if (!length) return {left < kLongestVarint ? Step::Short : Step::Broken};
      if (*length > kLongestPacket) return {Step::Broken};
      const auto size = static_cast<std::size_t>(*length);
      if (size > rest.size()) return {Step::Short};
      if (text[at] == kPacketTag) return {Step::Packet, behind(), size};
      return {Step::Other, at, behind() + size - at};
    }
    default:
      return {Step::Broken};
  }
}

std::size_t PacketStream::next_run(std::string_view text, std::size_t from) {
  for (std::size_t at = text.find(kPacketTag, from); at != std::string_view::npos;
       at = text.find(kPacketTag, at + 1)) {
    std::size_t end = at;
    int packets = 0;
    while (packets < kRun && end < text.size()) {
      const Taken taken = look(text, end);
      if (taken.step != Step::Packet || taken.size == 0) break;
      end = taken.at + taken.size;
      ++packets;
    }
    if (packets == kRun || (packets > 0 && end == text.size())) return at;
  }
  return text.size();
}

void PacketStream::skip_damage(std::uint64_t in_file, std::uint64_t at, std::uint64_t bytes) {
  if (damaged_bytes_ == 0 || in_file < first_damage_in_file_) {
    first_damage_ = at;
    first_damage_in_file_ = in_file;
  }
  damaged_bytes_ += bytes;
}

/// One that no batch needs any more, or a new one.
std::shared_ptr<std::string> PacketStream::buffer_of(std::size_t size) {
  const auto fits = [size](const std::shared_ptr<std::string>& one) {
    return one.use_count() == 1 && one->size() == size;
  };
  if (const auto found = std::ranges::find_if(used_, fits); found != used_.end()) return *found;
  std::erase_if(used_, [](const auto& one) { return one.use_count() == 1; });
  return used_.emplace_back(std::make_shared<std::string>(size, '\0'));
}

/// Copies what is left of the window to the beginning of another buffer and reads on. False at the
/// end.
bool PacketStream::fill() {
  if (ended_) return false;
  LANESCOPE_CHECK(at_ <= window_.size(), "a place in {} bytes, not {}", window_.size(), at_);
  const std::size_t left = window_.size() - at_;
  // Not the one that the window is in, which used_ and buffer_ both have.
  const auto buffer = buffer_of(std::max(kWindow, std::bit_ceil(left * 2)));
  if (left != 0) std::memcpy(buffer->data(), window_.data() + at_, left);
  buffer_ = buffer;
  window_at_ += at_;
  at_ = 0;
  std::size_t size = left;
  while (size < buffer->size()) {
    const std::size_t got = source_->read({buffer->data() + size, buffer->size() - size});
    if (got == 0) ended_ = true;
    size += got;
    if (got == 0 || size - left >= kWindow / 2) break;
  }
  window_ = {buffer->data(), size};
  return size > left;
}

std::optional<PacketBytes> PacketStream::next_of_file() {
  while (at_ < window_.size() || fill()) {
    const Taken taken = look(window_, at_);
    switch (taken.step) {
      case Step::Packet:
        at_ = taken.at + taken.size;
        return PacketBytes{window_.substr(taken.at, taken.size),
                           Place(window_at_ + taken.at, taken.size), window_at_ + taken.at};
      case Step::Other:
        at_ += taken.size;
        break;
      case Step::Short:
        if (fill()) break;
        [[fallthrough]];
      case Step::Broken: {
        const std::size_t run = next_run(window_, at_ + 1);
        if (taken.step == Step::Short && run == window_.size()) {
          cut_off_ = window_at_ + at_;
        } else {
          skip_damage(window_at_ + at_, window_at_ + at_, run - at_);
        }
        at_ = run;
        break;
      }
    }
  }
  return std::nullopt;
}

bool PacketStream::next_batch(PacketBatch& batch, std::size_t bytes) {
  std::size_t size = 0;
  while (size < bytes) {
    const auto packet = next_of_file();
    if (!packet) return false;
    if (batch.buffers.empty() || batch.buffers.back() != buffer_) batch.buffers.push_back(buffer_);
    batch.add(*packet);
    size += packet->bytes.size();
  }
  return true;
}

std::optional<PacketBytes> PacketStream::next_inside() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    while (level.at < level.text.size()) {
      const Taken taken = look(level.text, level.at);
      if (taken.step == Step::Packet) {
        level.at = taken.at + taken.size;
        return PacketBytes{std::string_view(level.text).substr(taken.at, taken.size),
                           Place(level.begin + taken.at, taken.size), level.in_file};
      }
      if (taken.step == Step::Other) {
        level.at += taken.size;
        continue;
      }
      LANESCOPE_CHECK(level.at < level.text.size(), "damage within {} bytes, not at {}",
                      level.text.size(), level.at);
      skip_damage(level.in_file, level.begin + level.at, level.text.size() - level.at);
      level.at = level.text.size();
    }
    levels_.pop_back();
  }
  return std::nullopt;
}

bool PacketStream::enter(const PacketBytes& packet, std::string_view packed, bool zstd) {
  LANESCOPE_CHECK(packed.size() <= packet.bytes.size(), "at most {} bytes of the packet, not {}",
                  packet.bytes.size(), packed.size());
  if (levels_.size() >= kDeepest) return false;
  auto text = unpack(packed, zstd);
  if (!text || unpacked_ + text->size() > kUnpackedBase) return false;
  const std::uint64_t at =
      packet.place.offset() + static_cast<std::uint64_t>(packed.data() - packet.bytes.data());
  const std::uint64_t begin = kUnpackedBase + unpacked_;
  bundles_.push_back({begin, text->size(), at, packed.size(), packet.in_file, zstd});
  unpacked_ += text->size();
  levels_.push_back({*std::move(text), 0, begin, packet.in_file});
  return true;
}

}  // namespace lanescope::perfetto
