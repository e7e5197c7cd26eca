#ifndef ATTACHE_CZSTD_SHIM_H
#define ATTACHE_CZSTD_SHIM_H
#include <zstd.h>

/// Bounds the memory that a frame may ask for: a window of 2^25 bytes, 32 MiB, as level 20 writes it.
static inline size_t attache_zstd_limit_window(ZSTD_DCtx *_Nonnull context) {
    return ZSTD_DCtx_setParameter(context, ZSTD_d_windowLogMax, 25);
}
#endif
