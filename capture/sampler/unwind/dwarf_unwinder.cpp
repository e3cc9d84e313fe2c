#include "capture/sampler/unwind/dwarf_unwinder.h"

#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <tuple>
#include <utility>

#include "core/base/check.h"

namespace lanescope {

struct DwarfUnwinder::File {
  DwarfUnwinder* owner = nullptr;
  std::string path;
  std::optional<ModuleLayout> layout;
  FileDescriptor descriptor;
  libdw::Elf* elf = nullptr;  // shared by all processes that have it mapped
  bool is_tried = false;
};

struct DwarfUnwinder::Process {
  const libdw::Functions* call = nullptr;
  libdw::Session* session = nullptr;
  std::vector<MappedCode> code;  // by address
  // While a stack is unwound.
  const StackCopy* stack = nullptr;
  UnwoundStack result;
  bool has_passed_copy = false;
  bool has_passed_signal = false;
  bool has_left_copy = false;  // for a stack that is somewhere else

  explicit Process(const libdw::Functions& functions) : call(&functions) {}
  ~Process() {
    if (session != nullptr) call->end(session);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  [[nodiscard]] const MappedCode* code_at(std::uint64_t address) const {
    const auto after = std::ranges::upper_bound(code, address, {}, &MappedCode::begin);
    if (after == code.begin() || address >= (after - 1)->end) return nullptr;
    return &*(after - 1);
  }
};

namespace {

/// Debugging information is of no use here, and may be a server away.
int find_no_debug_info(libdw::Module*, void**, const char*, libdw::Address, const char*,
                       const char*, std::uint32_t, char**) {
  return -1;
}
/// Asked of object files only, which no process has mapped.
int find_no_section(libdw::Module*, void**, const char*, libdw::Address, const char*, std::uint32_t,
                    const void*, libdw::Address*) {
  return -1;
}
pid_t no_next_thread(libdw::Session*, void*, void**) {
  return 0;
}
bool the_thread(libdw::Session*, pid_t, void* argument, void** thread_argument) {
  *thread_argument = argument;
  return true;
}

}  // namespace

bool DwarfUnwinder::can_unwind(const char* library) {
  return kRegisterMask != 0 && libdw::load(library) != nullptr;
}

std::unique_ptr<DwarfUnwinder> DwarfUnwinder::make(const char* library) {
  if (!can_unwind(library)) return nullptr;
  std::unique_ptr<DwarfUnwinder> made(new DwarfUnwinder(*libdw::load(library)));
  return made->own_ == nullptr ? nullptr : std::move(made);
}

DwarfUnwinder::DwarfUnwinder(const libdw::Functions& call)
    : call_(&call), own_file_(::open("/proc/self/exe", O_RDONLY | O_CLOEXEC)) {
  if (own_file_.open()) own_ = call_->elf_begin(own_file_.get(), libdw::kElfRead, nullptr);
}

DwarfUnwinder::~DwarfUnwinder() {
  processes_.clear();
  for (const auto& [number, file] : files_) {
    if (file->elf != nullptr) call_->elf_end(file->elf);
  }
  if (own_ != nullptr) call_->elf_end(own_);
}

DwarfUnwinder::File& DwarfUnwinder::file_of(const MappedCode& code) {
  std::unique_ptr<File>& file = files_[code.file];
  if (file != nullptr) return *file;
  file = std::make_unique<File>();
  file->owner = this;
  if (code.path.empty() || files_.size() > kMostFiles) return *file;
  file->path = reachable_path(code.folder, code.path, code.inode);
  file->layout = read_module_layout(file->path);
  return *file;
}

libdw::Elf* DwarfUnwinder::open(File& file) {
  if (std::exchange(file.is_tried, true) || open_files_ >= kMostOpenFiles) return file.elf;
  file.descriptor = FileDescriptor(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.descriptor.open()) return nullptr;
  // A file that is cut while it is mapped would end us; a read of it fails.
  file.elf = call_->elf_begin(file.descriptor.get(), libdw::kElfRead, nullptr);
  ++open_files_;
  return file.elf;
}

int DwarfUnwinder::find_elf(libdw::Module* /*module*/, void** data, const char* /*name*/,
                            libdw::Address /*base*/, char** path, libdw::Elf** elf) {
  *path = nullptr;
  if (*data == nullptr) return -1;
  File& file = *static_cast<File*>(*data);
  DwarfUnwinder& owner = *file.owner;
  // The same one again, counted: the module ends it.
  if (libdw::Elf* const opened = owner.open(file))
    *elf = owner.call_->elf_begin(file.descriptor.get(), libdw::kElfRead, opened);
  return -1;
}

bool DwarfUnwinder::begin(std::int64_t pid, Process& process) {
  static const libdw::Callbacks callbacks{find_elf, find_no_debug_info, find_no_section, nullptr};
  static const libdw::ThreadCallbacks thread_callbacks{no_next_thread, the_thread, read_memory,
                                                       set_registers,  nullptr,    nullptr};
  process.session = call_->begin(&callbacks);
  return process.session != nullptr &&
         call_->attach(process.session, own_, static_cast<pid_t>(pid), &thread_callbacks, &process);
}

void DwarfUnwinder::map(std::int64_t pid, std::span<const MappedCode> code) {
  const auto known = processes_.find(pid);
  if (known == processes_.end() && processes_.size() >= kMostProcesses) return;
  std::unique_ptr<Process>& process = processes_[pid];
  if (process == nullptr) {
    process = std::make_unique<Process>(*call_);
    if (!begin(pid, *process)) return forget(pid);
  }
  process->code.assign(code.begin(), code.end());
  report(*process);
}

void DwarfUnwinder::report(Process& process) {
  call_->report_begin(process.session);
  std::uint64_t reported_end = 0;
  for (const MappedCode& code : process.code) {
    File& file = file_of(code);
    const auto bias = file.layout ? file.layout->bias(code) : std::nullopt;
    // Several mappings of one module, and what overlaps, are reported once.
    if (!bias || code.begin < reported_end) continue;
    const std::uint64_t end = *bias + file.layout->end;
    // Known ones are recognized by this, and keep what was read.
    libdw::Module* const module = call_->report_module(
        process.session, std::to_string(code.file).c_str(), *bias + file.layout->begin, end);
    void** data = nullptr;
    if (module == nullptr) continue;
    call_->module_info(module, &data, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
    if (data != nullptr) *data = &file;
    reported_end = end;
  }
  call_->report_end(process.session, nullptr, nullptr);
}

void DwarfUnwinder::forget(std::int64_t pid) {
  processes_.erase(pid);
}

bool DwarfUnwinder::read_memory(libdw::Session* /*session*/, libdw::Address address,
                                std::uint64_t* word, void* argument) {
  Process& process = *static_cast<Process*>(argument);
  const StackCopy& stack = *process.stack;
  const std::uint64_t at = address - stack.registers[kStackRegister];
  if (address >= stack.registers[kStackRegister] && stack.bytes.size() >= sizeof *word &&
      at <= stack.bytes.size() - sizeof *word) {
    std::memcpy(word, stack.bytes.data() + at, sizeof *word);
    return true;
  }
  constexpr std::uint64_t kMostStackBytes = std::uint64_t{1} << 30U;
  if (stack.is_cut && at < kMostStackBytes)
    process.has_passed_copy = true;
  else
    process.has_left_copy = true;
  return false;
}

bool DwarfUnwinder::set_registers(libdw::Thread* thread, void* argument) {
  const Process& process = *static_cast<Process*>(argument);
  const Registers& all = process.stack->registers;
  constexpr auto kCount =
      static_cast<unsigned>(std::tuple_size_v<Registers> - (kAddressIsRegister ? 0 : 1));
  if (!kAddressIsRegister) process.call->set_address(thread, all[kAddressRegister]);
  return process.call->set_registers(thread, 0, kCount, all.data());
}

int DwarfUnwinder::add_frame(libdw::Frame* frame, void* argument) {
  Process& process = *static_cast<Process*>(argument);
  std::vector<CodePlace>& places = process.result.places;
  libdw::Address address = 0;
  bool is_exact = false;
  if (places.size() >= kMostFrames || !process.call->frame_address(frame, &address, &is_exact))
    return libdw::kStop;
  // A caller is at the address to which it will return, which may be that of the next function.
  if (!is_exact && address != 0) --address;
  // Only what was interrupted by a signal is, besides the innermost function.
  if (is_exact && !places.empty()) process.has_passed_signal = true;
  const MappedCode* const code = process.code_at(address);
  if (code == nullptr) return libdw::kStop;
  places.push_back({code->file, address - code->begin + code->offset});
  return libdw::kGoOn;
}

UnwoundStack DwarfUnwinder::unwind(std::int64_t pid, const StackCopy& stack) {
  const auto at = processes_.find(pid);
  if (at == processes_.end()) return {};
  Process& process = *at->second;
  process.stack = &stack;
  process.result = {};
  process.has_passed_copy = process.has_passed_signal = process.has_left_copy = false;
  const int answer = call_->frames(process.session, static_cast<pid_t>(pid), add_frame, &process);
  process.stack = nullptr;
  if (process.has_passed_copy) {
    process.result.end = UnwoundStack::End::Cut;
  } else if (process.has_passed_signal && process.has_left_copy) {
    // libdw takes a caller that cannot be read for none.
    process.result.end = UnwoundStack::End::Signaled;
  } else if (answer == 0) {
    process.result.end = UnwoundStack::End::Complete;
  }
  return std::move(process.result);
}

}  // namespace lanescope
