#ifndef ATTACHE_CZLIB_SHIM_H
#define ATTACHE_CZLIB_SHIM_H
#include <zlib.h>

/// Prepares reading gzip (RFC 1952) with the largest window; zlib streams and raw deflate are refused.
static inline int attache_gzip_begin(z_stream *_Nonnull stream) {
    return inflateInit2(stream, 15 + 16);
}
#endif
