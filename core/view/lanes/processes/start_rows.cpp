#include "core/view/lanes/processes/start_rows.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "core/analysis/host/python_frame.h"

namespace lanescope {
namespace {

/// The last function of Python's own before the one that the program has given, or that a library
/// runs its workers with.
struct Start {
  std::string_view file, function;
};
constexpr std::array kStarts{
    Start{"threading.py", "run"},
    Start{"multiprocessing/process.py", "run"},
    Start{"multiprocessing/pool.py", "worker"},
    Start{"concurrent/futures/process.py", "_process_worker"},
    Start{"concurrent/futures/thread.py", "_worker"},
    Start{"torch/utils/data/_utils/worker.py", "_worker_loop"},
    Start{"torch/utils/data/_utils/pin_memory.py", "_pin_memory_loop"},
};
constexpr std::uint32_t kLooks = 64, kMostRows = 48;

bool is_start(std::string_view name) {
  // Most names are not even of these files.
  if (name.find(".py(") == std::string_view::npos) return false;
  const DetailsFrame frame = parse_python_frame(name);
  // "Thread.run" since Python 3.11, "run" before.
  const std::string_view function = frame.function;
  const std::string_view own = function.substr(function.rfind('.') + 1);
  return std::ranges::any_of(kStarts, [&](const Start& start) {
    if (own != start.function || !frame.file.ends_with(start.file)) return false;
    const std::size_t folder = frame.file.size() - start.file.size();
    return folder == 0 || frame.file[folder - 1] == '/' || frame.file[folder - 1] == '\\';
  });
}

std::optional<std::string_view> name_at(const Snapshot& snapshot, const TrackChunk& chunk,
                                        std::uint32_t row, Ns time_ns) {
  if (row >= chunk.rows.size()) return std::nullopt;
  const RowSlices slices = chunk.slices_of(chunk.rows[row]);
  const auto after = std::ranges::upper_bound(slices.start_ns, time_ns) - slices.start_ns.begin();
  if (after == 0) return std::nullopt;
  const std::uint32_t slice = chunk.rows[row].first + static_cast<std::uint32_t>(after) - 1;
  const bool is_python = snapshot.kind_of(chunk.category[slice]) == CategoryKind::SampledFrame;
  if (chunk.end_ns(slice) <= time_ns || !is_python) return std::nullopt;
  return snapshot.text(chunk.name[slice]);
}

/// The row below the innermost such function that is open; 0 if none is, nullopt if the thread is
/// in no Python.
std::optional<std::uint32_t> below_start(const Snapshot& snapshot, const Track& samples,
                                         Ns time_ns) {
  std::optional<std::uint32_t> below;
  for (const auto& chunk : samples.chunks) {
    if (time_ns < chunk->bounds.begin_ns || time_ns >= chunk->bounds.end_ns) continue;
    for (std::uint32_t row = 0; row < kMostRows; ++row) {
      const auto name = name_at(snapshot, *chunk, row, time_ns);
      if (!name) break;
      below = is_start(*name) ? row + 1 : below.value_or(0);
    }
  }
  return below;
}

}  // namespace

std::uint32_t row_below_start(const Snapshot& snapshot, const Track& samples) {
  std::array<std::uint32_t, kMostRows + 1> seen{};
  std::uint32_t in_python = 0;
  const Ns step_ns = std::max<Ns>(samples.bounds.length_ns() / kLooks, 1);
  for (std::uint32_t look = 0; look < kLooks; ++look) {
    const Ns time_ns = samples.bounds.begin_ns + step_ns * look + step_ns / 2;
    const auto below = below_start(snapshot, samples, time_ns);
    if (!below) continue;
    ++in_python;
    ++seen.at(*below);
  }
  const auto most = std::ranges::max_element(seen);
  const bool nearly_all = *most > 0 && *most * 4 >= in_python * 3;
  return nearly_all ? static_cast<std::uint32_t>(most - seen.begin()) : 0;
}

}  // namespace lanescope
