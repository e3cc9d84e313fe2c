// What the Details pane says of a collective.
#pragma once

#include <vector>

#include "core/analysis/comm/collective.h"
#include "core/view/details/args.h"

namespace lanescope {

std::vector<ArgumentFact> collective_facts(const Collective& collective);

}  // namespace lanescope
