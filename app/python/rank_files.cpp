#include "app/python/rank_files.h"

#include "app/cli/info/summary.h"
#include "app/cli/traces/summarized_trace.h"
#include "app/python/fault.h"
#include "core/base/files/replace_file.h"
#include "core/ranks/summary/summary_file.h"

namespace lanescope {

std::string write_rank_file(const std::string& trace, const std::string& output,
                            const std::string& named) {
  const std::string& name = named.empty() ? trace : named;
  const auto made = summarized_trace(trace, named);
  if (!made.ok()) fail(name, made.error().message);
  if (const auto problem = write_summary(output, made.value().summary, rights_of_source(trace)))
    fail(output, "cannot be written: " + problem->message);
  return made.value().summary.failure;
}

std::string rank_file_document(const std::string& path) {
  const auto summary = read_summary(path);
  if (!summary.ok()) fail(path, summary.error().message);
  return document_text(summary_json(summary.value(), path));
}

}  // namespace lanescope
