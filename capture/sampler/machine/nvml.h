// Figures of each GPU by NVML, the driver's library for that, found at run time.
#pragma once

#include <memory>
#include <string>

#include "capture/sampler/machine/figure_thread.h"

namespace lanescope {

/// `library`: its name or path. It stays loaded, as the driver's libraries do not like to be
/// unloaded. Where it is missing or refuses to work, there are no figures.
std::unique_ptr<FigureSource> make_nvml_source(std::string library);

}  // namespace lanescope
