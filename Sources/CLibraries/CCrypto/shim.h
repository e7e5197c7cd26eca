// SHA-256 of OpenSSL, which libcurl loads in any case. OpenSSL chooses the instructions of the processor.

#ifndef ATTACHE_CCRYPTO_SHIM_H
#define ATTACHE_CCRYPTO_SHIM_H

#include <stddef.h>
#include <openssl/evp.h>

// The algorithm, looked up once for the process: a look-up for each digest costs as much as hashing a kilobyte.
static EVP_MD *attache_sha256_algorithm = NULL;
static inline void attache_sha256_look_up(void) { attache_sha256_algorithm = EVP_MD_fetch(NULL, "SHA256", NULL); }
static inline const EVP_MD *_Nullable attache_sha256(void) {
    static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
    return CRYPTO_THREAD_run_once(&once, attache_sha256_look_up) ? attache_sha256_algorithm : NULL;
}

// A digest in progress, or NULL without memory.
static inline EVP_MD_CTX *_Nullable attache_sha256_begin(void) {
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    if (context && EVP_DigestInit_ex2(context, attache_sha256(), NULL) == 1) return context;
    EVP_MD_CTX_free(context);
    return NULL;
}

// A copy that continues by itself, or NULL without memory.
static inline EVP_MD_CTX *_Nullable attache_sha256_copy(const EVP_MD_CTX *_Nonnull context) {
    EVP_MD_CTX *copy = EVP_MD_CTX_new();
    if (copy && EVP_MD_CTX_copy_ex(copy, context) == 1) return copy;
    EVP_MD_CTX_free(copy);
    return NULL;
}

// Adds bytes; 1 unless it fails.
static inline int attache_sha256_update(EVP_MD_CTX *_Nonnull context, const void *_Nullable bytes, size_t count) {
    return count ? EVP_DigestUpdate(context, bytes, count) : 1;
}

// Writes the 32 bytes of the digest so far, which can be continued; 1 unless it fails.
static inline int attache_sha256_read(const EVP_MD_CTX *_Nonnull context, unsigned char *_Nonnull digest) {
    EVP_MD_CTX *copy = attache_sha256_copy(context);
    int done = copy && EVP_DigestFinal_ex(copy, digest, NULL) == 1;
    EVP_MD_CTX_free(copy);
    return done;
}

// Writes the 32 bytes of the digest of some bytes; 1 unless it fails.
static inline int attache_sha256_of(const void *_Nullable bytes, size_t count, unsigned char *_Nonnull digest) {
    return EVP_Digest(bytes ? bytes : "", count, digest, NULL, attache_sha256(), NULL);
}

#endif
