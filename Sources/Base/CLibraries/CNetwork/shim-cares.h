#ifndef ATTACHE_CCARES_SHIM_H
#define ATTACHE_CCARES_SHIM_H

#include <ares.h>
#include <netdb.h>

// ARES_GETSOCK_READABLE and ARES_GETSOCK_WRITABLE are macros with arguments, which Swift does not import.
static inline int attache_ares_readable(int bits, int index) { return ARES_GETSOCK_READABLE(bits, index) != 0; }
static inline int attache_ares_writable(int bits, int index) { return ARES_GETSOCK_WRITABLE(bits, index) != 0; }

#endif
