#include "app/shell/files/typed_path.h"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <string_view>

#include "app/shell/files/save_target.h"
#include "app/workspace/files/paths.h"
#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

namespace fs = std::filesystem;

std::string absolute_folder(const std::string& folder, const std::string& typed) {
  const fs::path whole = (fs::path(folder) / expanded_path(typed)).lexically_normal();
  // "runs/" means "runs"; a root has no name of its own.
  const bool cut = !whole.has_filename() && whole != whole.root_path();
  return (cut ? whole.parent_path() : whole).string();
}

bool begins_ignoring_case(std::string_view text, std::string_view begin) {
  return text.size() >= begin.size() &&
         std::ranges::equal(
             text.substr(0, begin.size()), begin, {}, [](char c) { return lower_case(c); },
             [](char c) { return lower_case(c); });
}

std::size_t common_length(std::string_view a, std::string_view b) {
  const auto end = std::ranges::mismatch(a, b).in1;
  auto length = static_cast<std::size_t>(end - a.begin());
  const auto inside_a_character = [&] {
    return length < a.size() && (static_cast<unsigned char>(a[length]) & 0xC0U) == 0x80U;
  };
  while (length > 0 && inside_a_character()) --length;
  return length;
}

}  // namespace

std::optional<TypedPath> typed_path(const std::string& folder, const std::string& typed) {
  const auto last = std::ranges::find_if(typed.rbegin(), typed.rend(), is_separator);
  if (last != typed.rend()) {
    const std::string before(typed.begin(), last.base());
    return TypedPath{absolute_folder(folder, before), before,
                     std::string(last.base(), typed.end())};
  }
  const bool variable = typed.starts_with('$') && expanded_path(typed) != typed;
  if (typed != ".." && typed != "~" && !variable) return std::nullopt;
  return TypedPath{absolute_folder(folder, typed), typed + "/", ""};
}

bool may_become(const TypedPath& typed, const FolderEntry& entry) {
  return begins_ignoring_case(entry.name, typed.name);
}

std::string completed(const TypedPath& typed, std::span<const FolderEntry> entries) {
  const FolderEntry* first = nullptr;
  std::size_t count = 0;
  std::size_t length = 0;
  for (const FolderEntry& entry : entries) {
    if (!may_become(typed, entry)) continue;
    length = first == nullptr ? entry.name.size()
                              : common_length(first->name.substr(0, length), entry.name);
    if (first == nullptr) first = &entry;
    ++count;
  }
  // Names that differ in case only have less in common than was typed.
  if (first == nullptr || length < typed.name.size()) return typed.before + typed.name;
  const bool one_folder = count == 1 && first->folder;
  return typed.before + first->name.substr(0, length) + (one_folder ? "/" : "");
}

}  // namespace lanescope
