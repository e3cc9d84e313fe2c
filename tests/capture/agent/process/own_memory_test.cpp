// Reading memory that may be freed, also in a sandbox that forbids the system call for it.
#include "capture/agent/process/own_memory.h"

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "tests/capture/agent/sandbox.h"

using namespace lanescope::agent;

namespace {

constexpr std::size_t kPage = 4096;

/// A readable page followed by an inaccessible one.
class LastPage {
 public:
  LastPage() {
    memory_ = static_cast<char*>(
        ::mmap(nullptr, 2 * kPage, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    REQUIRE(::mprotect(memory_ + kPage, kPage, PROT_NONE) == 0);
  }
  ~LastPage() { ::munmap(memory_, 2 * kPage); }
  LastPage(const LastPage&) = delete;
  LastPage& operator=(const LastPage&) = delete;

  [[nodiscard]] char* end() const { return memory_ + kPage; }
  /// Puts the text at the end of the page, with or without its terminator.
  [[nodiscard]] const char* put(const std::string& text, bool with_zero) const {
    char* const at = end() - text.size() - (with_zero ? 1 : 0);
    std::memcpy(at, text.c_str(), text.size() + (with_zero ? 1 : 0));
    return at;
  }

 private:
  char* memory_;
};

std::string joined(const std::string& one, const std::string& other) {
  std::string to(one.size() + other.size(), '?');
  const iovec pieces[] = {{const_cast<char*>(one.data()), one.size()},
                          {const_cast<char*>(other.data()), other.size()}};
  to.resize(copy_pieces(pieces, 2, to.data()));
  return to;
}

}  // namespace

TEST_CASE("what is there is copied, what is not is told, and errno stays") {
  const LastPage page;
  errno = 1234;
  int from = 5, to = 0;
  CHECK(copy_memory(&to, &from, sizeof from));
  CHECK(to == 5);
  CHECK_FALSE(copy_memory(&to, page.end(), sizeof to));
  CHECK_FALSE(copy_memory(&to, nullptr, sizeof to));
  CHECK_FALSE(copy_memory(&to, page.end() - 1, sizeof to));
  CHECK(joined("one, ", "two") == "one, two");
  CHECK(errno == 1234);
}

TEST_CASE("pieces are copied as far as the first that is not there") {
  const LastPage page;
  char to[16] = {};
  const iovec pieces[] = {{const_cast<char*>("abc"), 3}, {page.end(), 4}};
  CHECK(copy_pieces(pieces, 2, to) == 3);
  CHECK(std::string(to) == "abc");
}

TEST_CASE("a text ends with its zero, with the most that is asked for, or is none") {
  const LastPage page;
  char to[64];
  CHECK(copy_text(page.put("kernel", true), to, sizeof to) == "kernel");
  CHECK(copy_text(page.put("kernel", false), to, 6) == "kernel");
  CHECK(copy_text(page.put("kernel", false), to, 3) == "ker");
  const std::string_view unended = copy_text(page.put("kernel", false), to, sizeof to);
  CHECK(unended.data() == nullptr);
  // Across a page boundary.
  std::string two_pages(2 * kPage, 'x');
  std::string room(3 * kPage, '\0');
  CHECK(copy_text(two_pages.c_str(), room.data(), room.size()) == two_pages);
}

TEST_CASE("in a sandbox without that call memory that stays is read straight, other is not there") {
  check_in_child([] {
    if (!can_copy_memory() || !forbid_copies()) return kNoSandbox;
    // The first attempt discovers it.
    int from = 5, to = 0;
    if (copy_memory(&to, &from, sizeof from, Forbidden::GiveUp) || can_copy_memory()) return 1;
    if (!copy_memory(&to, &from, sizeof from) || to != 5) return 2;
    if (joined("one, ", "two") != "one, two") return 3;
    const LastPage page;
    return copy_memory(&to, page.end(), sizeof to, Forbidden::GiveUp) ? 4 : 0;
  });
}

TEST_CASE("the attempt that finds the sandbox out loses nothing that stays") {
  check_in_child([] {
    if (!can_copy_memory() || !forbid_copies()) return kNoSandbox;
    int from = 5, to = 0;
    return copy_memory(&to, &from, sizeof from) && to == 5 ? 0 : 1;
  });
}
