#ifndef ATTACHE_CCURL_SHIM_H
#define ATTACHE_CCURL_SHIM_H
#include <curl/curl.h>
#endif
