// What the threads of a server wait for, whose main thread has nothing to do but to accept
// requests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/analysis/findings/rules.h"
#include "core/analysis/host_time/host_states.h"

namespace lanescope {

/// The name of a kind of threads that are numbered, such as one for each request: "Thread-12
/// (process_request_thread)" without its numbers.
std::string thread_kind(std::string_view name);

/// Adds a finding if threads of one kind are, at most times of the judged time, in a wait of one
/// kind. `main`: the main thread of their process, an index in HostTime::threads; `fix_of`: by the
/// state. Returns which kind; nullopt if it found nothing. Cost: a pass over the samples of its
/// process.
std::optional<HostState> judge_worker_threads(const FindingFacts& facts, std::uint32_t main,
                                              std::string_view (*fix_of)(HostState),
                                              RuleAnswer& answer);

}  // namespace lanescope
