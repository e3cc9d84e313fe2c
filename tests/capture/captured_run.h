// A capture of the fake target, and its result.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include <doctest/doctest.h>

#include "capture/host/runner/session.h"
#include "core/base/text/message_text.h"
#include "tests/capture/capture_chunks.h"
#include "tests/core/base/temp_folder.h"
#include "tests/paths.h"

namespace lanescope {

inline constexpr int kPatienceMs = 60'000;  // for what takes well under a second on any machine

inline std::vector<std::string> fake_target(std::vector<std::string> words) {
  words.insert(words.begin(), binary_folder() + "/tests/capture/fake/fake_target");
  return words;
}

struct Captured {
  explicit Captured(std::vector<std::string> words) {
    options.command = fake_target(std::move(words));
    options.agent = "/nowhere/agent.so";  // the fake target needs none
    options.file = folder.path() + "/run.lanes";
    options.ring = {9, 64 << 10, 256 << 10};
  }
  void start(CaptureListener* listener = nullptr) {
    auto started = CaptureSession::start(options, listener);
    REQUIRE_MESSAGE(started.ok(), (started.ok() ? "" : started.error().message));
    session = std::move(started).value();
  }
  CaptureState run_to_its_end(CaptureListener* listener = nullptr) {
    start(listener);
    REQUIRE(session->wait_finished(kPatienceMs));
    return session->state();
  }
  /// Waits until `so` holds for the state.
  template <typename Condition>
  bool wait_until(Condition&& so) const {
    for (int i = 0; i < kPatienceMs / 10; ++i) {
      if (so(session->state())) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }
  [[nodiscard]] CaptureChunks file() const { return take_apart(content_of_file(options.file)); }

  TempFolder folder;
  CaptureOptions options;
  std::unique_ptr<CaptureSession> session;
};

inline bool has_marks(const CaptureChunks& chunks, std::uint32_t process, std::uint32_t channel,
                      std::int64_t count) {
  return counts_up_to(mark_times(chunks.records(process, channel)), count);
}

inline MessageText text_of(const CaptureChunks& chunks, wire::ChunkKind kind) {
  const auto texts = chunks.texts(kind);
  REQUIRE(texts.size() == 1);
  return MessageText(texts.front());
}

}  // namespace lanescope
