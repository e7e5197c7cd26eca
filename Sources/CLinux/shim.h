#ifndef ATTACHE_CLINUX_SHIM_H
#define ATTACHE_CLINUX_SHIM_H

#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

// System calls that glibc declares under _GNU_SOURCE alone, which its Swift module does not define.

/// Puts everything written to a file system on its disk; -1 with the reason in errno.
static inline int attache_syncfs(int descriptor) {
    return (int)syscall(SYS_syncfs, descriptor);
}

/// Copies up to `count` bytes between two open files, from and to their current places; -1 with the reason in errno.
static inline ssize_t attache_copy_file_range(int source, int target, size_t count) {
    return syscall(SYS_copy_file_range, source, (void *)0, target, (void *)0, count, 0);
}
#endif
