#include "core/view/colors/role.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <span>

#include "core/analysis/events/gpu_class.h"
#include "core/analysis/ops/ops.h"
#include "core/base/text/ascii_case.h"
#include "core/view/colors/frame_look.h"
#include "core/view/colors/state_look.h"

namespace lanescope {
namespace {

/// Enough of a name to classify it; template arguments can go on for pages.
constexpr std::size_t kLookedAt = 512;

/// A lowercase name, truncated to kLookedAt.
class Lowered {
 public:
  explicit Lowered(std::string_view name) : size_(std::min(name.size(), kLookedAt)) {
    std::ranges::transform(name.substr(0, size_), text_.begin(), lower_case);
  }
  [[nodiscard]] std::string_view text() const { return {text_.data(), size_}; }

 private:
  std::array<char, kLookedAt> text_;
  std::size_t size_;
};

using Words = std::span<const std::string_view>;

constexpr std::uint8_t kLightnesses = 5;  // of each hue, as RoleTable::kShades has it

bool contains(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}
bool contains_any(std::string_view text, Words words) {
  return std::ranges::any_of(words, [&](auto word) { return contains(text, word); });
}
bool starts_with_any(std::string_view text, Words words) {
  return std::ranges::any_of(words, [&](auto word) { return text.starts_with(word); });
}
bool is_any(std::string_view text, Words words) {
  return std::ranges::find(words, text) != words.end();
}

// Host names around collectives; core/analysis/gpu_class has the kernels' names.
constexpr std::array<std::string_view, 4> kCommunication = {
    "xccl", "c10d::", "gloo:", "record_param_comms"};

constexpr std::array<std::string_view, 4> kSync = {"devicesynchronize", "streamsynchronize",
                                                   "eventsynchronize", "ctxsynchronize"};
constexpr std::array<std::string_view, 14> kBlockingCopy = {
    "hipmemcpywithstream", "hipmemcpyhtod",   "hipmemcpydtoh",   "hipmemcpydtod",  "cudamemcpy",
    "hipmemcpy",           "cumemcpyhtod",    "cumemcpydtoh",    "cumemcpydtod",   "cumemcpyhtoh",
    "cumemcpyhtod_v2",     "cumemcpydtoh_v2", "cumemcpydtod_v2", "cumemcpyhtoh_v2"};

constexpr std::array<std::string_view, 8> kCopy = {"memcpy",     "memset",    "cudamemcpy",
                                                   "cudamemset", "hipmemcpy", "hipmemset",
                                                   "cumemcpy",   "cumemset"};

constexpr std::array<std::string_view, 4> kAttention = {"attention", "attn", "fmha", "sdpa"};

constexpr std::array<std::string_view, 16> kGemm = {
    "cublas", "wgrad",  "dgrad", "xmma",     "mfma", "nvjet", "gemv",      "splitk",
    "cijk_",  "matmul", "addmm", "winograd", "_bmm", "bmm_",  "triton_mm", "scudnn"};

/// Loops fused by Inductor: their names list all operators that they contain or adjoin.
constexpr std::array<std::string_view, 4> kFusedLoop = {"triton_poi_", "triton_red_", "triton_per_",
                                                        "triton_for_"};

bool is_letter(char c) {
  return c >= 'a' && c <= 'z';
}

/// Whether `word` occurs where `fits` returns true; `fits` gets the text before and after it.
template <typename Fits>
bool occurs(std::string_view text, std::string_view word, const Fits& fits) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (fits(text.substr(0, at), text.substr(at + word.size()))) return true;
  }
  return false;
}

bool is_attention(std::string_view text) {
  return contains_any(text, kAttention) || occurs(text, "flash", [](auto, std::string_view after) {
           return !after.starts_with("infer");  // a library for many purposes
         });
}

