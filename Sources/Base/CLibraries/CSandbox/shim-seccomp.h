#ifndef ATTACHE_CSECCOMP_SHIM_H
#define ATTACHE_CSECCOMP_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// libseccomp's rule function takes a variable number of arguments, which Swift cannot call: one function per need.

/// A filter that ends the process at every system call that nobody allows; null when memory is short.
static inline scmp_filter_ctx _Nullable attache_seccomp_new(void) {
    return seccomp_init(SCMP_ACT_KILL_PROCESS);
}

/// A filter that refuses every system call that nobody allows with EPERM; null when memory is short.
static inline scmp_filter_ctx _Nullable attache_seccomp_new_refusing(void) {
    return seccomp_init(SCMP_ACT_ERRNO(EPERM));
}

/// A filter that allows every system call that nobody refuses; null when memory is short.
static inline scmp_filter_ctx _Nullable attache_seccomp_new_allowing(void) {
    return seccomp_init(SCMP_ACT_ALLOW);
}

/// Refuses a system call by name with EPERM; a name that this kernel's table lacks is passed over.
static inline int attache_seccomp_refuse(scmp_filter_ctx _Nonnull filter, const char *_Nonnull name) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return 0;
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), number, 0);
}

/// Allows opening files for reading only.
static inline int attache_seccomp_allow_reading(scmp_filter_ctx _Nonnull filter) {
    scmp_datum_t flags = O_ACCMODE | O_CREAT | O_TRUNC;
    int code = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(openat), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, flags, O_RDONLY));
    if (code != 0) return code;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(open), 1, SCMP_A1(SCMP_CMP_MASKED_EQ, flags, O_RDONLY));
}

/// Allows threads, and no processes. The flags of clone3 are behind a pointer, so the C library shall use clone.
static inline int attache_seccomp_allow_threads(scmp_filter_ctx _Nonnull filter) {
    scmp_datum_t thread = 0x00010000; // CLONE_THREAD, which <sched.h> hides behind _GNU_SOURCE.
    int code = seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, thread, thread));
    if (code != 0) return code;
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

/// Refuses new processes with EPERM; threads are allowed. The flags of clone3 are behind a pointer, so the C library shall
/// use clone.
static inline int attache_seccomp_refuse_processes(scmp_filter_ctx _Nonnull filter) {
    scmp_datum_t thread = 0x00010000; // CLONE_THREAD, which <sched.h> hides behind _GNU_SOURCE.
    int code = seccomp_rule_add(
        filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(clone), 1, SCMP_A0(SCMP_CMP_MASKED_EQ, thread, 0));
    if (code != 0) return code;
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

/// Refuses reading and changing the limits of other processes with EPERM; 0 is the process itself.
static inline int attache_seccomp_refuse_foreign_limits(scmp_filter_ctx _Nonnull filter) {
    return seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(prlimit64), 1, SCMP_A0(SCMP_CMP_NE, 0));
}

/// Refuses memory that belongs to no file and is shared, which no limit of data counts, with EPERM.
static inline int attache_seccomp_refuse_shared_memory(scmp_filter_ctx _Nonnull filter) {
    scmp_datum_t flags = MAP_SHARED | MAP_ANONYMOUS;
    return seccomp_rule_add(
        filter, SCMP_ACT_ERRNO(EPERM), SCMP_SYS(mmap), 1, SCMP_A3(SCMP_CMP_MASKED_EQ, flags, flags));
}

/// Allows a system call by name; a name that this kernel's table lacks is passed over, since it cannot be called.
static inline int attache_seccomp_allow(scmp_filter_ctx _Nonnull filter, const char *_Nonnull name) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return 0;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 0);
}

/// Allows a system call on one descriptor, its first argument.
static inline int attache_seccomp_allow_descriptor(
    scmp_filter_ctx _Nonnull filter, const char *_Nonnull name, int descriptor) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return 0;
    return seccomp_rule_add(
        filter, SCMP_ACT_ALLOW, number, 1, SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)descriptor));
}

/// Allows mapping or protecting memory, its third argument, unless it would become executable.
static inline int attache_seccomp_allow_memory(scmp_filter_ctx _Nonnull filter, const char *_Nonnull name) {
    int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR) return 0;
    return seccomp_rule_add(filter, SCMP_ACT_ALLOW, number, 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
}

/// Puts the filter in force for every thread of the process, for good.
static inline int attache_seccomp_load(scmp_filter_ctx _Nonnull filter) {
    int code = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    return code == 0 ? seccomp_load(filter) : code;
}

/// Closes every descriptor from one on; -1 when the kernel refuses. glibc's own function hides behind _GNU_SOURCE.
static inline long attache_close_from(unsigned int first) {
    return syscall(SYS_close_range, first, ~0U, 0);
}

/// Frees the filter's description.
static inline void attache_seccomp_free(scmp_filter_ctx _Nonnull filter) {
    seccomp_release(filter);
}

#endif
