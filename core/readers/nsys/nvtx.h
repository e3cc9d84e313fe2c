// NVTX: ranges of threads, ranges across threads, marks; and what torch's emit_nvtx wrote as such.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/readers/nsys/context.h"
#include "core/readers/rows/step_prefix.h"

namespace lanescope {

/// Whether the export has rows of NVTX.
bool has_nvtx(SqliteDatabase& database);

/// `steps` is told of all ranges of the user. Those around launches are repeated over the work.
void read_nvtx(const NsysContext& context, StepPrefixes& steps);

/// The names of domains, by process and number, and of the categories in them.
class NvtxDomains {
 public:
  NvtxDomains(SqliteDatabase& database, const NsysStrings& strings);
  /// Empty for the default domain, "domain 3" if it has no name.
  [[nodiscard]] std::string name(NsysProcess process, std::int64_t domain) const;
  /// Empty if it has no name.
  [[nodiscard]] std::string category(NsysProcess process, std::int64_t domain,
                                     std::int64_t category) const;

 private:
  std::map<std::pair<NsysProcess, std::int64_t>, std::string> names_;
  std::map<std::tuple<NsysProcess, std::int64_t, std::int64_t>, std::string> categories_;
};

/// The text of the current row.
std::string_view nvtx_text(SqliteRows& rows, int text, int text_id, const NsysStrings& strings);

}  // namespace lanescope
