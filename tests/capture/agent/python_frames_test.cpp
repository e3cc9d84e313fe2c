// Walks over frames that are made by hand, of several versions of Python.
#include <cstring>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <sys/mman.h>

#include "capture/agent/python_walk.h"
#include "tests/capture/agent/test_ring.h"

using namespace lanescope;
using namespace lanescope::agent;
using wire::RecordType;

namespace {

PythonLayout layout_of(std::uint16_t version) {
  for (const PythonLayout& layout : kPythonLayouts) {
    if (layout.version == version) return layout;
  }
  return {};
}

bool never() {
  return false;
}

/// Objects of one Python, each in 512 bytes of its own.
class HandMade {
 public:
  explicit HandMade(std::uint16_t version, std::size_t most = 4096) : layout(layout_of(version)) {
    REQUIRE(layout.version == version);
    bytes_ = most * kObject;
    memory_ = static_cast<char*>(
        ::mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    REQUIRE(memory_ != MAP_FAILED);
    type = make();
    thread = make();
  }
  ~HandMade() { ::munmap(memory_, bytes_); }
  HandMade(const HandMade&) = delete;
  HandMade& operator=(const HandMade&) = delete;

  char* make() {
    REQUIRE(used_ + kObject <= bytes_);
    return memory_ + std::exchange(used_, used_ + kObject);
  }
  template <typename Value>
  static void put(char* object, std::uint16_t offset, Value value) {
    if (offset != PythonLayout::kNone) std::memcpy(object + offset, &value, sizeof value);
  }
  char* text(const std::string& ascii) {
    char* const made = make();
    put(made, layout.str_state, 1U << 2 | 1U << 5 | 1U << 6);  // compact ASCII
    put(made, layout.str_length, static_cast<std::int64_t>(ascii.size()));
    std::memcpy(made + layout.str_ascii, ascii.data(), ascii.size());
    return made;
  }
  char* bytes(const std::string& contents) {
    char* const made = make();
    put(made, layout.bytes_length, static_cast<std::int64_t>(contents.size()));
    std::memcpy(made + layout.bytes_data, contents.data(), contents.size());
    return made;
  }
  char* code(const std::string& name, std::int32_t first_line = 10) {
    char* const made = make();
    put(made, layout.object_type, type);
    put(made, layout.code_name, text(name));
    put(made, layout.code_qualname, text("T." + name));
    put(made, layout.code_filename, text(name + ".py"));
    put(made, layout.code_first_line, first_line);
    put(made, layout.code_line_table, bytes("lines of " + name));
    return made;
  }
  /// Within all that are there, `instruction` bytes into its code.
  char* push(char* code, std::int64_t instruction, std::uint8_t owner = 0) {
    char* const frame = make();
    put(frame, layout.frame_previous, innermost_);
    put(frame, layout.frame_code, reinterpret_cast<std::uintptr_t>(code) | layout.frame_tag);
    if (layout.code_bytecode == PythonLayout::kNone)
      put(frame, layout.frame_instruction, static_cast<std::int32_t>(instruction / 2));
    else
      put(frame, layout.frame_instruction, code + layout.code_bytecode + instruction);
    put(frame, layout.frame_owner, owner);
    enter(frame);
    return frame;
  }
  void enter(char* frame) {
    innermost_ = frame;
    if (layout.thread_cframe == PythonLayout::kNone) return put(thread, layout.thread_frame, frame);
    if (cframe_ == nullptr) put(thread, layout.thread_cframe, cframe_ = make());
    put(cframe_, layout.thread_frame, frame);
  }

  const PythonLayout layout;
  char *type = nullptr, *thread = nullptr;

 private:
  static constexpr std::size_t kObject = 512;
  char* memory_;
  std::size_t bytes_ = 0, used_ = 0;
  char *innermost_ = nullptr, *cframe_ = nullptr;
};

/// Walks it and keeps what the lane was told.
class Walker {
 public:
  explicit Walker(HandMade& python, wire::RingLayout layout = TestRing::small())
      : ring(layout), python_(python) {
    stacks_->follow(1);
  }

