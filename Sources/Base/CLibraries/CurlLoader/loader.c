#include <stdarg.h>

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#undef curl_easy_setopt
#undef curl_easy_getinfo
#undef curl_multi_setopt

#include "../loading.h"

// The options are passed on as 64 bits, whether they are a long, a curl_off_t or a pointer.
_Static_assert(sizeof(long) == 8 && sizeof(curl_off_t) == 8 && sizeof(void *) == 8, "options have 64 bits");

LOADED_LIBRARY("libcurl.so.4", "install libcurl 4, which Debian has as libcurl4")

#define FORWARD_ONE_VALUE(result, name, handle_type, option_type)                                  \
    HIDDEN result name(handle_type handle, option_type option, ...) {                              \
        FUNCTION(name)                                                                             \
        va_list values;                                                                            \
        va_start(values, option);                                                                  \
        void *value = va_arg(values, void *);                                                      \
        va_end(values);                                                                            \
        return ((result(*)(handle_type, option_type, ...))function)(handle, option, value);        \
    }

FORWARD(CURLcode, curl_global_init, (long flags), (flags))
FORWARD(curl_version_info_data *, curl_version_info, (CURLversion age), (age))
FORWARD(void, curl_free, (void *memory), (memory))

FORWARD(CURL *, curl_easy_init, (void), ())
FORWARD(void, curl_easy_cleanup, (CURL *easy), (easy))
FORWARD(void, curl_easy_reset, (CURL *easy), (easy))
FORWARD(CURLcode, curl_easy_perform, (CURL *easy), (easy))
FORWARD_ONE_VALUE(CURLcode, curl_easy_setopt, CURL *, CURLoption)
FORWARD_ONE_VALUE(CURLcode, curl_easy_getinfo, CURL *, CURLINFO)

FORWARD(CURLM *, curl_multi_init, (void), ())
FORWARD(CURLMcode, curl_multi_cleanup, (CURLM *multi), (multi))
FORWARD(CURLMcode, curl_multi_add_handle, (CURLM *multi, CURL *easy), (multi, easy))
FORWARD(CURLMcode, curl_multi_remove_handle, (CURLM *multi, CURL *easy), (multi, easy))
FORWARD(CURLMsg *, curl_multi_info_read, (CURLM *multi, int *left), (multi, left))
FORWARD(CURLMcode, curl_multi_socket_action, (CURLM *multi, curl_socket_t socket, int events, int *running),
        (multi, socket, events, running))
FORWARD_ONE_VALUE(CURLMcode, curl_multi_setopt, CURLM *, CURLMoption)

FORWARD(struct curl_slist *, curl_slist_append, (struct curl_slist *list, const char *text), (list, text))
FORWARD(void, curl_slist_free_all, (struct curl_slist *list), (list))

FORWARD(CURLU *, curl_url, (void), ())
FORWARD(void, curl_url_cleanup, (CURLU *url), (url))
// By another name in C, since newer headers declare a constant handle.
HIDDEN CURLUcode attache_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) __asm__("curl_url_get");
CURLUcode attache_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    FUNCTION(curl_url_get)
    return ((CURLUcode(*)(CURLU *, CURLUPart, char **, unsigned int))function)(url, part, text, flags);
}
FORWARD(CURLUcode, curl_url_set, (CURLU *url, CURLUPart part, const char *text, unsigned int flags),
        (url, part, text, flags))
