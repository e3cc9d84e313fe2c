#include "core/readers/converted_format.h"

#include <array>
#include <cstdint>
#include <utility>

#include "core/readers/collapsed/collapsed.h"
#include "core/readers/json/shape.h"
#include "core/readers/memory/snapshot.h"
#include "core/readers/memory/timeline.h"
#include "core/readers/perf_script/perf_script.h"
#include "core/readers/pprof/pprof.h"
#include "core/readers/speedscope/speedscope.h"

namespace lanescope {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30U;

/// Protocols 2 to 5, and one of the keys of a snapshot.
bool is_memory_snapshot(std::string_view head) {
  return head.size() > 2 && head[0] == '\x80' && head[1] >= 2 && head[1] <= 5 &&
         (head.find("segments") != std::string_view::npos ||
          head.find("device_traces") != std::string_view::npos);
}

template <ListShape shape>
bool is_list(std::string_view head) {
  return list_shape(head) == shape;
}

template <TimelineForm form>
Result<ConvertedText> convert_timeline(const std::string& content,
                                       const LoadProgress* /*progress*/) {
  return memory_timeline_text(content, form);
}

constexpr std::array<ConvertedFormat, 7> kFormats = {{
    {"cuda-memory-snapshot", is_memory_snapshot, memory_snapshot_text},
    {"memory-timeline", is_list<ListShape::NumberList>, convert_timeline<TimelineForm::Sums>},
    {"raw-memory-timeline", is_list<ListShape::FourNumbers>, convert_timeline<TimelineForm::Raw>},
    {"speedscope", is_speedscope, speedscope_text, true},
    {"pprof", is_pprof, pprof_text, true},
    {"perf-script", is_perf_script, perf_script_text, true},
    {"collapsed-stacks", is_collapsed, collapsed_text, true},
}};

}  // namespace

std::span<const ConvertedFormat> converted_formats() {
  return kFormats;
}

const ConvertedFormat* find_converted_format(std::string_view text_head) {
  for (const ConvertedFormat& format : kFormats) {
    if (format.recognizes(text_head)) return &format;
  }
  return nullptr;
}

Result<ConvertedText> convert_to_trace_text(const ConvertedFormat& format, ByteSource& source,
                                            LoadProgress* progress) {
  std::string content;
  std::size_t filled = 0;
  while (progress == nullptr || !progress->cancel) {
    content.resize(filled + (std::size_t{1} << 20));
    const std::size_t got = source.read({content.data() + filled, content.size() - filled});
    filled += got;
    if (progress != nullptr) progress->bytes_done = source.consumed_bytes();
    if (got == 0) break;
    if (filled > kMostBytes) {
      return Error{Error::Kind::Unsupported, "is larger than 4 GiB, more than can be converted"};
    }
  }
  content.resize(filled);
  return format.convert(content, progress);
}

}  // namespace lanescope
