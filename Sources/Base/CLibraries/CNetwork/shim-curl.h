// The reviewed list of what Attache lets libcurl do: one function for each option and info it uses.
//
// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, so Swift cannot call them; and behind "..."
// the compiler cannot see an int where libcurl reads a long. Each function here has the one type its option takes.

#ifndef ATTACHE_CCURL_SHIM_H
#define ATTACHE_CCURL_SHIM_H

#include <curl/curl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "Attache needs libcurl 7.87 or newer (CURLOPT_QUICK_EXIT)."
#endif

#define ATTACHE_OPTION(name, option, type)                                                        \
    static inline CURLcode attache_curl_set_##name(CURL *_Nonnull easy, type value) {             \
        return curl_easy_setopt(easy, option, value);                                             \
    }

// What is asked for.
ATTACHE_OPTION(url, CURLOPT_URL, const char *_Nonnull)
ATTACHE_OPTION(user_agent, CURLOPT_USERAGENT, const char *_Nonnull)
// The judged address for this one transfer; the list must outlive it.
ATTACHE_OPTION(connect_to, CURLOPT_CONNECT_TO, struct curl_slist *_Nullable)
// The conditions of a conditional request; the list must outlive the transfer, and a proxy does not get to see it.
ATTACHE_OPTION(header_fields, CURLOPT_HTTPHEADER, struct curl_slist *_Nonnull)

// Another method than GET, and a body, which libcurl copies. Only the session of service extensions sends them.
ATTACHE_OPTION(method, CURLOPT_CUSTOMREQUEST, const char *_Nonnull)
ATTACHE_OPTION(no_body, CURLOPT_NOBODY, long)
static inline CURLcode attache_curl_set_body(CURL *_Nonnull easy, const void *_Nullable bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes ? bytes : "");
}

// The same without a copy: the bytes must outlive the transfer. And how long it waits for leave to send them.
static inline CURLcode attache_curl_set_lent_body(CURL *_Nonnull easy, const void *_Nonnull bytes, curl_off_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, count);
    return code ? code : curl_easy_setopt(easy, CURLOPT_POSTFIELDS, bytes);
}
ATTACHE_OPTION(leave_timeout_ms, CURLOPT_EXPECT_100_TIMEOUT_MS, long)

// A socket in the file system instead of an address.
ATTACHE_OPTION(unix_socket, CURLOPT_UNIX_SOCKET_PATH, const char *_Nonnull)

// What is kept off.
ATTACHE_OPTION(no_signal, CURLOPT_NOSIGNAL, long)
ATTACHE_OPTION(quick_exit, CURLOPT_QUICK_EXIT, long)
ATTACHE_OPTION(protocols, CURLOPT_PROTOCOLS_STR, const char *_Nonnull)
ATTACHE_OPTION(redirect_protocols, CURLOPT_REDIR_PROTOCOLS_STR, const char *_Nonnull)
ATTACHE_OPTION(follow_location, CURLOPT_FOLLOWLOCATION, long)
ATTACHE_OPTION(proxy, CURLOPT_PROXY, const char *_Nonnull)
ATTACHE_OPTION(no_proxy, CURLOPT_NOPROXY, const char *_Nonnull)
ATTACHE_OPTION(session_cache, CURLOPT_SSL_SESSIONID_CACHE, long)
ATTACHE_OPTION(proxy_credentials, CURLOPT_PROXYUSERPWD, const char *_Nonnull)
ATTACHE_OPTION(proxy_tunnel, CURLOPT_HTTPPROXYTUNNEL, long)
ATTACHE_OPTION(suppress_connect_headers, CURLOPT_SUPPRESS_CONNECT_HEADERS, long)
ATTACHE_OPTION(http09_allowed, CURLOPT_HTTP09_ALLOWED, long)
ATTACHE_OPTION(content_decoding, CURLOPT_HTTP_CONTENT_DECODING, long)
ATTACHE_OPTION(disallow_username, CURLOPT_DISALLOW_USERNAME_IN_URL, long)
ATTACHE_OPTION(path_as_is, CURLOPT_PATH_AS_IS, long)

// Limits.
ATTACHE_OPTION(timeout_ms, CURLOPT_TIMEOUT_MS, long)
ATTACHE_OPTION(connect_timeout_ms, CURLOPT_CONNECTTIMEOUT_MS, long)
ATTACHE_OPTION(low_speed_limit, CURLOPT_LOW_SPEED_LIMIT, long)
ATTACHE_OPTION(low_speed_time, CURLOPT_LOW_SPEED_TIME, long)
ATTACHE_OPTION(buffer_size, CURLOPT_BUFFERSIZE, long)
ATTACHE_OPTION(receive_speed, CURLOPT_MAX_RECV_SPEED_LARGE, curl_off_t)

// TLS.
ATTACHE_OPTION(ssl_version, CURLOPT_SSLVERSION, long)
ATTACHE_OPTION(cipher_list, CURLOPT_SSL_CIPHER_LIST, const char *_Nonnull)
ATTACHE_OPTION(verify_peer, CURLOPT_SSL_VERIFYPEER, long)
ATTACHE_OPTION(verify_host, CURLOPT_SSL_VERIFYHOST, long)
ATTACHE_OPTION(authority_file, CURLOPT_CAINFO, const char *_Nonnull)
ATTACHE_OPTION(http_version, CURLOPT_HTTP_VERSION, long)
ATTACHE_OPTION(forbid_reuse, CURLOPT_FORBID_REUSE, long)
ATTACHE_OPTION(pipe_wait, CURLOPT_PIPEWAIT, long)

