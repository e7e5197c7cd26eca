#ifndef ATTACHE_CMAGIC_SHIM_H
#define ATTACHE_CMAGIC_SHIM_H
#include <magic.h>
#endif
