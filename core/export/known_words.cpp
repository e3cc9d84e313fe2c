#include "core/export/known_words.h"

#include <unordered_set>

#include "core/base/text/ascii_case.h"

namespace lanescope {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr std::size_t kLeastLetters = 3;  // a shorter word says nothing

/// Words of PyTorch's operators, of kernels and calls of CUDA and ROCm libraries, of Python's
/// built-in functions, of calls of the operating system, and of the arguments that profilers write.
/// Only words of the field: no name of a product, of a company or of a person.
constexpr std::string_view kWords =
    "clock clockwait cond epoll fflush fgets flock fopen fread fwrite getline ioctl nanosleep osrt "
    "rwlock timedlock timedwait usleep created "
    "pto ptop xblock yblock zblock rblock abc attributes abort abs absolute acc accelerator "
    "accessor accumulate accumulation achieved "
    "acquire "
    "act action activation active activity ada adadelta adafactor adagrad adam adamax adamw "
    "adapt adaptive add addcdiv addcmul addmm addr adjoint after agent aggregate aiter "
    "algorithm alias align aligned alignment alik all allgather allgatherv alloc allocated "
    "allocation allocator allreduce allto alltoall alltoallv allv alpha amax amin amp ampere "
    "and angle annotation anonymous any append appended apply arange arch arg argmax args "
    "argsort argument arguments arr array asae ascii asgd asm assert assertions assign "
    "assumed async asynchronized asynchronous atan aten atleast ato atom attention attn "
    "attribute auto autocast autograd aux auxiliary available average avg back backend "
    "backward baddbmm balance ballot bandwidth barrier barriers base batch batched begin "
    "bernoulli between bfloat bgemm bias bilinear bin binary bincount binding bitcast "
    "bitonic bits bitwise blackwell blas block blocked blocks bmm body bool bottom bound "
    "bounds branch breakpoint broadcast bucket bucketize buckets buffer buffers built "
    "builtin builtins bwd byte bytearray bytecode bytes cache cached calculator call "
    "callable callback callbacks calls capability capitalize capture capturing carry "
    "casefold cask cast cat causal causality cbid ceb ceil cell celu center cga cgemm "
    "channel channels char check cholesky chr chunk chunked cid cijk clamp clamped class "
    "classmethod clean clear clmp clone close cluster cmd cnn coalesce coalesced code "
    "codegen col collect collective collectives column combination combine comm command "
    "commit comms communication communicator comp compact compare compatible compile "
    "compiled compiler complex composed compressed compression compute computed computes "
    "concrete condition config conj connection const constant constants construct contains "
    "contents context contextvars contig contiguous conv convert convolution convolve coop "
    "cooperative coord copy coroutine corr correlation cos cosh cosine cost count counter "
    "counters counting cov cpp cpu create criterion cross cshuffle csr cta ctc ctx cub "
    "cublas cuda cudart cudnn cufft cumprod cumsum cumulative cunn cupti curand current "
    "cusolver cusparse custom cute cutlass cycle cycles data dataloader dconv dead debug dec "
    "decltype decode decoder decomposed decomposer decompress default deform degree "
    "deinterleave del delattr delayed delta dense depthwise dequantize deque dequeue desc "
    "description descriptor destroy det detach detail determinism deterministic dev device "
    "devices dgemm dgemv dgrad diag diagonal dict dictionary diff difference differentiable "
    "digamma dim dims dir direct direction disable discard discrete dispatch dispatcher "
    "distance distributed distribution div divide divider divides division divisor divmod "
    "dma domain dot double down driver dropout dst dto dtoa dtod dtoh dtype dump dyn dynamic "
    "dynamo eager eff eig eigh einsum elapsed elem element elementwise ema embed embedding "
    "emit empty enable encode encoder end endswith energy engine enqueue enter entropy enum "
    "enumerate epilogue eps equal equality erf erfc erfinv error est estimated eval evaluate "
    "even event events evict exact except exchange exclusive exec execute exists exit exp "
    "expand expandtabs expert experts explicit exponent exponential ext extend extended "
    "extension external extra factors failed fake false family fast fbgemm feed fence fetch "
    "fft field file fill filled filter final finalize find fingerprint finish finished "
    "finite first fit fixed flag flags flash flashinfer flat flatten flip float floor "
    "floordiv flops flow flush fmha fmod fmt fnu fold folded for foreach format forward "
    "fprop frac fragment frame frames free freeze frequency fresh from fromkeys front frozen "
    "frozenset fsdp ftz full func function functor fused fusion future fwd fwdbwd fxgraph "
    "gamma gap gate gated gather gathered gaussian gcgemm geglu gelu gemm gemms gemv gen "
    "generate generator generic get getattr getattribute getitem getrf getrs getset getter "
    "give global globals gloo gls glu gmm gmma gpu grad gradient gradients graph graphs grid "
    "gridwise group grouped groupnorm groups gtcx guard guards half halo hardshrink "
    "hardsigmoid hardswish hardtanh has hasattr hash hccl heap heaviside height helper "
    "hermitian hex hgemm hgemv hierarchy high hinge hints hip hipcub hiprand hist histc "
    "histogram hmma hopper host hosts hpu hsa hto htoa htod htoh hub huber hypot iadd iand "
    "identity idle ids idx ifft igamma igemm ihip image impl implicit import imul inactive "
    "inc include increment index indexed indexing indices inductor inf infer info init "
    "inline innermost inplace input inputs ins insert instance instancecheck instant "
    "instantiate instruction instrumentation int integral interior interleave intermediate "
    "internal internode interpolate interpolation interpretation intersection interval into "
    "intra inv invalid inverse invoke involution ipc irfft isa isalnum isalpha isclose "
    "isdigit isdisjoint isfinite isin isinstance islower isnan iso isspace issubclass "
    "issubset issue issuperset istft isub isupper item items iter iteration iterations "
    "iterator join keep kepler kernel kernels key keys keyword kind kineto kldiv kreduce "
    "kron kthvalue kvcache kwargs label labels lamb lambda lane lanes large lars last "
    "latency launch launcher layer layout lazy lbfgs ldg ldsb ldsm leaf leaky legacy len "
    "length lengths lerp less level lgamma library lift like limit limiting limits linalg "
    "line linear linearize lion list listcomp ljust lns load loadens loader loades loading "
    "loads local locals lock locked log logaddexp logcumsumexp logdet logical logits "
    "logsigmoid logsoftmax logsumexp long lookback lookup loop lora loss lovelace low lower "
    "lru lstm lstrip magic magma mainloop major malloc managed manual map mapping margin "
    "mark mask masked math matmul max maximum maxout maxpool maxwell mean medium mem member "
    "memcpy memgetinfo memory memoryview memset merge merged message meta metadata meth "
    "method methods mfma mha microseconds min minimum minor miopen mish missing mla mlp mma "
    "mnk mode model modified module modules moe moments monitor most movedim moves moving "
    "mps msccl mse msg mtia mul multi multihead multimargin multimem multinomial multiple "
    "multiplier multiplies multiprocessing multiprocessor mutex mxf mxfp nadam name names "
    "namespace nan nanmean nanosecond nansum narrow native nccl ncclwork nchw ndim "
    "ndimension nearest neg neighbor nelems nesting new next ngroups nhwc nhwckrsc nll nms "
    "nocast node nodes noise non nonfused nonzero nop norm normal normalization normalize "
    "normalized normed not nothing notify null nullary nullptr num number numel numpy nvidia "
    "nvjet nvlink nvshmem nvtx object objects occupancy occupied oct off offload offset "
    "offsets once one oneccl onednn ones onesweep only onto opaque open operand operands "
    "operation operator ops opt optim optimized optimizer optin option options ord order "
    "ordered orgqr origin original ormqr out outer output over overflow overhead overlap own "
    "pack packed packet pad padding page pageable paged pages pair pairwise parallel param "
    "parameter parameters params parent parse part partial partition partitioned partitions "
    "pascal pass patch path pause pdist peak peek peer pending per percent perf performance "
    "permutation permutations permute permuted persistent pgr phase philox pin pingpong "
    "pinned pipeline pixel place placement plan planar plus poi point pointer pointers "
    "pointwise poisson polar policy poll polygamma pool pooled pooling pop popitem position "
    "positive post postprocess pow power pre precompute predicate predicated prefetch "
    "prefill prefix pregraph prelu prepare preprocess previous primary print priority "
    "problem process processes processing processor prod producer product profile profiler "
    "program progress prologue promote prop properties property proposal proton provider "
    "pthread ptp ptr ptx push put pybind python pytorch qdq qkv quant quantile quantization "
    "quantize quantizer query queue queued queues radam radix rand randint randn random "
    "range ranges rank ranks rate rccl read reader ready real rebuild receive received "
    "reciprocal recompile record records recurrent recv red reduce reduced reducer "
    "reducescatter reduction ref reflection refresh reg region register registers regs "
    "relative release relu remainder remove renormalize reorder repeat repeats replace "
    "replica replicate replication report repr representation request requests require "
    "requires reserve reserved reservoir reshape residual resize resolve resource resources "
    "restore restrict result resume retain return reverse reversed rfft rfind right rindex "
    "ring rjust rlock rms rmsnorm rmsprop rnn rocprim roi roll rollout roofline root rope "
    "rotary rotate rotation round routing row rowwise rpartition rrelu rsplit rsqrt rstrip "
    "rsub rule run runner running runtime safe same sample sampler samples saturate save "
    "scalar scale scaled scaler scales scaling scan scatter sched scheduled scheduler schur "
    "scores scudnn search searchsorted second section seed segment segmented segments select "
    "selected selector self selu sem semaphore send seq sequence sequential set setattr "
    "setdefault setitem sgd sgemm sgemv sgl sgn shader shallow shape shapes shard sharded "
    "sharding share shared shift short shrink shuffle side sigmoid sign signal signbit silu "
    "similarity simt sin sinc single singleread sinh size sizes skip sleep slice sliced "
    "sliding slot slots small smem smoothing sms snapshot soft softmax softmin softplus "
    "softshrink softsign solve sort sorted source space span spans sparse sparsemax spawn "
    "special specialization specialized spectral spill spin split splitlines splits sqid "
    "sqrt squares squeeze src stack stage stages stall standard start started starts "
    "startswith state static staticmethod statistics status std step steps stft stochastic "
    "stop storage store storees str strategy stream streams stride strided strides string "
    "strip struct stsm stub style sub subalgo subclass subclasscheck subclasses submit "
    "submitted subset subtract subtraction success suffix sum sumexp summary super svd swap "
    "swapcase sweep swi swiglu switch swizzle swizzled sycl sym symbol symmetric sync "
    "synchronization synchronize synchronous system table tags tail take tangent tanh target "
    "task tasks tcgen temp templated templates temporary tens tensor tensordot tensorlist "
    "tensormaps tensorop tensorrt tensors tensorwise term test text thr thread threads three "
    "threshold through thrust thunk tick tile tiled tiles tilesize time timeline timer times "
    "timestamp tin tma tmawarp tmem tnn tnt toall toc tofloat toggle token tokens tolist "
    "tools top topk torch total trace traced traces tracing train traits trampoline trans "
    "transfer transform transformer transforms transition translate transpose transposed "
    "trapezoid trapz traverse tree triangular triggered tril triplet triton triu trivial "
    "true truediv trunc tunable tuple turing turn two type types typing ubuffer uint "
    "ulonglong umma unary unbiased unbind unchanged unchecked undefined underscore unflatten "
    "unfold unfused unified uniform union unique unit unity universal unknown unlink unlock "
    "unmap unpack unpad unpin unpool unpooling unquantized unregister unroll unrolled unsafe "
    "unset unsigned unsqueeze until unused unweighted update upper upsample uri use used "
    "user utensor utilization utils uvm val valid validate value values vander var vari "
    "variance variant varlen vars vdot vec vector vectorized vectorizing vectors version "
    "versions via view views virtual visible vision vllm vmnk void volatile volta vote "
    "vstack vulkan wait waiting walk warmup warp warpgroup warpgroupsize warps warpsize "
    "warpspecialized wavefront wavefronts weakref weight weighted weights welford wgmma "
    "wgrad where while width window windowed winograd wise with without wkv word words work "
    "worker workers workload workspace world wrapped wrapper write writer xccl xdl xlogy "
    "xmma xor xpu xregs zero zeros zeroth zeta zfill zgemm zip ";

using Words = std::unordered_set<std::string_view>;

Words vocabulary() {
  Words words;
  std::string_view rest = kWords;
  for (std::size_t end = rest.find(' '); end != rest.npos; end = rest.find(' ')) {
    words.insert(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  return words;
}

bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

/// The length of the word at the start of `text`: "Dev" of "DevKernel", "GEMM" of "GEMMKernel".
std::size_t word_length(std::string_view text) {
  std::size_t upper = 0;
  while (upper < text.size() && is_upper(text[upper])) ++upper;
  const bool goes_on = upper < text.size() && is_lower(text[upper]);
  if (upper > 1) return goes_on ? upper - 1 : upper;
  std::size_t end = upper;
  while (end < text.size() && is_lower(text[end])) ++end;
  return end;
}

/// "172-31-16", "10.0.0.1": three numbers in a row may be an address.
bool holds_address(std::string_view text) {
  int numbers = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_first = is_digit(text[i]) && (i == 0 || !is_digit(text[i - 1]));
    const bool goes_on = numbers > 0 && (text[i] == '.' || text[i] == '-');
    if (is_first && ++numbers == 3) return true;
    if (!is_digit(text[i]) && !goes_on) numbers = 0;
  }
  return false;
}

}  // namespace

bool has_only_known_words(std::string_view text) {
  static const Words known = vocabulary();
  if (text.size() > kLongestText || holds_address(text)) return false;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte >= 0x80 || byte < 0x20 || byte == 0x7F) return false;
    const std::size_t length = word_length(text);
    if (length >= kLeastLetters && !known.contains(lower_cased(text.substr(0, length))))
      return false;
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return true;
}

}  // namespace lanescope
