// The texts that numbers of a table stand for.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "app/python/arrow_column.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// All texts of the trace, by StringId. Cost: a copy of them.
std::shared_ptr<const ArrowColumn> name_texts(const Snapshot& trace);

/// A dictionary without repeated texts, as readers want it, and the place in it of each text given.
struct NumberedTexts {
  std::shared_ptr<const ArrowColumn> dictionary;
  std::vector<std::int32_t> number;
  std::string format;  // of a column of such numbers
};
NumberedTexts number_texts(std::span<const std::string> texts);

}  // namespace lanescope
