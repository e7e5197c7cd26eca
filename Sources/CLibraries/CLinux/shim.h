// What Linux's C library offers and Swift's Glibc module leaves out: declared there only for GNU sources.

#ifndef ATTACHE_CLINUX_SHIM_H
#define ATTACHE_CLINUX_SHIM_H

#include <malloc.h>
#include <sys/types.h>
#include <unistd.h>

// https://man7.org/linux/man-pages/man2/syncfs.2.html
extern int syncfs(int descriptor);

// Puts everything that was written to the descriptor's file system on the disk; 0, or -1 with the reason in errno.
static inline int attache_synchronize_file_system(int descriptor) { return syncfs(descriptor); }

// Has blocks from a size on mapped one by one, so that freeing one gives it back; setting it also keeps the C library from
// raising it to 32 MiB by itself. https://man7.org/linux/man-pages/man3/mallopt.3.html
static inline void attache_set_mapping_threshold(int byte_count) { mallopt(M_MMAP_THRESHOLD, byte_count); }

// Has so much free memory at the end of the heap go back to the system.
static inline void attache_set_trim_threshold(int byte_count) { mallopt(M_TRIM_THRESHOLD, byte_count); }

// Bounds the number of heaps: each keeps what was freed in it, and the default is eight for each processor.
static inline void attache_set_arena_limit(int count) { mallopt(M_ARENA_MAX, count); }

// Gives free memory back to the system wherever it is, as whole pages. https://man7.org/linux/man-pages/man3/malloc_trim.3.html
static inline void attache_trim(void) { malloc_trim(0); }

#endif
