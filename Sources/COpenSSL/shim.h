#ifndef ATTACHE_COPENSSL_SHIM_H
#define ATTACHE_COPENSSL_SHIM_H
#include <openssl/ssl.h>
#endif
