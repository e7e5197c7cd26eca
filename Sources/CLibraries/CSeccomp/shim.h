#ifndef ATTACHE_CSECCOMP_SHIM_H
#define ATTACHE_CSECCOMP_SHIM_H

#include <seccomp.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

// libseccomp's rule function takes a variable number of arguments, which Swift cannot call: one function per need.

/// A filter that ends the process at every system call that nobody allows; null when memory is short.
static inline scmp_filter_ctx _Nullable attache_seccomp_new(void) {
    return seccomp_init(SCMP_ACT_KILL_PROCESS);
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
