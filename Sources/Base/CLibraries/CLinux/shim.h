// What Linux's C library offers and Swift's Glibc module leaves out: declared there only for GNU sources.

#ifndef ATTACHE_CLINUX_SHIM_H
#define ATTACHE_CLINUX_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
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

// A pipe that no child inherits. https://man7.org/linux/man-pages/man2/pipe.2.html
extern int pipe2(int ends[2], int flags);
static inline int attache_pipe(int *_Nonnull ends) { return pipe2(ends, O_CLOEXEC); }

// Copies what a pipe holds into another pipe without waiting, and leaves it there; the number of bytes, or -1.
// https://man7.org/linux/man-pages/man2/tee.2.html
extern ssize_t tee(int from, int to, size_t length, unsigned flags);
static inline ssize_t attache_peek(int from, int to, size_t length) { return tee(from, to, length, 2 /* SPLICE_F_NONBLOCK */); }

// The working directory of a program to start.
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *actions, const char *path);
static inline int attache_spawn_in(posix_spawn_file_actions_t *_Nonnull actions, const char *_Nonnull path) {
    return posix_spawn_file_actions_addchdir_np(actions, path);
}

// Closes all descriptors from a number on in a program to start.
extern int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *actions, int from);
static inline int attache_spawn_closing(posix_spawn_file_actions_t *_Nonnull actions, int from) {
    return posix_spawn_file_actions_addclosefrom_np(actions, from);
}

// Swift 6 refuses the variable stdout, which any thread could change.
static inline void attache_buffer_lines(void) { setvbuf(stdout, NULL, _IOLBF, 0); }

// Waiting for many descriptors. https://man7.org/linux/man-pages/man7/epoll.7.html
static const uint32_t attache_poll_in = EPOLLIN;
static const uint32_t attache_poll_out = EPOLLOUT;
static const uint32_t attache_poll_failed = EPOLLERR | EPOLLHUP;

static inline int attache_poll_open(void) { return epoll_create1(EPOLL_CLOEXEC); }

// Adds a descriptor or changes its events: a number may belong to a new file, which is not watched yet.
static inline int attache_poll_set(int poll, int descriptor, uint32_t events) {
    struct epoll_event event = {.events = events, .data = {.fd = descriptor}};
    if (epoll_ctl(poll, EPOLL_CTL_MOD, descriptor, &event) == 0) return 0;
    return errno == ENOENT ? epoll_ctl(poll, EPOLL_CTL_ADD, descriptor, &event) : -1;
}
static inline int attache_poll_remove(int poll, int descriptor) {
    struct epoll_event event = {0};
    return epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, &event);
}

// Writes at most 128 ready descriptors and their events; returns their number, or -1.
static inline int attache_poll_wait(int poll, int *_Nonnull descriptors, uint32_t *_Nonnull events, int limit,
                                    int milliseconds) {
    struct epoll_event ready[128];
    int count = epoll_wait(poll, ready, limit < 128 ? limit : 128, milliseconds);
    for (int i = 0; i < count; i++) {
        descriptors[i] = ready[i].data.fd;
        events[i] = ready[i].events;
    }
    return count;
}

// A counter that wakes a poll. https://man7.org/linux/man-pages/man2/eventfd.2.html
static inline int attache_bell_open(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
static inline void attache_bell_ring(int bell) { eventfd_write(bell, 1); }
static inline void attache_bell_clear(int bell) {
    eventfd_t count;
    eventfd_read(bell, &count);
}

// A file in memory without a name, of a length that cannot change; -1 with the reason in errno. Close-on-exec, and never
// the number of a standard stream. https://man7.org/linux/man-pages/man2/memfd_create.2.html
extern int memfd_create(const char *_Nonnull name, unsigned int flags);
static inline int attache_memory_open(off_t byte_count) {
    // MFD_CLOEXEC, MFD_ALLOW_SEALING and MFD_NOEXEC_SEAL, which Linux 6.3 brought and a system may require.
    int first = memfd_create("attache", 0x1 | 0x2 | 0x8);
    if (first < 0 && errno == EINVAL) first = memfd_create("attache", 0x1 | 0x2);
    if (first < 0) return -1;
    int file = first > 2 ? first : fcntl(first, F_DUPFD_CLOEXEC, 3);
    if (file != first) close(first);
    if (file < 0) return -1;
    // F_ADD_SEALS with F_SEAL_SEAL, F_SEAL_SHRINK and F_SEAL_GROW.
    if (ftruncate(file, byte_count) == 0 && fcntl(file, 1033, 0x1 | 0x2 | 0x4) == 0) return file;
    int reason = errno;
    close(file);
    errno = reason;
    return -1;
}

// The length of such a file; -1 for anything else, which has no seals: F_GET_SEALS.
static inline off_t attache_memory_length(int file) {
    return fcntl(file, 1034) < 0 ? -1 : lseek(file, 0, SEEK_END);
}

#endif
