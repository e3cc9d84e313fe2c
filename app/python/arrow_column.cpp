#include "app/python/arrow_column.h"

#include <limits>

#include "app/python/fault.h"

namespace lanescope {

ArrowColumn text_column(std::span<const std::string_view> texts) {
  std::vector<std::int32_t> ends;
  ends.reserve(texts.size() + 1);
  std::size_t bytes = 0;
  for (const std::string_view text : texts) bytes += text.size();
  if (bytes > std::numeric_limits<std::int32_t>::max())
    throw Fault("the names of the trace take more than 2 GiB; use fewer columns");
  std::vector<char> all;
  all.reserve(bytes);
  ends.push_back(0);
  for (const std::string_view text : texts) {
    all.insert(all.end(), text.begin(), text.end());
    ends.push_back(static_cast<std::int32_t>(all.size()));
  }
  return {static_cast<std::int64_t>(texts.size()),
          0,
          {{}, own_buffer(std::move(ends)), own_buffer(std::move(all))},
          {}};
}

}  // namespace lanescope
