#ifndef ATTACHE_CTURBOJPEG_SHIM_H
#define ATTACHE_CTURBOJPEG_SHIM_H
#include <turbojpeg.h>
#endif
