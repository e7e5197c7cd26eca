#ifndef ATTACHE_CCAIRO_SHIM_H
#define ATTACHE_CCAIRO_SHIM_H
#include <cairo/cairo-svg.h>
#include <cairo/cairo.h>
#endif
