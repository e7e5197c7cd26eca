#ifndef ATTACHE_CMAGIC_SHIM_H
#define ATTACHE_CMAGIC_SHIM_H

#include <magic.h>
#include <stddef.h>

// One function per need, so that each option is set in one reviewed place and has its reason beside it.

/// What is asked of libmagic: a MIME type from signatures, and nothing that runs, unpacks or guesses at text.
static inline int attache_magic_flags(void) {
    return MAGIC_MIME_TYPE             // the type, not a sentence about it
           | MAGIC_ERROR               // a failure is an error, not a type whose name is an error text
           | MAGIC_NO_COMPRESS_FORK    // never start another program
           | MAGIC_NO_CHECK_COMPRESS   // never look inside compressed data
           | MAGIC_NO_CHECK_TAR        // archives are told by signature well enough
           | MAGIC_NO_CHECK_ELF        // the walk through program headers is a parser of its own
           | MAGIC_NO_CHECK_CDF        // so is the one through OLE documents
           | MAGIC_NO_CHECK_APPTYPE    // OS/2 only
           | MAGIC_NO_CHECK_TEXT       // text costs a hundred times as much as a signature,
           | MAGIC_NO_CHECK_ENCODING   // and none of it is media:
           | MAGIC_NO_CHECK_CSV        // Attache's own table
           | MAGIC_NO_CHECK_JSON       // refuses text before
           | MAGIC_NO_CHECK_TOKENS;    // libmagic is asked
}

/// Opens a cookie with those flags; null when memory is short.
static inline magic_t _Nullable attache_magic_open(void) {
    return magic_open(attache_magic_flags());
}

/// Loads the database at an explicit path. libmagic obeys the variable `MAGIC` and files in the home directory only
/// when the path is null, so null is not accepted here.
static inline int attache_magic_load(magic_t _Nonnull cookie, const char *_Nonnull path) {
    return magic_load(cookie, path);
}

/// Sets one limit. libmagic reads a `size_t` whatever the limit is.
static inline int attache_magic_limit(magic_t _Nonnull cookie, int limit, size_t value) {
    return magic_setparam(cookie, limit, &value);
}

/// Reads one limit back, because libmagic silently narrows what does not fit.
static inline int attache_magic_get_limit(magic_t _Nonnull cookie, int limit, size_t *_Nonnull value) {
    return magic_getparam(cookie, limit, value);
}

/// The MIME type of bytes. The text lives in the cookie and changes with the next call.
static inline const char *_Nullable attache_magic_type(
    magic_t _Nonnull cookie, const void *_Nonnull bytes, size_t count) {
    return magic_buffer(cookie, bytes, count);
}

/// The last failure as text, living in the cookie; null when there was none.
static inline const char *_Nullable attache_magic_failure(magic_t _Nonnull cookie) {
    return magic_error(cookie);
}

/// Closes a cookie.
static inline void attache_magic_close(magic_t _Nonnull cookie) {
    magic_close(cookie);
}

#endif
