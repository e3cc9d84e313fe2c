#include "tests/fuzz/engine/parcel.h"

#include <algorithm>

namespace lanescope {
namespace {

constexpr std::string_view kBegin = "==> ";
constexpr std::string_view kEnd = " <==\n";
constexpr std::string_view kOptions = "options";
constexpr std::size_t kLongestName = 60;

/// The name in the line that begins a file; empty: it is no such line.
std::string_view name_at(std::string_view bytes) {
  if (!bytes.starts_with(kBegin)) return {};
  const std::string_view line = bytes.substr(kBegin.size(), kLongestName + kEnd.size());
  const std::size_t end = line.find(kEnd);
  return end == std::string_view::npos ? std::string_view() : line.substr(0, end);
}

/// Where the next file's line begins, behind a line end.
std::size_t next_file(std::string_view bytes) {
  for (std::size_t at = bytes.find("\n==> "); at != std::string_view::npos;
       at = bytes.find("\n==> ", at + 1)) {
    if (!name_at(bytes.substr(at + 1)).empty()) return at;
  }
  return bytes.size();
}

}  // namespace

Parcel::Parcel(std::string_view bytes, std::string_view lone) {
  if (name_at(bytes).empty()) {
    add(std::string(lone), std::string(bytes));
    return;
  }
  while (!bytes.empty()) {
    const std::string_view name = name_at(bytes);
    bytes.remove_prefix(kBegin.size() + name.size() + kEnd.size());
    const std::size_t end = next_file(bytes);
    add(std::string(name), std::string(bytes.substr(0, end)));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
}

void Parcel::add(std::string name, std::string content) {
  files_.emplace_back(std::move(name), std::move(content));
}

std::string Parcel::bytes() const {
  std::string bytes;
  for (const File& file : files_) {
    if (!bytes.empty()) bytes += '\n';
    bytes += std::string(kBegin) + file.first + std::string(kEnd) + file.second;
  }
  return bytes;
}

std::vector<Parcel::File> Parcel::inputs() const {
  std::vector<File> inputs;
  for (const File& file : files_) {
    const bool is_name = file.first.find('/') == std::string::npos && file.first != "." &&
                         file.first != ".." && file.first.find('\0') == std::string::npos;
    if (file.first != kOptions && is_name) inputs.push_back(file);
  }
  return inputs;
}

std::string Parcel::option(std::string_view name, std::string_view usual) const {
  for (const File& file : files_) {
    if (file.first != kOptions) continue;
    std::string_view rest = file.second;
    while (!rest.empty()) {
      const std::string_view line = rest.substr(0, rest.find('\n'));
      if (line.starts_with(name) && line.substr(name.size()).starts_with(' '))
        return std::string(line.substr(name.size() + 1));
      rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
  }
  return std::string(usual);
}

}  // namespace lanescope
