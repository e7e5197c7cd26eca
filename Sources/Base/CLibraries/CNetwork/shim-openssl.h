// Reads of a TLS session, what has to be asked for before the handshake to have it to read, and one change of how it
// reads. Each function hides an OpenSSL macro or a STACK_OF type, which Swift does not import.

#ifndef ATTACHE_COPENSSL_SHIM_H
#define ATTACHE_COPENSSL_SHIM_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// CCrypto uses functions that are older than EVP, and one process has one set of these headers.
#define OPENSSL_SUPPRESS_DEPRECATED
// OpenSSL's macros name this file otherwise, and with it the folder of the build.
#define OPENSSL_NO_FILENAMES
#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/ct.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/objects.h>
#include <openssl/ocsp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

// 0x0301 for TLS 1.0 to 0x0304 for TLS 1.3.
static inline int attache_tls_version(const void *_Nonnull ssl) { return SSL_version((const SSL *)ssl); }

// The suite's IANA name, or NULL before there is one; OpenSSL's own memory, valid for the process's life.
static inline const char *_Nullable attache_tls_suite(const void *_Nonnull ssl) {
    const SSL_CIPHER *cipher = SSL_get_current_cipher((const SSL *)ssl);
    return cipher ? SSL_CIPHER_standard_name(cipher) : NULL;
}

// The chain that the server presented, or the one that was built from it up to a trusted root; NULL without one.
static inline STACK_OF(X509) *attache_tls_chain(const void *_Nonnull ssl, int is_verified) {
    return is_verified ? SSL_get0_verified_chain((const SSL *)ssl) : SSL_get_peer_cert_chain((const SSL *)ssl);
}

// How many certificates a chain has, leaf included.
static inline int attache_tls_chain_count(const void *_Nonnull ssl, int is_verified) {
    STACK_OF(X509) *chain = attache_tls_chain(ssl, is_verified);
    return chain ? sk_X509_num(chain) : 0;
}

struct attache_certificate {
    int key_kind;       // EVP_PKEY_RSA, EVP_PKEY_EC or another base id
    int key_bits;
    int is_authority;
    char key_name[32];
    char signature_digest[32];
    unsigned char public_key_sha256[32];
};

// Reads the certificate at a place of a chain; 0 when there is none or it cannot be read.
static inline int attache_tls_certificate(const void *_Nonnull ssl, int is_verified, int index,
                                          struct attache_certificate *_Nonnull out) {
    STACK_OF(X509) *chain = attache_tls_chain(ssl, is_verified);
    if (!chain || index < 0 || index >= sk_X509_num(chain)) return 0;
    X509 *certificate = sk_X509_value(chain, index);
    EVP_PKEY *key = certificate ? X509_get0_pubkey(certificate) : NULL;
    if (!key) return 0;
    memset(out, 0, sizeof *out);
    out->key_kind = EVP_PKEY_get_base_id(key);
    out->key_bits = EVP_PKEY_get_bits(key);
    const char *name = EVP_PKEY_get0_type_name(key);
    if (name) strncpy(out->key_name, name, sizeof out->key_name - 1);
    out->is_authority = X509_check_ca(certificate) != 0;
    int digest = NID_undef;
    if (OBJ_find_sigid_algs(X509_get_signature_nid(certificate), &digest, NULL) && digest != NID_undef)
        strncpy(out->signature_digest, OBJ_nid2sn(digest), sizeof out->signature_digest - 1);
    unsigned char *encoded = NULL;
    int length = i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &encoded);
    if (length <= 0) return 0;
    int done = EVP_Digest(encoded, (size_t)length, out->public_key_sha256, NULL, EVP_sha256(), NULL);
    OPENSSL_free(encoded);
    return done;
}

// What a handshake shows that nothing tells afterwards. The transfer and the connection's SSL_CTX each hold a reference:
// the connection may outlive the transfer, and both are let go of on the thread that drives them.
struct attache_handshake {
    int references;
    int wants_client_certificate;
};

static inline struct attache_handshake *_Nullable attache_handshake_create(void) {
    struct attache_handshake *handshake = (struct attache_handshake *)calloc(1, sizeof *handshake);
    if (handshake) handshake->references = 1;
    return handshake;
}

static inline void attache_handshake_release(struct attache_handshake *_Nullable handshake) {
    if (handshake && --handshake->references == 0) free(handshake);
}

static inline void attache_handshake_free(void *parent, void *handshake, CRYPTO_EX_DATA *data, int index, long number,
                                          void *argument) {
    (void)parent, (void)data, (void)index, (void)number, (void)argument;
    attache_handshake_release((struct attache_handshake *)handshake);
}

// Where an SSL_CTX keeps its handshake; made once for the process.
static int attache_handshake_index = -1;
static inline void attache_handshake_make_index(void) {
    attache_handshake_index = SSL_CTX_get_ex_new_index(0, NULL, NULL, NULL, attache_handshake_free);
}

// The server asks for a client certificate, of which an extension on a device has none either.
static inline int attache_handshake_client_certificate(SSL *ssl, X509 **certificate, EVP_PKEY **key) {
    (void)certificate, (void)key;
    struct attache_handshake *handshake = (struct attache_handshake *)SSL_CTX_get_ex_data(
        SSL_get_SSL_CTX(ssl), attache_handshake_index);
    if (handshake) handshake->wants_client_certificate = 1;
    return 0;
}

