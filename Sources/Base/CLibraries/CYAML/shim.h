#ifndef ATTACHE_CYAML_SHIM_H
#define ATTACHE_CYAML_SHIM_H
#include <yaml.h>
#endif