bool is_gemm(std::string_view text) {
  if (contains_any(text, kGemm)) return true;
  // Not the library fbgemm, most of whose kernels are not GEMMs.
  if (occurs(text, "gemm", [](std::string_view before, auto) { return !before.ends_with("fb"); }))
    return true;
  // Not convert.
  if (occurs(text, "conv", [](auto, std::string_view after) { return !after.starts_with("er"); }))
    return true;
  // Not the number types of CUTLASS, which other libraries use too.
  const auto is_no_type = [](auto, std::string_view after) {
    return !starts_with_any(after, std::array<std::string_view, 6>{"::bfloat", "::half", "::float",
                                                                   "::tfloat", "::array", "::int"});
  };
  if (occurs(text, "cutlass", is_no_type)) return true;
  // hmma, wgmma, mma_sync; not gamma or summary.
  return occurs(text, "mma", [](std::string_view before, auto) {
    return before.empty() || !is_letter(before.back()) ||
           std::string_view("bdghiqswx").find(before.back()) != std::string_view::npos;
  });
}

bool is_data_loading(std::string_view text) {
  return (contains(text, "dataloader") && contains(text, "__next__")) ||
         text.starts_with("enumerate(datapipe") || text.starts_with("enumerate(dataloader");
}

bool is_sync(std::string_view text) {
  const bool api = starts_with_any(text, std::array<std::string_view, 3>{"cuda", "hip", "cu"});
  return api && (contains_any(text, kSync) || is_any(text, kBlockingCopy));
}

NameClass classify_compute(std::string_view text) {
  if (starts_with_any(text, kFusedLoop)) return NameClass::Plain;
  if (is_attention(text)) return NameClass::Attention;
  return is_gemm(text) ? NameClass::Gemm : NameClass::Plain;
}

/// By StateLook; StateLook::Idle, the last one, is Plain.
constexpr std::array<NameClass, kStateLooks> kStateClasses = {
    NameClass::Running,     NameClass::CpuWait,  NameClass::GilWait,
    NameClass::LockWait,    NameClass::FileWait, NameClass::PageFault,
    NameClass::ChannelWait, NameClass::LoopWait, NameClass::Plain};

constexpr ColorRole state_role_of(NameClass name) {
  const auto at = std::ranges::find(kStateClasses, name);
  const bool known = at != kStateClasses.end();
  return state_role(known ? static_cast<StateLook>(at - kStateClasses.begin()) : StateLook::Idle);
}

std::optional<NameClass> class_of_frame(std::string_view name) {
  const auto owner = frame_owner(name);
  if (!owner) return std::nullopt;
  if (*owner == FrameOwner::Own) return NameClass::OwnFrame;
  return *owner == FrameOwner::Library ? NameClass::LibraryFrame : NameClass::Plain;
}

/// Machine code looks like PyTorch's operators, most of which it is, and unlike any Python.
constexpr ColorRole kNativeRole = ColorRole::CpuOp;

constexpr ColorRole sampled_role(NameClass name) {
  if (name == NameClass::DataLoading) return ColorRole::DataLoading;
  if (name == NameClass::OwnFrame) return frame_owner_role(FrameOwner::Own);
  const bool is_library = name == NameClass::LibraryFrame;
  return frame_owner_role(is_library ? FrameOwner::Library : FrameOwner::Standard);
}

constexpr ColorRole device_role(NameClass name) {
  if (name == NameClass::Gemm) return ColorRole::Gemm;
  if (name == NameClass::Attention) return ColorRole::Attention;
  if (name == NameClass::Communication) return ColorRole::Communication;
  return name == NameClass::Copy ? ColorRole::Copy : ColorRole::Compute;
}

constexpr ColorRole host_role(NameClass name, ColorRole otherwise) {
  if (name == NameClass::Communication) return ColorRole::Communication;
  if (name == NameClass::DataLoading) return ColorRole::DataLoading;
  return name == NameClass::Annotation ? ColorRole::Annotation : otherwise;
}

/// For events whose category says nothing: only the name is known.
constexpr ColorRole unknown_role(NameClass name) {
  if (name == NameClass::Sync) return ColorRole::Sync;
  const ColorRole role = device_role(name);
  return role == ColorRole::Compute ? host_role(name, ColorRole::CpuOp) : role;
}

