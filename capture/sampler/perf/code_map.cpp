#include "capture/sampler/perf/code_map.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

#include "core/base/files/file_descriptor.h"
#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

constexpr std::size_t kMostMapBytes = std::size_t{8} << 20U;

/// A system file that tells its size to nobody.
std::string read_all(int folder, const char* path) {
  const FileDescriptor file(::openat(folder, path, O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!file.open()) return text;
  std::array<char, 64U << 10U> room;
  while (text.size() < kMostMapBytes) {
    const ssize_t got = ::read(file.get(), room.data(), room.size());
    if (got <= 0) break;
    text.append(room.data(), static_cast<std::size_t>(got));
  }
  return text;
}

/// Removes the first word and returns it.
std::string_view take_word(std::string_view& line) {
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  return word;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> hex_pair(std::string_view text,
                                                                char between) {
  const std::size_t at = std::min(text.find(between), text.size());
  const auto first = parse_number<std::uint64_t>(text.substr(0, at), 16);
  const auto second = parse_number<std::uint64_t>(text.substr(std::min(at + 1, text.size())), 16);
  if (!first || !second) return std::nullopt;
  return std::pair(*first, *second);
}

/// "BEGIN-END RIGHTS OFFSET MAJOR:MINOR INODE    PATH"
std::optional<CodeRegion> parse_line(std::string_view line, const CodeMap::NumberOf& number_of) {
  const auto range = hex_pair(take_word(line), '-');
  const std::string_view rights = take_word(line);
  if (!range || range->first >= range->second || rights.find('x') == std::string_view::npos)
    return std::nullopt;
  const auto offset = parse_number<std::uint64_t>(take_word(line), 16);
  const auto device = hex_pair(take_word(line), ':');
  const auto inode = parse_number<std::uint64_t>(take_word(line));
  if (!offset || !device || !inode) return std::nullopt;
  return CodeRegion{range->first, range->second, *offset,
                    number_of(device->first << 32U | device->second, *inode, line)};
}

/// Removes what `hole` has; of a region that is larger, its rests stay.
void cut_out(std::vector<CodeRegion>& regions, const CodeRegion& hole) {
  std::vector<CodeRegion> rests;
  for (const CodeRegion& region : regions) {
    if (!region.overlaps(hole)) continue;
    if (region.begin < hole.begin)
      rests.push_back({region.begin, hole.begin, region.offset, region.file});
    if (hole.end < region.end)
      rests.push_back(
          {hole.end, region.end, region.offset + (hole.end - region.begin), region.file});
  }
  std::erase_if(regions, [&](const CodeRegion& region) { return region.overlaps(hole); });
  regions.insert(regions.end(), rests.begin(), rests.end());
}

}  // namespace

std::vector<CodeRegion> parse_code_map(std::string_view text, const CodeMap::NumberOf& number_of) {
  std::vector<CodeRegion> regions;
  while (!text.empty() && regions.size() < CodeMap::kMostRegions) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const auto region = parse_line(text.substr(0, end), number_of)) regions.push_back(*region);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  std::ranges::sort(regions, {}, &CodeRegion::begin);
  return regions;
}

void CodeMap::read(const ProcFolder& process, const NumberOf& number_of,
                   std::span<const CodeRegion> later) {
  const std::string text = read_all(process.descriptor(), "maps");
  const std::vector<CodeRegion> known = std::exchange(regions_, {});
  for (const CodeRegion& region : parse_code_map(text, number_of)) {
    std::vector<CodeRegion> parts{region};
    auto beside = std::ranges::upper_bound(known, region.begin, {}, &CodeRegion::end);
    for (; beside != known.end() && beside->begin < region.end; ++beside) cut_out(parts, *beside);
    for (const CodeRegion& other : later) cut_out(parts, other);
    regions_.insert(regions_.end(), parts.begin(), parts.end());
  }
  regions_.insert(regions_.end(), known.begin(), known.end());
  std::ranges::sort(regions_, {}, &CodeRegion::begin);
}

void CodeMap::add(const CodeRegion& region) {
  cut_out(regions_, region);
  if (regions_.size() < kMostRegions) regions_.push_back(region);
  std::ranges::sort(regions_, {}, &CodeRegion::begin);
}

const CodeRegion* CodeMap::find(std::uint64_t address) const {
  const auto after = std::ranges::upper_bound(regions_, address, {}, &CodeRegion::begin);
  if (after == regions_.begin()) return nullptr;
  const CodeRegion& region = *(after - 1);
  return address < region.end ? &region : nullptr;
}

}  // namespace lanescope
