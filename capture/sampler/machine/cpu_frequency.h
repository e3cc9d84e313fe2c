// How fast the CPUs of this machine run, where the system tells it.
#pragma once

#include <memory>
#include <string>

#include "capture/sampler/machine/figure_thread.h"

namespace lanescope {

/// `folder`: "/sys/devices/system/cpu". Virtual machines often tell nothing.
std::unique_ptr<FigureSource> make_cpu_frequency_source(std::string folder);

}  // namespace lanescope
