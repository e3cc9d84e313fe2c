// Datagrams between Kineto's client in a PyTorch process and the daemon that it polls. Layout:
// third_party/dynolog_headers/dynolog/src/ipcfabric of pytorch/kineto; native byte order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace lanescope {

/// A client's question.
struct KinetoQuestion {
  enum class Kind {
    Context,  // how many processes its job has
    Config,   // whether there is anything to do
  };
  Kind kind = Kind::Config;
  std::int32_t wants = 0;          // bits: kKinetoEvents, kKinetoActivities
  std::vector<std::int32_t> pids;  // in its own namespace: itself first, then its ancestors
};
inline constexpr std::int32_t kKinetoEvents = 1, kKinetoActivities = 2;

/// Nothing if the bytes are not a question.
std::optional<KinetoQuestion> read_kineto_question(std::span<const std::byte> datagram);

/// The answer to a Config question; empty `config`: there is nothing to do.
std::string kineto_config_answer(std::string_view config);
std::string kineto_context_answer(std::int32_t processes);

/// Size of the receive buffer; longer datagrams are not from Kineto.
inline constexpr std::size_t kMaxKinetoDatagram = 4096;

}  // namespace lanescope
