#include "app/cli/info.h"

#include <fmt/core.h>

#include "app/cli/exit_code.h"
#include "app/cli/open_trace.h"
#include "app/cli/verbs.h"

namespace lanescope {
namespace {

/// One trace: a document of its own.
int print_one(const std::string& path, bool json) {
  const auto trace = open_trace(path);
  if (!trace.ok()) return complain(kUnusable, path, trace.error().message);
  const WaitedTrace& open = trace.value();
  if (json) {
    print_document(info_json(*open, open.session->load_seconds()));
  } else {
    fmt::print("{}", info_text(*open, open.session->load_seconds()));
  }
  return kDone;
}

/// A folder: what can be read of it, and a complaint for each file that can not.
int print_all(const std::vector<std::string>& paths, bool json) {
  Json documents = Json::array();
  std::size_t read = 0;
  for (const std::string& path : paths) {
    const auto trace = open_trace(path);
    if (!trace.ok()) {
      complain(kUnusable, path, trace.error().message);
      continue;
    }
    const WaitedTrace& open = trace.value();
    if (json) {
      documents.push_back(info_json(*open, open.session->load_seconds()));
    } else {
      fmt::print("{}{}", read == 0 ? "" : "\n", info_text(*open, open.session->load_seconds()));
    }
    ++read;
  }
  if (json && read != 0) print_document({{"traces", std::move(documents)}});
  return read == 0 ? kUnusable : kDone;
}

}  // namespace

int run_info(const InfoOptions& options) {
  const auto paths = list_traces(options.trace);
  if (!paths.ok()) return complain(kUnusable, options.trace, paths.error().message);
  if (!paths.value().from_folder) return print_one(options.trace, options.json);
  return print_all(paths.value().files, options.json);
}

}  // namespace lanescope
