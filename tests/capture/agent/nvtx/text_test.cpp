#include "capture/agent/nvtx/text.h"

#include <memory>
#include <string>
#include <vector>

#include <doctest/doctest.h>

#include "tests/capture/agent/sandbox.h"

using namespace lanescope;
using namespace lanescope::agent;
using namespace lanescope::agent::nvtx;

namespace {

struct Room {
  char bytes[kTextBytes];
};

std::string wide(const wchar_t* text) {
  const auto room = std::make_unique<Room>();
  return std::string(text_of(text, room->bytes));
}

}  // namespace

TEST_CASE(
    "wide texts become UTF-8, and are cut where there may be no room for the next character") {
  CHECK(wide(L"").empty());
  CHECK(wide(L"aü名😀") == "aü名😀");
  CHECK(wide(nullptr).empty());
  CHECK(wide(reinterpret_cast<const wchar_t*>(std::uintptr_t{8})).empty());
  // Slightly more than the wire format allows, so that the channel notices the cut.
  CHECK(wide(std::wstring(4096, L'x').c_str()) == std::string(4096, 'x'));
  CHECK(wide(std::wstring(4097, L'x').c_str()) == std::string(4097, 'x'));
  CHECK(wide(std::wstring(5000, L'x').c_str()) == std::string(4097, 'x'));
  CHECK(wide(std::wstring(1025, L'😀').c_str()).size() == 4100);
  CHECK(wide(std::wstring(2000, L'😀').c_str()).size() == 4100);
}

TEST_CASE("texts that are no addresses are empty, long ones are read a byte further than needed") {
  CHECK(text_of(static_cast<const char*>(nullptr)).empty());
  CHECK(text_of(reinterpret_cast<const char*>(std::uintptr_t{100})).empty());
  CHECK(text_of("abc") == "abc");
  const std::string longest(9000, 'x');
  CHECK(text_of(longest.c_str()).size() == wire::kMaxStringBytes + 1);
}

TEST_CASE("a text that is kept is found again by its bytes, whatever its length") {
  std::vector<const KeptText*> handles;
  for (std::size_t bytes = 0; bytes < 40; ++bytes) {
    const std::string text(bytes, 'k');
    const KeptText* const kept = keep_text(text);
    REQUIRE(kept != nullptr);
    CHECK(kept->view() == text);
    CHECK(is_kept_text(kept));
    CHECK(reinterpret_cast<std::uintptr_t>(kept) % alignof(KeptText) == 0);
    handles.push_back(kept);
  }
  for (std::size_t bytes = 0; bytes < 40; ++bytes) {
    const std::string text(bytes, 'k');
    CHECK(keep_text(text) == handles[bytes]);
    CHECK(handles[bytes]->view() == text);  // the next one does not overlap it
  }
}

TEST_CASE("what nobody has kept is no handle") {
  const KeptText* const kept = keep_text("kept");
  CHECK_FALSE(is_kept_text(nullptr));
  CHECK_FALSE(is_kept_text(&kept));
  CHECK_FALSE(is_kept_text(reinterpret_cast<const char*>(kept) + 4));
  CHECK_FALSE(is_kept_text(reinterpret_cast<const char*>(kept) - 2 * kKeptBytes));
  CHECK_FALSE(is_kept_text(reinterpret_cast<const char*>(kept) + kKeptBytes));
}

TEST_CASE("before anything is kept there is no handle, and 16 MiB of texts are") {
  check_in_child([] {
    const auto* const first = reinterpret_cast<const char*>(keep_text("first"));
    const std::string ending(4000, '.');
    std::size_t kept = 0;
    const KeptText *last = nullptr, *known = nullptr;
    for (; kept < 10'000; ++kept) {
      known = keep_text(std::to_string(kept) + ending);
      if (known == nullptr) break;
      last = known;
    }
    if (kept == 10'000 || kept < 3500) return 1;
    // Smaller ones still fit, up to the last byte; existing ones are still found.
    std::size_t small = 0;
    for (; small < 10'000; ++small) {
      known = keep_text("s" + std::to_string(small));
      if (known == nullptr) break;
      last = known;
    }
    if (small == 10'000) return 2;
    if (reinterpret_cast<const char*>(last + 1) > first + kKeptBytes) return 3;
    if (!is_kept_text(last)) return 4;
    if (reinterpret_cast<const char*>(keep_text("first")) != first) return 5;
    // Its length reaches beyond the kept texts.
    auto* const spoilt = const_cast<KeptText*>(last);
    spoilt->bytes = kKeptBytes;
    if (is_kept_text(spoilt)) return 6;
    spoilt->bytes = ~std::size_t{0};
    return is_kept_text(spoilt) ? 7 : 0;
  });
}

TEST_CASE("a handle's text ends within what is kept, to the byte") {
  check_in_child([] {
    auto* const kept = const_cast<KeptText*>(keep_text("the first"));
    // It is at the very start only in a process in which nothing was kept before.
    kept->bytes = 0;
    if (!is_kept_text(kept)) return 1;
    std::size_t good = 0, bad = 2 * kKeptBytes;
    while (bad - good > 1) {
      kept->bytes = (good + bad) / 2;
      (is_kept_text(kept) ? good : bad) = kept->bytes;
    }
    const auto end = reinterpret_cast<std::uintptr_t>(kept->text) + good;
    return end % 4096 == 0 ? 0 : 2;
  });
}
