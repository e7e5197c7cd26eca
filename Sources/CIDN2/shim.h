#ifndef ATTACHE_CIDN2_SHIM_H
#define ATTACHE_CIDN2_SHIM_H
#include <idn2.h>
#endif
