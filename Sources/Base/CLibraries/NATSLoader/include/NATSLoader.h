// The functions of libnats that Attache calls, as functions of the program: the first call loads libnats. Only
// `attached work` calls one; a service that serves HTTP, and a machine without libnats, need none of it.
//
// Nothing is declared here: callers include nats/nats.h, and the linker finds these definitions in place of the library.
