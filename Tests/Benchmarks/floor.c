// The bytes of a batch's main job and nothing else, as a floor for its cost: each URL of a list is downloaded into memory by
// libcurl, hashed with SHA-256, its PNG checksums are checked, and it is written under its digest, without fsync. Two
// threads, each with its own multi handle.
//
//   cc -O2 floor.c -o floor -lcurl -lcrypto -lz -lpthread
//   floor URLS DIRECTORY CONNECTIONS
//
// URLS has one URL a line. Prints the seconds and the microseconds of processor time for each file, and the number of files.
#define _GNU_SOURCE
#include <curl/curl.h>
#include <fcntl.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>
#include <zlib.h>

#define THREADS 2

struct transfer {
    CURL *easy;
    unsigned char *body;
    size_t size;
};

static char **urls;
static int url_count, next_url, connections;
static const char *directory;

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static size_t receive(char *bytes, size_t one, size_t size, void *user) {
    struct transfer *transfer = user;
    transfer->body = realloc(transfer->body, transfer->size + size);
    memcpy(transfer->body + transfer->size, bytes, size);
    transfer->size += size;
    return size;
}

static unsigned long word(const unsigned char *bytes) {
    return (unsigned long)bytes[0] << 24 | bytes[1] << 16 | bytes[2] << 8 | bytes[3];
}

static void check_chunks(const struct transfer *transfer) {
    for (size_t at = 8; at + 12 <= transfer->size;) {
        const unsigned char *chunk = transfer->body + at;
        unsigned long length = word(chunk);
        if (at + 12 + length > transfer->size || crc32(0, chunk + 4, length + 4) != word(chunk + 8 + length))
            fail("a PNG is damaged");
        at += 12 + length;
    }
}

static void finish(struct transfer *transfer, int folder) {
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    EVP_Digest(transfer->body, transfer->size, hash, &length, EVP_sha256(), NULL);
    check_chunks(transfer);
    char name[80], link[64];
    for (unsigned i = 0; i < length; i++) sprintf(name + 2 * i, "%02x", hash[i]);
    int file = openat(folder, ".", O_TMPFILE | O_WRONLY, 0644);
    if (file < 0 || write(file, transfer->body, transfer->size) != (ssize_t)transfer->size) fail("write");
    sprintf(link, "/proc/self/fd/%d", file);
    linkat(AT_FDCWD, link, folder, name, AT_SYMLINK_FOLLOW);
    close(file);
    transfer->size = 0;
}

// Begins the next URL on a transfer; 0 when there is none.
static int begin(CURLM *multi, struct transfer *transfer) {
    int number = __sync_fetch_and_add(&next_url, 1);
    if (number >= url_count) return 0;
    curl_easy_setopt(transfer->easy, CURLOPT_URL, urls[number]);
    curl_multi_add_handle(multi, transfer->easy);
    return 1;
}

static void *work(void *unused) {
    int folder = open(directory, O_DIRECTORY), live = 0, running, left;
    if (folder < 0) fail(directory);
    CURLM *multi = curl_multi_init();
    int mine = connections / THREADS;
    struct transfer *all = calloc(mine, sizeof *all);
    for (int i = 0; i < mine; i++) {
        all[i].easy = curl_easy_init();
        all[i].body = malloc(1 << 17);
        curl_easy_setopt(all[i].easy, CURLOPT_WRITEFUNCTION, receive);
        curl_easy_setopt(all[i].easy, CURLOPT_WRITEDATA, &all[i]);
        curl_easy_setopt(all[i].easy, CURLOPT_PRIVATE, &all[i]);
        curl_easy_setopt(all[i].easy, CURLOPT_BUFFERSIZE, 131072L);
        live += begin(multi, &all[i]);
    }
    while (live > 0) {
        curl_multi_perform(multi, &running);
        for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));) {
            struct transfer *transfer;
            curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &transfer);
            if (message->data.result != CURLE_OK) {
                fprintf(stderr, "%s\n", curl_easy_strerror(message->data.result));
                exit(1);
            }
            curl_multi_remove_handle(multi, transfer->easy);
            finish(transfer, folder);
            if (!begin(multi, transfer)) live--;
        }
        if (live > 0) curl_multi_poll(multi, NULL, 0, 100, NULL);
    }
    return NULL;
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: floor URLS DIRECTORY CONNECTIONS\n");
        return 2;
    }
    FILE *list = fopen(argv[1], "r");
    if (!list) fail(argv[1]);
    char line[4096];
    while (fgets(line, sizeof line, list)) {
        line[strcspn(line, "\n")] = 0;
        urls = realloc(urls, (url_count + 1) * sizeof *urls);
        urls[url_count++] = strdup(line);
    }
    directory = argv[2];
    connections = atoi(argv[3]);
    curl_global_init(CURL_GLOBAL_ALL);
    struct timespec began, ended;
    clock_gettime(CLOCK_MONOTONIC, &began);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    double processor = used.ru_utime.tv_sec + used.ru_stime.tv_sec + (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
    printf("%.3f %.1f %d\n", ended.tv_sec - began.tv_sec + (ended.tv_nsec - began.tv_nsec) / 1e9,
           processor / url_count * 1e6, url_count);
}