// Asks for certificate timestamps and a stapled status, as devices do, and watches for a request of a client
// certificate. Timestamps are not enforced. 0 when there is no memory.
static inline int attache_handshake_watch(struct attache_handshake *_Nonnull handshake, void *_Nonnull context) {
    static CRYPTO_ONCE once = CRYPTO_ONCE_STATIC_INIT;
    if (!CRYPTO_THREAD_run_once(&once, attache_handshake_make_index) || attache_handshake_index < 0) return 0;
    SSL_CTX *settings = (SSL_CTX *)context;
    if (!SSL_CTX_set_ex_data(settings, attache_handshake_index, handshake)) return 0;
    handshake->references++;
    SSL_CTX_set_client_cert_cb(settings, attache_handshake_client_certificate);
    return SSL_CTX_enable_ct(settings, SSL_CT_VALIDATION_PERMISSIVE) == 1;
}

// Signed certificate timestamps, wherever the server presented them.
static inline int attache_tls_timestamp_count(void *_Nonnull ssl) {
    const STACK_OF(SCT) *timestamps = SSL_get0_peer_scts((SSL *)ssl);
    return timestamps ? sk_SCT_num(timestamps) : 0;
}

// What the stapled status says: V_OCSP_CERTSTATUS_GOOD (0), _REVOKED (1) or _UNKNOWN (2); -1 without a readable one.
static inline int attache_tls_stapled_status(void *_Nonnull ssl) {
    const unsigned char *bytes = NULL;
    long length = SSL_get_tlsext_status_ocsp_resp((SSL *)ssl, &bytes);
    if (!bytes || length <= 0) return -1;
    OCSP_RESPONSE *response = d2i_OCSP_RESPONSE(NULL, &bytes, length);
    OCSP_BASICRESP *basic = response ? OCSP_response_get1_basic(response) : NULL;
    OCSP_SINGLERESP *single = basic && OCSP_resp_count(basic) > 0 ? OCSP_resp_get0(basic, 0) : NULL;
    int status = single ? OCSP_single_get0_status(single, NULL, NULL, NULL, NULL) : -1;
    OCSP_BASICRESP_free(basic);
    OCSP_RESPONSE_free(response);
    return status;
}

// OpenSSL's own name of a suite of TLS 1.2 or older, or "(NONE)" for one it does not have.
static inline const char *_Nonnull attache_tls_suite_name(const char *_Nonnull standard) {
    return OPENSSL_cipher_name(standard);
}

// The words for a result of certificate verification.
static inline const char *_Nonnull attache_tls_verify_words(long result) {
    return X509_verify_cert_error_string(result);
}

// Whether a file holds certificates to verify others with, read as libcurl reads it for a connection.
static inline int attache_is_authority_file(const char *_Nonnull path) {
    X509_STORE *store = X509_STORE_new();
    int loaded = store && X509_STORE_load_file(store, path) == 1;
    X509_STORE_free(store);
    ERR_clear_error();
    return loaded;
}

// Whether the session carries HTTP/2, where frames may come at any time.
static inline int attache_tls_is_http2(const void *_Nonnull ssl) {
    const unsigned char *protocol = NULL;
    unsigned int length = 0;
    SSL_get0_alpn_selected((const SSL *)ssl, &protocol, &length);
    return length == 2 && protocol[0] == 'h' && protocol[1] == '2';
}

// Whether the session holds bytes that were taken from the socket and not yet read.
static inline int attache_tls_has_pending(const void *_Nonnull ssl) { return SSL_has_pending((const SSL *)ssl); }

// How long a connection may read without a pause, in milliseconds.
enum { attache_tls_turn_limit = 20 };

// Notes in the BIO's argument when a run of reads began, and ends a run that is too long as if nothing more were there.
static inline long attache_tls_turn(BIO *_Nonnull bio, int operation, const char *_Nullable bytes, size_t length,
                                    int number, long large, int result, size_t *_Nullable count) {
    (void)bytes, (void)length, (void)number, (void)large, (void)count;
    if (operation == BIO_CB_READ) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        uintptr_t instant = (uintptr_t)now.tv_sec * 1000 + (uintptr_t)now.tv_nsec / 1000000 + 1;
        uintptr_t began = (uintptr_t)BIO_get_callback_arg(bio);
        if (!began) {
            BIO_set_callback_arg(bio, (char *)instant);
        } else if (instant - began > attache_tls_turn_limit) {
            BIO_set_callback_arg(bio, NULL);
            BIO_set_retry_read(bio);
            return -1;
        }
    } else if (operation == (BIO_CB_READ | BIO_CB_RETURN) && result <= 0) {
        BIO_set_callback_arg(bio, NULL);
    }
    return result;
}

// Makes a connection take turns with the others. libcurl reads HTTP/2 frames until some are for the application: with
// frames that never are, sent faster than they are read, it would never come back, not even for a deadline.
static inline void attache_tls_take_turns(void *_Nonnull ssl) {
    BIO *bio = SSL_get_rbio((SSL *)ssl);
    if (bio) BIO_set_callback_ex(bio, attache_tls_turn);
}

#endif
