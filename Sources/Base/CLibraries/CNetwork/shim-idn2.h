#ifndef ATTACHE_CIDN2_SHIM_H
#define ATTACHE_CIDN2_SHIM_H

#include <idn2.h>
#include <stddef.h>
#include <string.h>

/// Maps a UTF-8 host name to its A-label form and copies it into the caller's buffer.
///
/// The `8z` entry point takes UTF-8 whatever the locale is; the `lz` one would not. Non-transitional UTS 46 processing is
/// what browsers and URLSession do (a sharp s stays one). STD3 rules stay off because they refuse underscores, which
/// storage hosts use; the caller checks the characters of the result itself.
///
/// Returns the length without the terminating NUL, or -1 when the name is not valid or does not fit.
static inline ptrdiff_t attache_idn2_a_label(const char *_Nonnull name, char *_Nonnull buffer, size_t capacity) {
    char *result = NULL;
    int code = idn2_to_ascii_8z(name, &result, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    // IDNA 2008 has no symbols, UTS 46 and URLSession do: transitional processing skips only libidn2's test for them.
    // It would map the characters in which the two modes deviate (sharp s, final sigma, joiners), so a name with one of
    // them is not valid; nor is one with general punctuation or a sign that looks like a slash.
    static const char *const excluded[] = {"\u00DF", "\u1E9E", "\u03C2", "\xE2\x80", "\xE2\x81", "\u2215", "\u29F8"};
    for (size_t index = 0; code == IDN2_DISALLOWED && index < sizeof excluded / sizeof *excluded; index++) {
        if (strstr(name, excluded[index])) return -1;
    }
    if (code == IDN2_DISALLOWED) code = idn2_to_ascii_8z(name, &result, IDN2_NFC_INPUT | IDN2_TRANSITIONAL);
    if (code != IDN2_OK || result == NULL) {
        return -1;
    }
    size_t length = strlen(result);
    ptrdiff_t copied = -1;
    if (length < capacity) {
        memcpy(buffer, result, length + 1);
        copied = (ptrdiff_t)length;
    }
    // libidn2's own deallocator, since it may have been built with another allocator.
    idn2_free(result);
    return copied;
}

#endif
