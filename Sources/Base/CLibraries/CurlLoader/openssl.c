// The functions of OpenSSL that Attache calls, like those of libcurl. Loading libssl and libcrypto takes 1.6 ms of a start
// that needs neither; libcurl brings them along.
//
// The functions of SHA-256 are older than EVP; see CCrypto.
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/err.h>
#include <openssl/ocsp.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include "../loading.h"

LOADED_LIBRARY("libssl.so." NUMBER(OPENSSL_SHLIB_VERSION), "install OpenSSL 3, which Debian has as libssl3")

// Sessions and their settings.
FORWARD(const char *, OPENSSL_cipher_name, (const char *name), (name))
FORWARD(const char *, SSL_CIPHER_standard_name, (const SSL_CIPHER *cipher), (cipher))
FORWARD(int, SSL_CTX_enable_ct, (SSL_CTX *settings, int mode), (settings, mode))
FORWARD(void *, SSL_CTX_get_ex_data, (const SSL_CTX *settings, int index), (settings, index))
FORWARD(void, SSL_CTX_set_client_cert_cb, (SSL_CTX *settings, int (*callback)(SSL *, X509 **, EVP_PKEY **)),
        (settings, callback))
FORWARD(int, SSL_CTX_set_ex_data, (SSL_CTX *ssl, int index, void *data), (ssl, index, data))
FORWARD(long, SSL_ctrl, (SSL *ssl, int command, long number, void *pointer), (ssl, command, number, pointer))
FORWARD(void, SSL_get0_alpn_selected, (const SSL *ssl, const unsigned char **data, unsigned int *length),
        (ssl, data, length))
FORWARD(const STACK_OF(SCT) *, SSL_get0_peer_scts, (SSL *ssl), (ssl))
FORWARD(STACK_OF(X509) *, SSL_get0_verified_chain, (const SSL *ssl), (ssl))
FORWARD(SSL_CTX *, SSL_get_SSL_CTX, (const SSL *ssl), (ssl))
FORWARD(const SSL_CIPHER *, SSL_get_current_cipher, (const SSL *ssl), (ssl))
FORWARD(STACK_OF(X509) *, SSL_get_peer_cert_chain, (const SSL *ssl), (ssl))
FORWARD(BIO *, SSL_get_rbio, (const SSL *ssl), (ssl))
FORWARD(int, SSL_has_pending, (const SSL *ssl), (ssl))
FORWARD(int, SSL_version, (const SSL *ssl), (ssl))

// Certificates, their keys and the status of one.
FORWARD(const char *, EVP_PKEY_get0_type_name, (const EVP_PKEY *key), (key))
FORWARD(int, EVP_PKEY_get_base_id, (const EVP_PKEY *key), (key))
FORWARD(int, EVP_PKEY_get_bits, (const EVP_PKEY *key), (key))
FORWARD(int, OBJ_find_sigid_algs, (int signature, int *digest, int *key), (signature, digest, key))
FORWARD(const char *, OBJ_nid2sn, (int number), (number))
FORWARD(void, OCSP_BASICRESP_free, (OCSP_BASICRESP *value), (value))
FORWARD(void, OCSP_RESPONSE_free, (OCSP_RESPONSE *value), (value))
FORWARD(int, OCSP_resp_count, (OCSP_BASICRESP *response), (response))
FORWARD(OCSP_SINGLERESP *, OCSP_resp_get0, (OCSP_BASICRESP *response, int index), (response, index))
FORWARD(OCSP_BASICRESP *, OCSP_response_get1_basic, (OCSP_RESPONSE *response), (response))
FORWARD(int, OCSP_single_get0_status, (OCSP_SINGLERESP *single, int *reason, ASN1_GENERALIZEDTIME **revoked,
        ASN1_GENERALIZEDTIME **updated, ASN1_GENERALIZEDTIME **next), (single, reason, revoked, updated, next))
FORWARD(int, OPENSSL_sk_num, (const OPENSSL_STACK *stack), (stack))
FORWARD(void *, OPENSSL_sk_value, (const OPENSSL_STACK *stack, int index), (stack, index))
FORWARD(void, X509_STORE_free, (X509_STORE *store), (store))
FORWARD(int, X509_STORE_load_file, (X509_STORE *store, const char *file), (store, file))
FORWARD(X509_STORE *, X509_STORE_new, (void), ())
FORWARD(int, X509_check_ca, (X509 *certificate), (certificate))
FORWARD(EVP_PKEY *, X509_get0_pubkey, (const X509 *certificate), (certificate))
FORWARD(X509_PUBKEY *, X509_get_X509_PUBKEY, (const X509 *certificate), (certificate))
FORWARD(int, X509_get_signature_nid, (const X509 *certificate), (certificate))
FORWARD(const char *, X509_verify_cert_error_string, (long number), (number))
FORWARD(OCSP_RESPONSE *, d2i_OCSP_RESPONSE, (OCSP_RESPONSE **value, const unsigned char **bytes, long length),
        (value, bytes, length))
FORWARD(int, i2d_X509_PUBKEY, (const X509_PUBKEY *value, unsigned char **bytes), (value, bytes))

// The transport of a session, memory and errors.
FORWARD(char *, BIO_get_callback_arg, (const BIO *bio), (bio))
FORWARD(void, BIO_set_callback_arg, (BIO *bio, char *argument), (bio, argument))
FORWARD(void, BIO_set_callback_ex, (BIO *bio, BIO_callback_fn_ex callback), (bio, callback))
FORWARD(void, BIO_set_flags, (BIO *bio, int flags), (bio, flags))
FORWARD(int, CRYPTO_THREAD_run_once, (CRYPTO_ONCE *once, void (*init)(void)), (once, init))
FORWARD(void, CRYPTO_free, (void *pointer, const char *file, int line), (pointer, file, line))
FORWARD(int, CRYPTO_get_ex_new_index, (int kind, long number, void *argument, CRYPTO_EX_new *create,
        CRYPTO_EX_dup *copy, CRYPTO_EX_free *release), (kind, number, argument, create, copy, release))
FORWARD(int, CRYPTO_memcmp, (const void *left, const void *right, size_t length), (left, right, length))
FORWARD(void, ERR_clear_error, (void), ())

// Digests.
FORWARD(int, EVP_Digest, (const void *data, size_t count, unsigned char *digest, unsigned int *size,
        const EVP_MD *type, ENGINE *engine), (data, count, digest, size, type, engine))
FORWARD(const EVP_MD *, EVP_sha256, (void), ())
FORWARD(int, SHA256_Final, (unsigned char *digest, SHA256_CTX *state), (digest, state))
FORWARD(int, SHA256_Init, (SHA256_CTX *state), (state))
FORWARD(int, SHA256_Update, (SHA256_CTX *state, const void *data, size_t length), (state, data, length))
