// For the page without threads, whose objects are compiled as for threads: their thread_local
// variables are found relative to __tls_base. wasm-ld 19 defines it as the address of these
// variables but already uses that address as their offset, so it would count twice. Here it is 0.
asm(".globaltype __tls_base, i32\n"
    ".globl __tls_base\n"
    "__tls_base:\n");
