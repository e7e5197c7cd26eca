#ifndef ATTACHE_CCARES_SHIM_H
#define ATTACHE_CCARES_SHIM_H
#include <ares.h>
#endif
