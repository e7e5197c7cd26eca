#ifndef ATTACHE_CDEFLATE_SHIM_H
#define ATTACHE_CDEFLATE_SHIM_H

// From its archive, since one more shared library costs each start as much as it saves for five pictures.
#include <libdeflate.h>

#endif
