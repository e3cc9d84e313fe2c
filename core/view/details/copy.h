// What a copy or a fill moved, between which kinds of memory, and how fast.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text/json_value.h"
#include "core/base/time.h"
#include "core/store/snapshot.h"
#include "core/view/details/args.h"

namespace lanescope {

struct DetailsCopy {
  std::optional<std::int64_t> bytes;
  std::optional<double> gb_per_s;  // bytes per nanosecond; nullopt without bytes or duration
  std::string from;                // "pageable host", "device"; empty of a fill and where unknown
  std::string to;
};

/// By the name ("Memcpy HtoD (Pageable -> Device)", "CopyHostToDevice") and the arguments, which
/// may be null. nullopt for what is no copy or fill. Pure.
std::optional<DetailsCopy> copy_of(const TraceInfo& info, CategoryKind kind, std::string_view name,
                                   const JsonValue* args, Ns dur_ns);

std::vector<ArgumentFact> copy_facts(const DetailsCopy& copy);

/// With four significant digits: "24.13 GB/s", "172.1 MB/s".
std::string format_rate(double gb_per_s);

}  // namespace lanescope
