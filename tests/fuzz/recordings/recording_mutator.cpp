#include "tests/fuzz/recordings/recording_mutator.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "capture/wire/records.h"
#include "tests/fuzz/engine/fuzz_target.h"

namespace lanescope {
namespace {

std::uint64_t hostile_word(std::mt19937_64& random) {
  constexpr std::array<std::uint64_t, 12> kWords = {0,
                                                    1,
                                                    0xFFU,
                                                    0xFFFFU,
                                                    0x10000U,
                                                    0x7FFFFFFFU,
                                                    0xFFFFFFFFU,
                                                    0x100000000U,
                                                    0x7FFFFFFFFFFFFFFFU,
                                                    0x8000000000000000U,
                                                    0xFFFFFFFFFFFFFFFFU,
                                                    1'700'000'000'000'050'000U};
  return below(random, 3) == 0 ? random() : kWords[below(random, kWords.size())];
}

/// Where records of a payload begin, the end included.
std::vector<std::size_t> record_places(const std::string& payload) {
  std::vector<std::size_t> places{0};
  wire::RecordHeader header;
  while (payload.size() - places.back() >= sizeof header) {
    std::memcpy(&header, payload.data() + places.back(), sizeof header);
    const std::size_t size = header.words * wire::kWord;
    if (size == 0 || size > payload.size() - places.back()) break;
    places.push_back(places.back() + size);
  }
  return places;
}

void change_record(std::string& payload, std::mt19937_64& random) {
  const std::vector<std::size_t> places = record_places(payload);
  if (places.size() < 2) return;
  const std::size_t which = below(random, places.size() - 1);
  const std::size_t begin = places[which];
  const std::size_t size = places[which + 1] - begin;
  wire::RecordHeader header;
  std::memcpy(&header, payload.data() + begin, sizeof header);
  switch (below(random, 7)) {
    case 0:
      payload.erase(begin, size);
      return;
    case 1:
      payload.insert(places[below(random, places.size())], payload.substr(begin, size));
      return;
    case 2:
      header.type = static_cast<std::uint16_t>(below(random, 66));
      break;
    case 3:
      header.words = static_cast<std::uint16_t>(
          below(random, 4) == 0 ? random() : header.words + below(random, 3) - 1);
      break;
    case 4:
      header.aux = static_cast<std::uint32_t>(hostile_word(random));
      break;
    default: {
      const std::uint64_t word = hostile_word(random);
      const std::size_t half = below(random, 2) == 0 ? 8 : 4;
      const std::size_t at = begin + below(random, size / half) * half;
      std::memcpy(payload.data() + at, &word, half);
      return;
    }
  }
  std::memcpy(payload.data() + begin, &header, sizeof header);
}

void change_header(wire::ChunkHeader& header, std::mt19937_64& random) {
  switch (below(random, 4)) {
    case 0:
      header.kind = static_cast<std::uint16_t>(below(random, 10));
      break;
    case 1:
      header.process =
          static_cast<std::uint32_t>(below(random, 3) == 0 ? random() : below(random, 3));
      break;
    case 2:
      header.channel =
          static_cast<std::uint16_t>(below(random, 3) == 0 ? random() : below(random, 4));
      break;
    default:
      header.time_ns = static_cast<std::int64_t>(hostile_word(random));
  }
}

void change_text(std::string& payload, std::mt19937_64& random) {
  constexpr std::string_view kTokens =
      "=\n\xFF\nrank=\nrank=-1\nworld_size=99999999999999999999\npid=0\ndropped_records=-5\n"
      "dropped_records=18446744073709551615\ncupti_dropped=3\ntext=\nfile_lost_records=7";
  mutate(payload, random, kTokens);
}

}  // namespace

void mutate_chunks(std::vector<RecordingChunk>& chunks, const std::vector<RecordingChunk>& other,
                   std::mt19937_64& random) {
  if (chunks.empty()) return;
  const std::size_t at = below(random, chunks.size());
  const auto place = [&chunks](std::size_t i) {
    return chunks.begin() + static_cast<std::ptrdiff_t>(i);
  };
  switch (below(random, 10)) {
    case 0:
      chunks.erase(place(at));
      break;
    case 1: {
      const RecordingChunk copy = chunks[at];
      chunks.insert(place(below(random, chunks.size() + 1)), copy);
      break;
    }
    case 2:
      std::swap(chunks[at], chunks[below(random, chunks.size())]);
      break;
    case 3:
      if (!other.empty()) chunks.insert(place(at), other[below(random, other.size())]);
      break;
    case 4:
      change_header(chunks[at].header, random);
      break;
    case 5:
      chunks[at].payload.resize(below(random, chunks[at].payload.size() + 1));
      break;
    default:
      if (chunks[at].header.kind == static_cast<std::uint16_t>(wire::ChunkKind::Records)) {
        change_record(chunks[at].payload, random);
      } else {
        change_text(chunks[at].payload, random);
      }
  }
}

void damage_bytes(std::string& bytes, std::mt19937_64& random) {
  if (bytes.empty()) return;
  const std::size_t at = below(random, bytes.size());
  const std::size_t length = std::min(1 + below(random, 600), bytes.size() - at);
  switch (below(random, 5)) {
    case 0:
      bytes.erase(at, length);
      break;
    case 1:
      std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), length, '\0');
      break;
    case 2:
      bytes.insert(below(random, bytes.size()), bytes.substr(at, length));
      break;
    default:
      bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(random, 8)));
  }
}

}  // namespace lanescope
