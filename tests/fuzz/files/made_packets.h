// Perfetto traces with events at random.
#pragma once

#include <random>
#include <string>

namespace lanescope {

/// A Perfetto trace, of the kinds of packets that PyTorch, rocprofv3, GPU producers and Chrome
/// write.
std::string perfetto_file(std::mt19937_64& random);

}  // namespace lanescope
