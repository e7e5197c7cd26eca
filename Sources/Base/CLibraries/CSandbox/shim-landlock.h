// Landlock: a process restricts the files that it and its programs may use. https://docs.kernel.org/userspace-api/landlock.html
//
// The C library has no functions for it, and the headers of Debian 12 do not know its newer rights, so both are here.

#ifndef ATTACHE_CLANDLOCK_SHIM_H
#define ATTACHE_CLANDLOCK_SHIM_H

#include <errno.h>
#include <linux/capability.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static const uint64_t attache_landlock_execute = 1ULL << 0;
static const uint64_t attache_landlock_write = 1ULL << 1;
static const uint64_t attache_landlock_read = 1ULL << 2;
static const uint64_t attache_landlock_list = 1ULL << 3;
static const uint64_t attache_landlock_truncate = 1ULL << 14;

struct attache_landlock_ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct attache_landlock_path {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

/// The kernel's version of Landlock; 0 or less when it has none, or it is off.
static inline int attache_landlock_version(void) {
    return (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
}

/// A ruleset that refuses every use of files, TCP, abstract sockets and signals that the kernel's version knows; a
/// descriptor, or -1 with the reason in errno.
static inline int attache_landlock_new(int version) {
    // Rights of files by version: 13, then renaming between directories, truncating, and device controls.
    static const int file_rights[] = {13, 13, 14, 15, 15, 16};
    int known = version > 5 ? 5 : version < 0 ? 0 : version;
    struct attache_landlock_ruleset rules = {
        .files = (1ULL << file_rights[known]) - 1,
        .network = version >= 4 ? 3 : 0,
        .scopes = version >= 6 ? 3 : 0,
    };
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(SYS_landlock_create_ruleset, &rules, size, 0);
}

/// Allows uses of a file, or of all files below a directory, by its open descriptor; 0, or -1 with the reason in errno.
static inline int attache_landlock_allow(int ruleset, int parent, uint64_t allowed) {
    struct attache_landlock_path rule = {.allowed = allowed, .parent = parent};
    return (int)syscall(SYS_landlock_add_rule, ruleset, 1, &rule, 0);
}

/// Puts a ruleset in force for the calling thread and its programs, for good; 0, or -1 with the reason in errno.
static inline int attache_landlock_enforce(int ruleset) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    return (int)syscall(SYS_landlock_restrict_self, ruleset, 0);
}

/// Gives up all capabilities of this thread and of the programs that it becomes; 0, or -1 with the reason in errno.
static inline int attache_drop_capabilities(void) {
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    // A program that root starts would have those of the bounding set again. Who may not change the set has none to give up,
    // and the end of the list of capabilities is an error too.
    for (int capability = 0; prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; capability++) {}
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
    struct __user_cap_data_struct sets[2] = {{0, 0, 0}, {0, 0, 0}};
    if (syscall(SYS_capget, &header, sets) != 0) return -1;
    unsigned int left = 0;
    for (int index = 0; index < 2; index++) {
        left |= sets[index].effective | sets[index].permitted | sets[index].inheritable;
        sets[index].effective = sets[index].permitted = sets[index].inheritable = 0;
    }
    // A service manager may forbid the call where there is nothing to give up.
    return left == 0 ? 0 : (int)syscall(SYS_capset, &header, sets);
}

/// Makes this process unreadable for others of its user, and without core files, until it becomes another program.
static inline int attache_hide_memory(void) { return prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

/// Ends this process when its parent ends.
static inline void attache_end_with_parent(int signal) { prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0); }

#endif
