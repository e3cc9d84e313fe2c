// What a file is, told by its first bytes.
#pragma once

#include <memory>
#include <string>

#include "core/base/bytes/byte_source.h"
#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/converted_format.h"

namespace lanescope {

struct RecognizedFile {
  std::shared_ptr<ByteSource> source;     // decoded, nothing read yet
  const ConvertedFormat* side = nullptr;  // what has to become a trace first
  bool capture = false;                   // a recording
  // Neither: JSON, as far as its first bytes tell.
};

/// Errors: as open_raw_source; WrongFormat with advice for what is known to be something else.
Result<RecognizedFile> recognize_file(const std::string& path, LoadProgress* progress);

}  // namespace lanescope
