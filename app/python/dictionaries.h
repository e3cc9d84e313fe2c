// The texts that numbers of a table stand for.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "app/python/arrow_column.h"
#include "core/store/snapshot.h"

namespace lanescope {

/// All texts of the trace, by StringId. Cost: a copy of them.
std::shared_ptr<const ArrowColumn> name_texts(const Snapshot& trace);

/// Other texts, by their number.
std::shared_ptr<const ArrowColumn> dictionary_of(std::span<const std::string> texts);

}  // namespace lanescope
