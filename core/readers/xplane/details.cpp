#include "core/readers/xplane/details.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text/numbers.h"

namespace lanescope {
namespace {

/// More than any GPU has for a thread; AMD's have 512.
constexpr std::int64_t kMostRegisters = 1024;

/// Calls visit(key, value) for each "key:value" between blanks.
template <typename Visit>
void each_figure(std::string_view details, const Visit& visit) {
  for (std::size_t begin = 0; begin < details.size();) {
    const std::size_t end = std::min(details.find(' ', begin), details.size());
    const std::string_view word = details.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t colon = word.find(':');
    if (colon != std::string_view::npos) visit(word.substr(0, colon), word.substr(colon + 1));
  }
}

std::optional<Extent3> three(std::string_view text) {
  Extent3 values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t end = std::min(text.find(','), text.size());
    const auto value = parse_number<std::int64_t>(text.substr(0, end));
    if (!value) return std::nullopt;
    values[i] = *value;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return values;
}

/// In the words of torch.profiler.
std::string_view memory_kind(std::string_view kind) {
  if (kind == "Unknown" || kind == "unknown") return {};
  for (const std::string_view known :
       {"Pageable", "Pinned", "Device", "Array", "Managed", "Device Static", "Managed Static"}) {
    if (kind.size() == known.size() && kind.substr(1) == known.substr(1)) return known;
  }
  return kind;
}

}  // namespace

KernelFigures read_kernel_figures(std::string_view details) {
  KernelFigures figures;
  std::optional<std::int64_t> fixed, dynamic, group;
  each_figure(details, [&](std::string_view key, std::string_view value) {
    const auto number = parse_number<std::int64_t>(value);
    if (key == "regs") figures.registers = number;
    if (key == "static_shared") fixed = number;
    if (key == "dynamic_shared") dynamic = number;
    if (key == "group_mem") group = number;
    if (key == "private_mem") figures.private_bytes = number;
    if (key == "grid") figures.grid = three(value);
    if (key == "block") figures.block = three(value);
    if (key == "occ_pct") figures.occupancy_percent = parse_number<double>(value);
  });
  if (figures.occupancy_percent.value_or(0) <= 0) figures.occupancy_percent.reset();
  figures.are_implausible =
      figures.registers && (*figures.registers < 0 || *figures.registers > kMostRegisters);
  if (figures.are_implausible) {
    figures.registers.reset();
  } else if (group) {
    figures.shared_bytes = group;
  } else if (fixed || dynamic) {
    figures.shared_bytes = fixed.value_or(0) + dynamic.value_or(0);
  }
  return figures;
}

CopyFigures read_copy_figures(std::string_view details) {
  CopyFigures figures;
  each_figure(details, [&](std::string_view key, std::string_view value) {
    if (key == "kind_src") figures.from = memory_kind(value);
    if (key == "kind_dst" || key == "kind") figures.to = memory_kind(value);
    if (key == "size" || key == "num_bytes") figures.bytes = parse_number<std::int64_t>(value);
  });
  return figures;
}

std::string copy_name(std::string_view name, const CopyFigures& figures) {
  constexpr std::string_view kCopy = "Memcpy";
  const std::string_view way = name.substr(std::min(kCopy.size(), name.size()));
  const bool is_way = name.starts_with(kCopy) && way.size() == 3 && way[1] == '2';
  if (!is_way) return std::string(name);
  const auto kind = [](std::string_view known) { return known.empty() ? "Unknown" : known; };
  return fmt::format("{} {}to{} ({} -> {})", kCopy, way[0], way[2], kind(figures.from),
                     kind(figures.to));
}

}  // namespace lanescope
