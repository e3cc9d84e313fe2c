// The interpreters of another process, their threads, and who holds the GIL.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "capture/sampler/python/find_python.h"
#include "capture/sampler/python/remote_copies.h"
#include "capture/sampler/python_reader.h"

namespace lanescope {

struct ListedThread {
  std::uint64_t state = 0;        // the address of its thread state
  std::uint64_t interpreter = 0;  // its address
  std::uint64_t python_id = 0;    // what pthread_self() returns there
  std::uint32_t native_id = 0;    // what gettid() returns; 0: this version does not keep it
  bool holds_gil = false;
};

class ThreadList {
 public:
  ThreadList(const RemoteMemory& memory, const FoundPython& python)
      : memory_(memory), python_(python) {}

  /// Adds what led to the threads at the last follow() to what is to be copied.
  void request(RemoteCopies& copies);

  /// Gives a copy of the thread state at an address, valid until it is asked again; null if it
  /// cannot be read.
  using StateCopy = std::function<const char*(std::uint64_t)>;
  /// Follows the lists, by the copies as far as they reach. False: there is nothing to read.
  bool follow(const RemoteCopies& copies, const StateCopy& state_copy);

  [[nodiscard]] std::span<const ListedThread> threads() const { return threads_; }
  /// The last follow() missed threads, since a list changed meanwhile.
  [[nodiscard]] bool is_torn() const { return is_torn_; }
  /// Where the locks that are on are, each once.
  [[nodiscard]] std::vector<PythonLook::Gil> gils() const;

 private:
  struct Gil {
    std::uint64_t address = 0;  // 0: none
    std::uint64_t holder = 0;   // a thread state; 0: nobody
    bool is_on = false;
  };
  struct Interpreter {
    std::uint64_t address = 0;
    Gil gil;
    RemoteCopies::Piece first_piece = 0;
    bool is_requested = false;
  };
  /// What is read of an interpreter, in the order of its pieces.
  struct InterpreterHead {
    std::uint64_t next = 0, first_thread = 0, gil = 0;
  };

  [[nodiscard]] std::uint64_t fixed_gil() const;
  bool read_head(const RemoteCopies& copies, const Interpreter& interpreter,
                 InterpreterHead& head) const;
  void read_gil(const RemoteCopies& copies, std::uint64_t address, Interpreter& interpreter) const;
  void follow_threads(const Interpreter& interpreter, std::uint64_t first,
                      const StateCopy& state_copy);

  const RemoteMemory& memory_;
  const FoundPython& python_;
  RemoteCopies::Piece runtime_piece_ = 0;
  std::vector<Interpreter> interpreters_;
  std::vector<ListedThread> threads_;
  bool is_torn_ = false;
};

}  // namespace lanescope
