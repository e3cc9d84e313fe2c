#include "capture/sampler/perf/function_names.h"

#include <fstream>
#include <string>
#include <string_view>
#include <unistd.h>

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "capture/sampler/perf/code_map.h"
#include "tests/capture/sampler/child.h"
#include "tests/core/base/temp_folder.h"

using namespace lanescope;

namespace {

/// Soon, since another thread looks it up.
std::string name_of(FunctionNames& names, FunctionNames::Place place) {
  std::string name;
  CHECK(comes_true([&] {
    names.collect();
    const std::string* const found = names.find(place);
    if (found != nullptr) name = *found;
    return found != nullptr;
  }));
  return name;
}

/// Where a function of this program is, and the number of its file.
FunctionNames::Place place_of(FunctionNames& names, std::uint64_t address) {
  const auto self = ProcFolder::open(::getpid());
  REQUIRE(self);
  CodeMap map;
  map.read(*self, [&](std::uint64_t device, std::uint64_t inode, std::string_view path) {
    return names.file(device, inode, "/proc/self/root", path);
  });
  const CodeRegion* const region = map.find(address);
  REQUIRE(region != nullptr);
  return FunctionNames::place(region->file, address - region->begin + region->offset);
}

/// Where the code at `address` is in the file of this program.
std::uint64_t offset_of(std::uint64_t address) {
  const auto self = ProcFolder::open(::getpid());
  REQUIRE(self);
  CodeMap map;
  map.read(*self, [](std::uint64_t, std::uint64_t, std::string_view) { return std::uint32_t{1}; });
  const CodeRegion* const region = map.find(address);
  REQUIRE(region != nullptr);
  return address - region->begin + region->offset;
}

}  // namespace

TEST_CASE("a function is named without its parameters, and with its library") {
  CHECK(function_text("_ZN2at6native10add_kernelERNS_6TensorE") == "at::native::add_kernel");
  CHECK(function_text("_ZNKSt6vectorIiSaIiEE4sizeEv") ==
        "std::vector<int, std::allocator<int> >::size");
  CHECK(function_text("_ZN3fooclEi") == "foo::operator()");
  CHECK(function_text("_ZN12_GLOBAL__N_14spinEv") == "(anonymous namespace)::spin");
  CHECK(function_text("_PyEval_EvalFrameDefault") == "_PyEval_EvalFrameDefault");
  CHECK(function_text("f") == "f");
  CHECK(function_text("Pv") == "Pv");

  FunctionNames names;
  const auto address = reinterpret_cast<std::uint64_t>(&function_text);
  const auto place = place_of(names, address + 1);
  CHECK(name_of(names, place).starts_with("lanescope::function_text ("));
  CHECK(names.find_or_address(place) == name_of(names, place));
}

TEST_CASE("a function whose class has long arguments keeps its own name") {
  const std::string type(600, 'x');
  const std::string deep = "_ZN4DeepIJ600" + type + "S0_iEE";  // twice this type, and int
  CHECK(function_text(deep + "2goIdEEvT_") == "void Deep<…>::go<…>");
  CHECK(function_text(deep + "lsEi") == "Deep<…>::operator<<");
  CHECK(function_text(deep + "ptEv") == "Deep<…>::operator->");
  CHECK(function_text(deep + "clEPFivE") == "Deep<…>::operator()");
  // What is no template is cut at its end.
  CHECK(function_text(type + type) == type + std::string(424, 'x') + "…");
}

TEST_CASE("every address of a function has its name, though only one was looked up") {
  FunctionNames names;
  const auto place = place_of(names, reinterpret_cast<std::uint64_t>(&function_text) + 1);
  const std::string name = name_of(names, place);
  // At once, without another look at the file.
  const std::string* const beside = names.find(place + 8);
  REQUIRE(beside != nullptr);
  CHECK(*beside == name);
}

TEST_CASE("a function's name holds from its first byte to its last, and not before") {
  const std::uint64_t offset = offset_of(reinterpret_cast<std::uint64_t>(&function_text));
  const ElfSymbols symbols = ElfSymbols::read("/proc/self/exe");
  const ElfSymbols::Function function = symbols.at(offset + 1);
  REQUIRE(function.name.find("function_text") != std::string::npos);
  CHECK(function.first_offset == offset);
  CHECK(function.end_offset > offset + 16);
  CHECK(symbols.at(function.end_offset - 1).name == function.name);
  CHECK(symbols.at(function.first_offset - 1).name != function.name);
}

TEST_CASE("code without a name has its address, and code without a file neither") {
  FunctionNames names;
  TempFolder folder;
  const std::string path = folder.write("libnone.so.1", "this is no library");
  struct stat state {};
  REQUIRE(::stat(path.c_str(), &state) == 0);
  const auto number = names.file(state.st_dev, state.st_ino, "", path);
  CHECK(names.file(state.st_dev, state.st_ino, "", path) == number);
  CHECK(name_of(names, FunctionNames::place(number, 0x1234)) == "0x1234 (libnone.so.1)");
  const auto gone = names.file(1, 999'999'999, "/nowhere", "/usr/lib/gone.so (deleted)");
  CHECK(gone != number);
  CHECK(name_of(names, FunctionNames::place(gone, 0x10)) == "0x10 (gone.so, deleted)");
  const auto vdso = names.file(0, 0, "", "[vdso]"), made = names.file(0, 0, "", "");
  CHECK(vdso != made);
  CHECK(name_of(names, FunctionNames::place(vdso, 4)) == "unknown function ([vdso])");
  CHECK(name_of(names, FunctionNames::place(made, 4)) == "unknown function (anonymous memory)");
}

TEST_CASE("no damage to a library does any harm") {
  std::string program;
  {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    program.resize(4096);
    file.read(program.data(), static_cast<std::streamsize>(program.size()));
  }
  TempFolder folder;
  for (std::size_t at = 0; at < 64 + 56 * 12; ++at) {
    std::string damaged = program;
    damaged[at] = static_cast<char>(~damaged[at]);
    const ElfSymbols symbols = ElfSymbols::read(folder.write("damaged", damaged));
    CHECK(symbols.at(0x1000).name.empty());
  }
  CHECK(ElfSymbols::read(folder.path()).at(7).begin == 7);
  CHECK(ElfSymbols::read("/dev/zero").at(7).begin == 7);
}
