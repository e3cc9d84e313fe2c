// Python in other processes, for the sampler: finds it and reads its threads from outside.
#pragma once

#include <memory>

#include "capture/sampler/python_reader.h"

namespace lanescope {

/// Reads with process_vm_readv and /proc alone. A Python whose frames turn out not to be where its
/// version has them is given up after some hundred looks: look() returns false, and open() says
/// why.
std::unique_ptr<PythonReader> make_remote_python_reader();

}  // namespace lanescope
