// The functions of libcurl and OpenSSL that Attache calls, as functions of the program: the first call loads the library
// with the forty that it needs, which takes longer than everything else at a start. A payload without media needs none.
//
// Nothing is declared here: callers include the library's header, and the linker finds these definitions in its place.
