// Loads an XSpace (.xplane.pb), which JAX, XLA and TensorFlow write, as a snapshot.
#pragma once

#include <memory>

#include "core/readers/trace_loader.h"

namespace lanescope {

/// `source` must be an XSpace (is_xplane of space.h), at its beginning. Damage and what is missing
/// are in the load report. Errors: Unsupported beyond 2 GiB, more than such a file can have.
/// Memory: the file, while it is read.
Result<LoadedTrace> load_xplane(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                                const LoadOptions& options);

}  // namespace lanescope