  std::uint32_t walk(bool copied, bool (*is_ending)() = never) {
    const Recording now;
    PythonWalk walk(python_.layout, python_.type, now.lane(), *stacks_);
    const std::uint32_t stack =
        copied ? walk.copied(python_.thread, is_ending) : walk.straight(python_.thread);
    surprised = walk.surprised();
    return stack;
  }
  /// Takes in what came since.
  std::vector<ReadRecord> read() {
    const auto records = ring.read(1);
    for (const auto& [number, text] : strings_of(records)) strings[number] = text;
    for (const ReadRecord& record : records) {
      if (record.type() == RecordType::Code) codes[record.header().aux] = record;
      if (record.type() == RecordType::Stack) told_stacks[record.header().aux] = record;
    }
    return records;
  }
  /// Its frames, innermost first: "T.name@instruction".
  std::string frames_of(std::uint32_t stack) {
    read();
    if (!told_stacks.contains(stack)) return "(none)";
    const ReadRecord& record = told_stacks[stack];
    std::string frames;
    for (std::uint32_t at = 0; at < record.as<wire::StackRecord>().depth; ++at) {
      wire::StackFrame frame;
      std::memcpy(&frame, record.bytes.data() + sizeof(wire::StackRecord) + at * sizeof frame,
                  sizeof frame);
      frames += strings[codes[frame.code].as<wire::CodeRecord>().name] + "@" +
                std::to_string(frame.instruction) + " ";
    }
    return frames;
  }
  PythonStacks& stacks() { return *stacks_; }

  TestRing ring;
  RecordingTo recording{ring};
  std::map<std::uint32_t, std::string> strings;
  std::map<std::uint32_t, ReadRecord> codes, told_stacks;
  bool surprised = false;

 private:
  HandMade& python_;
  PythonStacks* const stacks_ = PythonStacks::make();
};

constexpr std::uint16_t kVersions[] = {0x030A, 0x030B, 0x030C, 0x030D, 0x030E};

std::string qualified(const HandMade& python, const std::string& name) {
  return (python.layout.code_qualname == PythonLayout::kNone ? "" : "T.") + name;
}

}  // namespace

TEST_CASE("a walk finds every frame, innermost first, straight and by copies") {
  for (const std::uint16_t version : kVersions) {
    for (const bool copied : {false, true}) {
      CAPTURE(version);
      CAPTURE(copied);
      HandMade python(version);
      Walker walker(python);
      CHECK(walker.walk(copied) == 0);  // no frame
      CHECK_FALSE(walker.surprised);
      python.push(python.code("main", 3), 8);
      python.push(python.code("step", 20), 0);
      python.push(python.code("layer"), 40);
      const std::uint32_t stack = walker.walk(copied);
      CHECK(stack == 1);
      CHECK_FALSE(walker.surprised);
      CHECK(walker.frames_of(stack) == qualified(python, "layer") + "@40 " +
                                           qualified(python, "step") + "@0 " +
                                           qualified(python, "main") + "@8 ");
      CHECK(walker.told_stacks[stack].as<wire::StackRecord>().flags == 0);
      // The same again is the same, and nothing is written for it.
      CHECK(walker.walk(copied) == stack);
      CHECK(walker.read().empty());
    }
  }
}

TEST_CASE("a code object is told with all that is known of it, once") {
  for (const bool copied : {false, true}) {
    HandMade python(0x030D);
    Walker walker(python);
    char* const code = python.code("work", 123);
    python.push(code, 2);
    python.push(code, 4);
    CHECK(walker.frames_of(walker.walk(copied)) == "T.work@4 T.work@2 ");
    REQUIRE(walker.codes.size() == 1);
    const ReadRecord& record = walker.codes.begin()->second;
    const auto told = record.as<wire::CodeRecord>();
    CHECK(told.address == reinterpret_cast<std::uintptr_t>(code));
    CHECK(walker.strings[told.file] == "work.py");
    CHECK(told.first_line == 123);
    CHECK(told.python == 0x030D);
    CHECK(told.flags == 0);
    CHECK(record.extra<wire::CodeRecord>(told.table_bytes) == "lines of work");
  }
}

TEST_CASE("another place in a function is another stack, and so is another function, or one less") {
  HandMade python(0x030D);
  Walker walker(python);
  char *const main = python.code("main"), *const work = python.code("work");
  char* const outer = python.push(main, 8);
  python.push(work, 4);
  CHECK(walker.walk(false) == 1);
  python.enter(outer);
  CHECK(walker.walk(false) == 2);
  python.push(work, 6);
  CHECK(walker.walk(false) == 3);
  python.enter(outer);
  python.push(main, 4);
  CHECK(walker.walk(false) == 4);
  CHECK(walker.frames_of(1) == "T.work@4 T.main@8 ");
  CHECK(walker.frames_of(2) == "T.main@8 ");
  CHECK(walker.frames_of(3) == "T.work@6 T.main@8 ");
  CHECK(walker.frames_of(4) == "T.main@4 T.main@8 ");
}

TEST_CASE("a code object that lies where another lay is another one by its names or its line") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const code = python.code("work", 7);
  python.push(code, 4);
  CHECK(walker.walk(false) == 1);
  HandMade::put(code, python.layout.code_first_line, 8);
  CHECK(walker.walk(true) == 2);
  HandMade::put(code, python.layout.code_filename, python.text("other.py"));
  CHECK(walker.walk(false) == 3);
  HandMade::put(code, python.layout.code_name, python.text("other"));
  CHECK(walker.walk(true) == 4);
  walker.read();
  CHECK(walker.codes.size() == 4);
}

