#include "app/python/dictionaries.h"

#include <map>
#include <string_view>

#include "app/python/made_columns.h"

namespace lanescope {

std::shared_ptr<const ArrowColumn> name_texts(const Snapshot& trace) {
  std::vector<std::string_view> texts;
  texts.reserve(trace.strings->size());
  for (std::uint32_t id = 0; id < trace.strings->size(); ++id)
    texts.push_back(trace.text(static_cast<StringId>(id)));
  return std::make_shared<const ArrowColumn>(text_column(texts));
}

NumberedTexts number_texts(std::span<const std::string> texts) {
  NumberedTexts out;
  std::map<std::string_view, std::int32_t> known;
  std::vector<std::string_view> distinct;
  for (const std::string& text : texts) {
    const auto [at, is_new] = known.try_emplace(text, static_cast<std::int32_t>(distinct.size()));
    if (is_new) distinct.push_back(text);
    out.number.push_back(at->second);
  }
  out.format = index_format(distinct.size());
  out.dictionary = std::make_shared<const ArrowColumn>(text_column(distinct));
  return out;
}

}  // namespace lanescope
