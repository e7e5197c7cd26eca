// Functions of a library that is loaded at the first call of one of them. Each file that includes this has one library.

#ifndef ATTACHE_LOADING_H
#define ATTACHE_LOADING_H

#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

// The C library's name of the program; its header has it for GNU's extensions only.
extern char *program_invocation_short_name;

// Hidden, so that the library's own calls do not come back here.
#define HIDDEN __attribute__((visibility("hidden")))

// Defines `find` for one library. It is opened by its file name, so that the usual search path applies; without the library
// the program ends as it would with the dynamic loader.
#define LOADED_LIBRARY(file, cure)                                                                 \
    static void *library;                                                                          \
    static void fail(void) {                                                                       \
        const char *cause = dlerror();                                                             \
        fprintf(stderr, "%s: %s cannot be loaded: %s; %s.\n", program_invocation_short_name, file, \
                cause ? cause : "", cure);                                                         \
        _exit(1);                                                                                  \
    }                                                                                              \
    static void load(void) {                                                                       \
        library = dlopen(file, RTLD_LAZY | RTLD_LOCAL);                                            \
        if (!library) fail();                                                                      \
    }                                                                                              \
    static void *find(const char *name) {                                                          \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                                            \
        pthread_once(&once, load);                                                                 \
        void *function = dlsym(library, name);                                                     \
        if (!function) fail();                                                                     \
        return function;                                                                           \
    }

// A number of the headers in a library's file name.
#define TEXT(value) #value
#define NUMBER(value) TEXT(value)

#define FUNCTION(name)                                                                             \
    static _Atomic(void *) known;                                                                  \
    void *function = atomic_load_explicit(&known, memory_order_acquire);                           \
    if (!function) atomic_store_explicit(&known, function = find(#name), memory_order_release);

#define FORWARD(result, name, parameters, arguments)                                               \
    HIDDEN result name parameters {                                                                \
        FUNCTION(name)                                                                             \
        return ((result(*) parameters)function)arguments;                                          \
    }

#endif