TEST_CASE("frames of the interpreter itself are passed over, of others it is surprised") {
  for (const auto& [version, entries] :
       {std::pair<std::uint16_t, int>{0x030C, 1}, {0x030D, 1}, {0x030E, 2}}) {
    CAPTURE(version);
    HandMade python(version);
    Walker walker(python);
    python.push(python.code("main"), 8, 2);
    char* const code = python.code("work");
    for (int owner = 3; owner < 3 + entries; ++owner)
      python.push(code, 2, static_cast<std::uint8_t>(owner));
    python.push(code, 4, 1);
    CHECK(walker.frames_of(walker.walk(false)) == "T.work@4 T.main@8 ");
    CHECK_FALSE(walker.surprised);
    python.push(code, 4, static_cast<std::uint8_t>(3 + entries));
    CHECK(walker.walk(false) == 0);
    CHECK(walker.surprised);
  }
}

TEST_CASE("before its first instruction a frame is at none, and so it is far beyond its code") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const code = python.code("work");
  python.push(code, std::int64_t{INT32_MAX} + 1);
  python.push(code, INT32_MAX);
  python.push(code, 0);
  python.push(code, -2);
  CHECK(walker.frames_of(walker.walk(false)) == "T.work@-1 T.work@0 T.work@2147483647 T.work@-1 ");
}

TEST_CASE("3.10 counts its instructions in units of two bytes, from -1 on") {
  HandMade python(0x030A);
  Walker walker(python);
  char* const code = python.code("work");
  python.push(code, std::int64_t{2} * INT32_MAX);
  python.push(code, 0);
  python.push(code, -2);
  CHECK(walker.frames_of(walker.walk(false)) == "work@-1 work@0 work@-1 ");
}

TEST_CASE("of a deep stack the innermost 512 frames are told, and that others are missing") {
  for (const bool copied : {false, true}) {
    HandMade python(0x030D);
    Walker walker(python);
    char* const code = python.code("work");
    for (int depth = 0; depth < 512; ++depth) python.push(code, 2 * depth);
    const std::uint32_t whole = walker.walk(copied);
    python.push(code, 2000);
    const std::uint32_t cut = walker.walk(copied);
    CHECK_FALSE(walker.surprised);
    walker.read();
    const auto of_whole = walker.told_stacks[whole].as<wire::StackRecord>();
    CHECK(of_whole.depth == 512);
    CHECK(of_whole.flags == 0);
    const auto of_cut = walker.told_stacks[cut].as<wire::StackRecord>();
    CHECK(of_cut.depth == 512);
    CHECK(of_cut.flags == wire::kStackCut);
    CHECK(walker.frames_of(cut).starts_with("T.work@2000 T.work@1022 "));
    CHECK(walker.frames_of(cut).ends_with("T.work@4 T.work@2 "));
  }
}

TEST_CASE("frames that lead in a circle end") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const first = python.push(python.code("work"), 4, 3);
  char* const second = python.push(python.code("work"), 4, 3);
  HandMade::put(first, python.layout.frame_previous, second);
  CHECK(walker.walk(false) == 0);
  CHECK_FALSE(walker.surprised);
}

TEST_CASE("what is no frame, no code or no name is a surprise, and no stack") {
  for (const bool copied : {false, true}) {
    CAPTURE(copied);
    const auto surprises = [copied](auto spoil) {
      HandMade python(0x030D);
      Walker walker(python);
      char* const outer = python.push(python.code("main"), 8);
      char* const code = python.code("work");
      python.push(code, 4);
      spoil(python, code, outer);
      const std::uint32_t stack = walker.walk(copied);
      return stack == 0 && walker.surprised;
    };
    const auto odd = reinterpret_cast<const char*>(std::uintptr_t{4097});  // no multiple of 8
    CHECK_FALSE(surprises([](HandMade&, char*, char*) {}));
    CHECK(surprises([&](HandMade& python, char*, char* frame) {
      HandMade::put(frame, python.layout.frame_previous, odd);
    }));
    CHECK(surprises([&](HandMade& python, char*, char* frame) {
      HandMade::put(frame, python.layout.frame_code, odd);
    }));
    CHECK(surprises([&](HandMade& python, char* code, char*) {
      HandMade::put(code, python.layout.object_type, python.thread);
    }));
    const char* const gone = reinterpret_cast<const char*>(std::uintptr_t{1} << 46);
    if (copied) {
      CHECK(surprises([&](HandMade& python, char*, char* frame) {
        HandMade::put(frame, python.layout.frame_code, gone);
      }));
      CHECK(surprises([&](HandMade& python, char*, char* frame) {
        HandMade::put(frame, python.layout.frame_previous, gone);
      }));
    }
    for (const std::uint16_t field :
         {layout_of(0x030D).code_qualname, layout_of(0x030D).code_filename,
          layout_of(0x030D).code_line_table}) {
      CHECK(surprises([&](HandMade&, char* code, char*) { HandMade::put(code, field, gone); }));
    }
  }
}

