#ifndef ATTACHE_CFUZZER_SHIM_H
#define ATTACHE_CFUZZER_SHIM_H
#include <stddef.h>
#include <stdint.h>

// libFuzzer has no header for Swift: its runtime ships with the compiler, and this is its one entry point
// (https://llvm.org/docs/LibFuzzer.html#using-libfuzzer-as-a-library).
int LLVMFuzzerRunDriver(int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv,
                        int (*_Nonnull callback)(const uint8_t *_Nullable data, size_t size));
#endif
