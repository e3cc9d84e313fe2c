#include "app/python/dictionaries.h"

#include <cstdint>

namespace lanescope {

std::shared_ptr<const ArrowColumn> name_texts(const Snapshot& trace) {
  std::vector<std::string_view> texts;
  texts.reserve(trace.strings->size());
  for (std::uint32_t id = 0; id < trace.strings->size(); ++id)
    texts.push_back(trace.text(static_cast<StringId>(id)));
  return std::make_shared<const ArrowColumn>(text_column(texts));
}

std::shared_ptr<const ArrowColumn> dictionary_of(std::span<const std::string> texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  return std::make_shared<const ArrowColumn>(text_column(views));
}

}  // namespace lanescope
