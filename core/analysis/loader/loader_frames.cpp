#include "core/analysis/loader/loader_frames.h"

namespace lanescope {
namespace {

/// "Queue.get" of "multiprocessing/queues.py(98): Queue.get". Since Python 3.11 functions have the
/// name of their class, before not.
std::string_view function_in(std::string_view frame, std::string_view file) {
  const std::size_t at = frame.find(file);
  if (at == std::string_view::npos) return {};
  const std::size_t colon = frame.find("): ", at + file.size());
  if (colon == std::string_view::npos) return {};
  const std::string_view function = frame.substr(colon + 3);
  const std::size_t dot = function.rfind('.');
  return dot == std::string_view::npos ? function : function.substr(dot + 1);
}

constexpr std::string_view kQueues = "multiprocessing/queues.py(";
constexpr std::string_view kPinning = "torch/utils/data/_utils/pin_memory.py(";

}  // namespace

bool is_worker_loop(std::string_view frame) {
  return function_in(frame, "torch/utils/data/_utils/worker.py(") == "_worker_loop";
}

std::optional<LoaderPhase> loader_phase(std::string_view frame) {
  if (function_in(frame, "torch/utils/data/_utils/fetch.py(") == "fetch") return LoaderPhase::Fetch;
  const std::string_view function = function_in(frame, kQueues);
  if (function == "get") return LoaderPhase::Wait;
  if (function == "put") return LoaderPhase::Put;
  return std::nullopt;
}

bool is_queue_feeder(std::string_view frame) {
  return function_in(frame, kQueues) == "_feed";
}

bool is_sending(std::string_view frame) {
  return function_in(frame, "multiprocessing/reduction.py(") == "dumps" ||
         function_in(frame, "multiprocessing/connection.py(") == "send_bytes";
}

bool is_batch_receiver(std::string_view frame) {
  return function_in(frame, "torch/utils/data/dataloader.py(") == "_try_get_data" ||
         is_pin_memory_thread(frame);
}

bool is_pin_memory_thread(std::string_view frame) {
  return !function_in(frame, kPinning).empty();
}

}  // namespace lanescope
