// speedscope's JSON files, sampled and evented, as py-spy, this program and many others write them:
// https://www.speedscope.app/file-format-schema.json
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/threads/load_progress.h"
#include "core/readers/memory/converted_text.h"

namespace lanescope {

/// By the schema, or by the members that every such file has if it names the schema last.
bool is_speedscope(std::string_view head);

/// A lane for each profile, which is a thread. Samples that refer to no frame, are not in time
/// order or have no weight are listed. Errors: as ProfileText::finish; WrongFormat for broken JSON.
Result<ConvertedText> speedscope_text(const std::string& content, const LoadProgress* progress);

}  // namespace lanescope
