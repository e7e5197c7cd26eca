// libnats: its connections, messages and subscriptions, all of which it handles as opaque pointers.
//
// The structures of its JetStream functions grow with each minor version, so Attache sends JetStream's own requests, which
// are JSON, over a connection.

#ifndef ATTACHE_CNATS_SHIM_H
#define ATTACHE_CNATS_SHIM_H

#include <nats/nats.h>

#if NATS_VERSION_NUMBER < 0x030300
#error "Attache needs libnats 3.3 or newer."
#endif

#endif