// Where errors are written; CURL_ERROR_SIZE bytes that outlive the transfer.
ATTACHE_OPTION(error_buffer, CURLOPT_ERRORBUFFER, char *_Nonnull)

// Callbacks: function and context are set together, so that neither is forgotten.
static inline CURLcode attache_curl_set_write(CURL *_Nonnull easy, curl_write_callback _Nonnull function,
                                              void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, function);
    return code ? code : curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}
static inline CURLcode attache_curl_set_header(CURL *_Nonnull easy, curl_write_callback _Nonnull function,
                                               void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, function);
    return code ? code : curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}
// Called during a transfer, and at least once a second; a result other than 0 ends it.
static inline CURLcode attache_curl_set_progress(CURL *_Nonnull easy, curl_xferinfo_callback _Nonnull function,
                                                 void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, function);
    if (!code) code = curl_easy_setopt(easy, CURLOPT_XFERINFODATA, context);
    return code ? code : curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
}
static inline CURLcode attache_curl_set_open_socket(CURL *_Nonnull easy, curl_opensocket_callback _Nonnull function,
                                                    void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
    return code ? code : curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}
static inline CURLcode attache_curl_set_tls_setup(CURL *_Nonnull easy, curl_ssl_ctx_callback _Nonnull function,
                                                  void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, function);
    return code ? code : curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, context);
}
static inline CURLcode attache_curl_set_before_request(CURL *_Nonnull easy, curl_prereq_callback _Nonnull function,
                                                       void *_Nonnull context) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
    return code ? code : curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}

#define ATTACHE_INFO(name, info, type)                                                            \
    static inline CURLcode attache_curl_get_##name(CURL *_Nonnull easy, type *_Nonnull value) {   \
        return curl_easy_getinfo(easy, info, value);                                              \
    }

ATTACHE_INFO(connect_time, CURLINFO_CONNECT_TIME_T, curl_off_t)
ATTACHE_INFO(tls_time, CURLINFO_APPCONNECT_TIME_T, curl_off_t)
ATTACHE_INFO(request_time, CURLINFO_PRETRANSFER_TIME_T, curl_off_t)
ATTACHE_INFO(first_byte_time, CURLINFO_STARTTRANSFER_TIME_T, curl_off_t)
ATTACHE_INFO(total_time, CURLINFO_TOTAL_TIME_T, curl_off_t)
ATTACHE_INFO(new_connections, CURLINFO_NUM_CONNECTS, long)
ATTACHE_INFO(verify_result, CURLINFO_SSL_VERIFYRESULT, long)
ATTACHE_INFO(http_version, CURLINFO_HTTP_VERSION, long)
ATTACHE_INFO(response_code, CURLINFO_RESPONSE_CODE, long)

// OpenSSL's session of the connection the transfer is on, or NULL on http; valid only inside a callback.
static inline void *_Nullable attache_curl_ssl(CURL *_Nonnull easy) {
    struct curl_tlssessioninfo *session = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &session) != CURLE_OK || !session) return NULL;
    return session->backend == CURLSSLBACKEND_OPENSSL ? session->internals : NULL;
}

static inline CURLMcode attache_curl_multi_set_host_connections(CURLM *_Nonnull multi, long limit) {
    return curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, limit);
}
static inline CURLMcode attache_curl_multi_set_kept_connections(CURLM *_Nonnull multi, long limit) {
    return curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, limit);
}

// The sockets that libcurl waits for, and the instant at which it has something to do without one.
static inline CURLMcode attache_curl_multi_set_socket(CURLM *_Nonnull multi, curl_socket_callback _Nonnull function,
                                                      void *_Nonnull context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}
static inline CURLMcode attache_curl_multi_set_timer(CURLM *_Nonnull multi, curl_multi_timer_callback _Nonnull function,
                                                     void *_Nonnull context) {
    CURLMcode code = curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
    return code ? code : curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

// CURLMsg keeps its result in a union, which Swift sees only as raw bytes.
static inline CURLcode attache_curl_result(const CURLMsg *_Nonnull message) { return message->data.result; }

// The bytes that were read from a TCP connection, or -1: those received without those that still wait. The member is at byte 128 of Linux's struct tcp_info, whose header
// cannot be included together with <netinet/tcp.h>; members of the kernel's interface never move.
static inline int64_t attache_tcp_received(int socket) {
    struct {
        unsigned char before[128];
        uint64_t received;
    } info;
    socklen_t length = sizeof info;
    const int tcp_info = 11;
    if (getsockopt(socket, IPPROTO_TCP, tcp_info, &info, &length) != 0 || length < sizeof info) return -1;
    int waiting = 0;
    if (ioctl(socket, FIONREAD, &waiting) != 0) waiting = 0;
    return (int64_t)info.received - waiting;
}

#endif