constexpr ColorRole found_role(CategoryKind kind, NameClass name) {
  switch (kind) {
    case CategoryKind::Kernel:
    case CategoryKind::DeviceWork:
    case CategoryKind::ProfilerRange:
      return device_role(name);
    case CategoryKind::Memcpy:
    case CategoryKind::Memset:
      return ColorRole::Copy;
    case CategoryKind::GpuSync:
      return ColorRole::Sync;
    case CategoryKind::HostCall:
      if (name == NameClass::Sync) return ColorRole::Sync;
      return name == NameClass::Copy ? ColorRole::Copy : ColorRole::Python;
    case CategoryKind::PythonFunction:
      return name == NameClass::DataLoading ? ColorRole::DataLoading : ColorRole::Python;
    case CategoryKind::SampledFrame:
    case CategoryKind::SampledLine:
      return sampled_role(name);
    case CategoryKind::NativeFrame:
      return kNativeRole;
    case CategoryKind::ThreadState:
      return state_role_of(name);
    case CategoryKind::CpuOp:
    case CategoryKind::CpuInstant:
      return host_role(name, ColorRole::CpuOp);
    case CategoryKind::UserAnnotation:
    case CategoryKind::GpuAnnotation:
      return host_role(name, ColorRole::Annotation);
    case CategoryKind::TraceSpan:
      return ColorRole::Annotation;
    case CategoryKind::Overhead:
      return ColorRole::Python;
    case CategoryKind::Other:
      return unknown_role(name);
  }
  return ColorRole::CpuOp;
}

constexpr std::size_t kNameClasses = static_cast<std::size_t>(NameClass::LibraryFrame) + 1;
using RolesOfKind = std::array<ColorRole, kNameClasses>;

/// Every rectangle of a frame asks, with kinds and names in no order: a branch for each, which no
/// processor predicts, takes longer than the rest of its color.
constexpr std::array<RolesOfKind, kCategoryKinds> kRoles = [] {
  std::array<RolesOfKind, kCategoryKinds> roles{};
  for (std::size_t kind = 0; kind < kCategoryKinds; ++kind) {
    for (std::size_t name = 0; name < kNameClasses; ++name)
      roles[kind][name] = found_role(static_cast<CategoryKind>(kind), static_cast<NameClass>(name));
  }
  return roles;
}();

}  // namespace

std::string_view role_title(ColorRole role) {
  constexpr std::array<std::string_view, kRoleCount> kTitles{
      "compute",    "GEMM, conv",      "attention",    "communication", "copy",
      "sync, wait", "Python, runtime", "CPU operator", "annotation",    "data loading"};
  return kTitles[static_cast<std::size_t>(role)];
}

NameClass classify_name(std::string_view name) {
  const Lowered lowered(name);
  const std::string_view text = lowered.text();
  const NameClass state = kStateClasses[static_cast<std::size_t>(state_look(name))];
  if (state != NameClass::Plain) return state;
  if (is_data_loading(text)) return NameClass::DataLoading;
  const GpuClass as_kernel = classify_gpu_event(CategoryKind::Kernel, name);
  if (as_kernel == GpuClass::Communication || contains_any(text, kCommunication)) {
    return NameClass::Communication;
  }
  if (is_annotation_name(name)) return NameClass::Annotation;
  if (const auto frame = class_of_frame(name)) return *frame;
  if (is_sync(text)) return NameClass::Sync;
  if (as_kernel == GpuClass::Memory || starts_with_any(text, kCopy)) return NameClass::Copy;
  return classify_compute(text);
}

ColorRole role_of(CategoryKind kind, NameClass name) {
  return kRoles[static_cast<std::size_t>(kind)][static_cast<std::size_t>(name)];
}

RoleTable::RoleTable(std::shared_ptr<const StringTable> strings) : strings_(std::move(strings)) {
  if (strings_) entries_.resize(strings_->size());
}

const RoleTable::Entry& RoleTable::look_up(std::size_t i) {
  if (i >= entries_.size()) return unknown_;
  const std::string_view name = (*strings_)[StringId{static_cast<std::uint32_t>(i)}];
  entries_[i] = {static_cast<std::uint8_t>(classify_name(name)), shade_of(name)};
  return entries_[i];
}

std::uint8_t shade_of(std::string_view name) {
  if (name.empty()) return 0;
  const auto shade = static_cast<std::uint8_t>(hash_text(name) % RoleTable::kShades);
  if (!is_frame_line(name)) return shade;
  // Shades of one hue are consecutive, from dark to light.
  return static_cast<std::uint8_t>(shade - shade % kLightnesses + kLightnesses - 1);
}

}  // namespace lanescope
