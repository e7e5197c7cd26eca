// The functions of libcurl that Attache calls, as functions of the program: the first call loads libcurl and the forty
// libraries that it needs, which takes longer than everything else at a start. A payload without media needs none of it.
//
// Nothing is declared here: callers include curl/curl.h, and the linker finds these definitions in place of the library.
