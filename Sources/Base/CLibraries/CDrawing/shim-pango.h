#ifndef ATTACHE_CPANGO_SHIM_H
#define ATTACHE_CPANGO_SHIM_H
#include <pango/pangocairo.h>
#endif
