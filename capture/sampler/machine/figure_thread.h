// Reads figures on a thread of its own, from a source that may be slow or never answer.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/time.h"

namespace lanescope {

struct Figure {
  std::string name;  // of the counter, with its unit
  double value = 0;
};

/// Used on one thread, which may outlive whoever made it.
class FigureSource {
 public:
  virtual ~FigureSource() = default;

  /// False: this machine does not have it.
  virtual bool open() = 0;
  /// What it says now.
  virtual std::vector<Figure> read() = 0;
  virtual void close() {}
};

/// One thread, besides its own.
class FigureThread {
 public:
  /// Where no thread can be started, there are no figures. `name`: of the thread.
  FigureThread(std::unique_ptr<FigureSource> source, std::string name, Ns period_ns);
  FigureThread(const FigureThread&) = delete;
  FigureThread& operator=(const FigureThread&) = delete;
  /// Cost: waits for what is being read, but no longer than kMostWaitNs; then the thread is left to
  /// itself, and ends when the source answers.
  ~FigureThread();

  /// The figures of the last reading; empty: none since the last call.
  [[nodiscard]] std::vector<Figure> take();
  /// Since when the source has not answered; 0: it is not asked at the moment. CLOCK_MONOTONIC.
  [[nodiscard]] Ns asked_since_ns() const;

  static constexpr Ns kMostWaitNs = 200'000'000;

 private:
  struct State;
  static void run(State& state);

  std::shared_ptr<State> state_;
};

}  // namespace lanescope
