// What Linux's C library offers and Swift's Glibc module leaves out: declared there only for GNU sources.

#ifndef ATTACHE_CLINUX_SHIM_H
#define ATTACHE_CLINUX_SHIM_H

#include <sys/types.h>
#include <unistd.h>

// https://man7.org/linux/man-pages/man2/syncfs.2.html
extern int syncfs(int descriptor);

// Puts everything that was written to the descriptor's file system on the disk; 0, or -1 with the reason in errno.
static inline int attache_synchronize_file_system(int descriptor) { return syncfs(descriptor); }

#endif
