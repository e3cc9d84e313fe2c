// Formats with a reader of their own that writes rows without a detour over text: recordings, and
// the files of other profilers. To add a format, add a line to the table in native_format.cpp.
#pragma once

#include <memory>
#include <string_view>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/readers/trace_loader.h"
#include "core/store/snapshot.h"

namespace lanescope {

class SqliteDatabase;

/// What is known of a file before it is read.
struct FileHead {
  std::string_view text;  // up to 64 KiB of the decompressed bytes, from the first
  const SqliteDatabase* database = nullptr;  // set if the file is one
};

struct NativeFormat {
  std::string_view name;  // TraceInfo::format of the result
  bool (*recognizes)(const FileHead& head);
  /// `source` is decoded and at its beginning, and a database's has random access; `info` names the
  /// file and its size. Errors: those of load_trace. Damage and what is missing are in the load
  /// report. Runs on the loading thread.
  Result<LoadedTrace> (*load)(const std::shared_ptr<ByteSource>& source, TraceInfo info,
                              const LoadOptions& options);
};

/// Null if it is none of these.
const NativeFormat* find_native_format(const FileHead& head);

}  // namespace lanescope
