#include "core/view/tables/roofline/roofline_names.h"

#include <map>
#include <string_view>

#include "core/view/tables/data_table.h"
#include "core/view/text/short_name.h"

namespace lanescope {
namespace {

/// "[64,256],[256,512]" for "[[64,256],[256,512]]".
std::string plain_shapes(std::string_view shapes) {
  const bool list = shapes.starts_with("[[") && shapes.ends_with(']');
  return std::string(list ? shapes.substr(1, shapes.size() - 2) : shapes);
}

std::string bytes_words(const RooflineRow& row) {
  return row.work.bytes > 0 ? bytes_cell(static_cast<std::int64_t>(row.work.bytes)).text + "/call"
                            : std::string();
}

class Names {
 public:
  Names(const Snapshot& trace, const std::vector<RooflineRow>& rows) : rows_(rows) {
    for (const RooflineRow& row : rows) names_.push_back({short_name(trace.text(row.op)), {}});
  }

  /// Adds what `part` says of a row to those of equal names for which it says different things.
  template <typename Part>
  void tell_apart(const Part& part, bool in_columns) {
    struct Said {
      std::string first;
      bool differs = false;
    };
    std::map<std::string, Said> said;
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::string words = part(rows_[i]);
      const auto [at, fresh] = said.try_emplace(names_[i].whole, Said{words});
      at->second.differs = at->second.differs || at->second.first != words;
    }
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const std::string words = part(rows_[i]);
      if (!said.at(names_[i].whole).differs || words.empty()) continue;
      names_[i].whole += " " + words;
      if (!in_columns) names_[i].rest += " " + words;
    }
  }

  std::vector<RooflineName> take() { return std::move(names_); }

 private:
  const std::vector<RooflineRow>& rows_;
  std::vector<RooflineName> names_;
};

}  // namespace

std::string plain_type(std::string_view type) {
  return std::string(type.starts_with("c10::") ? type.substr(5) : type);
}

std::vector<RooflineName> roofline_names(const Snapshot& trace,
                                         const std::vector<RooflineRow>& rows) {
  Names names(trace, rows);
  names.tell_apart([](const RooflineRow& row) { return plain_shapes(row.work.shapes); }, true);
  names.tell_apart([](const RooflineRow& row) { return plain_type(row.work.dtype); }, true);
  names.tell_apart([](const RooflineRow& row) { return "GPU " + std::to_string(row.device); },
                   false);
  // Equal so far, they differ in strides, masks or the types of other inputs.
  names.tell_apart(bytes_words, false);
  names.tell_apart(
      [](const RooflineRow& row) { return scaled_cell(row.work.flops, "FLOP").text + "/call"; },
      false);
  return names.take();
}

}  // namespace lanescope