TEST_CASE("a stack that is read while Python ends is none") {
  static int looks = 0;
  for (const int ends_at : {1, 2, 3}) {
    HandMade python(0x030D);
    Walker walker(python);
    python.push(python.code("work"), 4);
    looks = -ends_at;
    const std::uint32_t stack = walker.walk(true, [] { return ++looks >= 0; });
    CHECK((stack == 0) == (ends_at < 3));
    CHECK_FALSE(walker.surprised);
    if (ends_at < 3) CHECK(walker.frames_of(1) == "(none)");
  }
}

TEST_CASE("a lane without room for a code object or a stack is told of it the next time") {
  for (const bool copied : {false, true}) {
    HandMade python(0x030D);
    Walker walker(python, {1 + 2, 1U << 16, 4096});
    python.push(python.code("work"), 4);
    const auto fill = [] {
      const Recording now;
      while (now.lane().write(0, wire::MarkRecord{})) {
      }
    };
    fill();
    CHECK(walker.walk(copied) == 0);
    CHECK_FALSE(walker.surprised);
    walker.read();
    const std::uint32_t stack = walker.walk(copied);
    CHECK(stack == 1);
    CHECK(walker.frames_of(stack) == "T.work@4 ");
    // One that is known takes no room.
    fill();
    CHECK(walker.walk(copied) == stack);
    walker.read();
    // Of a new one that found none nothing is remembered.
    python.push(python.code("work"), 6);
    fill();
    CHECK(walker.walk(copied) == 0);
    walker.read();
    CHECK(walker.frames_of(walker.walk(copied)) == "T.work@6 T.work@4 ");
  }
}

TEST_CASE("frames on more pages than are kept are found all the same, time and again") {
  HandMade python(0x030D);
  Walker walker(python);
  char* const code = python.code("work");
  for (int depth = 0; depth < 30; ++depth) {
    python.push(code, 2 * depth);
    for (int other = 0; other < 8; ++other) python.make();  // each on a page of its own
  }
  const std::uint32_t stack = walker.walk(true);
  CHECK(stack != 0);
  for (int times = 0; times < 3; ++times) CHECK(walker.walk(true) == stack);
  CHECK(walker.walk(false) == stack);
  // Whatever the pages were, it is the frames as they are now.
  python.push(code, 100);
  CHECK(walker.frames_of(walker.walk(true)).starts_with("T.work@100 T.work@58 "));
}

TEST_CASE("tables of code objects and stacks that are full start over, with new numbers") {
  const std::unique_ptr<PythonStacks, void (*)(PythonStacks*)> stacks(
      PythonStacks::make(), [](PythonStacks* made) { ::munmap(made, sizeof *made); });
  stacks->follow(1);
  const auto code = [](std::uintptr_t number) {
    return CodeIdentity{reinterpret_cast<const void*>(number * 16), nullptr, nullptr, 1};
  };
  for (std::uint32_t number = 1; number <= 3072; ++number) {
    CHECK(stacks->find_code(code(number)) == 0);
    CHECK(stacks->next_code() == number);
    stacks->add_code(code(number));
  }
  for (std::uint32_t number = 1; number <= 3072; ++number)
    REQUIRE(stacks->find_code(code(number)) == number);
  stacks->add_code(code(5000));
  CHECK(stacks->find_code(code(5000)) == 3073);
  CHECK(stacks->find_code(code(1)) == 0);
  for (std::uint32_t number = 1; number <= 6144; ++number) {
    CHECK(stacks->next_stack() == number);
    stacks->add_stack(number * 0x9E3779B97F4A7C15ULL);
  }
  for (std::uint32_t number = 1; number <= 6144; ++number)
    REQUIRE(stacks->find_stack(number * 0x9E3779B97F4A7C15ULL) == number);
  stacks->add_stack(7);
  CHECK(stacks->find_stack(7) == 6145);
  CHECK(stacks->find_stack(0x9E3779B97F4A7C15ULL) == 0);
  // Another generation of the lane knows nothing, and counts anew.
  stacks->follow(1);
  CHECK(stacks->find_stack(7) == 6145);
  stacks->follow(2);
  CHECK(stacks->find_stack(7) == 0);
  CHECK(stacks->find_code(code(5000)) == 0);
  CHECK(stacks->next_code() == 1);
  CHECK(stacks->next_stack() == 1);
  // Full when as many are in it as before.
  for (std::uint32_t number = 1; number <= 3072; ++number) stacks->add_code(code(number));
  CHECK(stacks->find_code(code(1)) == 1);
}
