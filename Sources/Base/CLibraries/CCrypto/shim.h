// SHA-256 of OpenSSL, which libcurl uses in any case; it takes the instructions of the processor. And its comparison in
// constant time.
//
// These functions are older than EVP and deprecated. EVP looks an algorithm up before its first use, which loads the
// configuration and the providers of OpenSSL: 0.8 ms.

#ifndef ATTACHE_CCRYPTO_SHIM_H
#define ATTACHE_CCRYPTO_SHIM_H

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

// Declared here alone: the rest of openssl/crypto.h brings declarations of the C library along.
int CRYPTO_memcmp(const void *left, const void *right, size_t count);

#endif
