/* Comes before the C library, and breaks what a program writes to its database. What to do is in the environment:
 *
 * FAULT_FILE  the database; its write-ahead log is meant too
 * FAULT_TREE  a folder in its place: every file below it is meant
 * FAULT_ARM   a file: nothing is counted before it is there
 * FAULT_KIND  kill: the process is killed at the n-th sync, before it has happened
 *             cut: so too, and of what was not synced a random part is left, torn where the seed says so
 *             fsync: from the n-th sync on all fail with EIO
 *             full: from the n-th write on all fail with ENOSPC
 * FAULT_AT    n
 * FAULT_SEED  for cut
 * FAULT_LIES  the sync of the disk does nothing, as of one that lies; the power cut shows it
 * FAULT_STEP  a file with seconds by which the system's time is off
 *
 * For cut, what is safely on the disk is kept beside each file as FILE.durable: a write gets there at the next sync. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int syncs, writes, armed;

struct pending { struct pending *next; char path[PATH_MAX]; off_t at; size_t len; char *data; };
static struct pending *first, **last = &first;

static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*real_write)(int, const void *, size_t);
static int (*real_ftruncate)(int, off_t);
static int (*real_fdatasync)(int);
static int (*real_clock_gettime)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
    real_write = dlsym(RTLD_NEXT, "write");
    real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
    real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
    real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

static int is(const char *kind) { const char *set = getenv("FAULT_KIND"); return set && !strcmp(set, kind); }

static int number(const char *name) { const char *set = getenv(name); return set ? atoi(set) : 0; }

static int is_armed(void) {
    const char *file = getenv("FAULT_ARM");
    if (!armed && file && !access(file, F_OK)) armed = 1;
    return armed;
}

/* Whether the file is the database or its log, or below the folder; its path. */
static int is_ours(int fd, char *path) {
    const char *file = getenv("FAULT_FILE"), *tree = getenv("FAULT_TREE");
    char link[64];
    if (!file && !tree) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = readlink(link, path, PATH_MAX - 1);
    if (len < 0) return 0;
    path[len] = 0;
    size_t n = strlen(tree ? tree : file);
    if (tree) return !strncmp(path, tree, n) && path[n] == '/';
    return !strncmp(path, file, n) && (!path[n] || !strcmp(path + n, "-wal"));
}

/* Takes a write to the copy that survives, or a truncation where there is no data. */
static void settle(const struct pending *it, size_t len) {
    char durable[PATH_MAX + 16];
    snprintf(durable, sizeof durable, "%s.durable", it->path);
    int fd = open(durable, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd < 0) abort();
    if (it->data) { if (real_pwrite(fd, it->data, len, it->at) != (ssize_t)len) abort(); }
    else if (real_ftruncate(fd, it->at)) abort();
    close(fd);
}

static void note(const char *path, off_t at, const void *data, size_t len) {
    struct pending *it = calloc(1, sizeof *it);
    if (!it) abort();
    strcpy(it->path, path);
    it->at = at;
    it->len = len;
    if (data) { it->data = malloc(len ? len : 1); if (!it->data) abort(); memcpy(it->data, data, len); }
    *last = it;
    last = &it->next;
}

/* Everything that waits for this file is on the disk. */
static void synced(const char *path) {
    struct pending **at = &first;
    while (*at) {
        struct pending *it = *at;
        if (strcmp(it->path, path)) { at = &it->next; continue; }
        settle(it, it->len);
        *at = it->next;
        free(it->data);
        free(it);
    }
    last = at;
}

/* The power is gone: of what was not synced some got to the disk, in any order, and some in part. */
static void cut(void) {
    unsigned seed = number("FAULT_SEED");
    for (struct pending *it = first; it && !getenv("FAULT_LIES"); it = it->next) {
        int luck = rand_r(&seed) % 4;
        if (luck == 0) settle(it, it->len);
        if (luck == 1 && it->data) settle(it, it->len / 512 * 512 / 2);
    }
    kill(getpid(), SIGKILL);
    for (;;) pause();
}

static ssize_t written(int fd, const void *data, size_t len, off_t at, int moves) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return moves ? real_write(fd, data, len) : real_pwrite(fd, data, len, at);
    pthread_mutex_lock(&lock);
    ssize_t done = -1;
    if (is("full") && is_armed() && ++writes >= number("FAULT_AT")) errno = ENOSPC;
    else {
        if (moves) at = lseek(fd, 0, SEEK_CUR);
        done = moves ? real_write(fd, data, len) : real_pwrite(fd, data, len, at);
        if (done > 0 && is("cut")) note(path, at, data, done);
    }
    pthread_mutex_unlock(&lock);
    return done;
}

ssize_t write(int fd, const void *data, size_t len) { return written(fd, data, len, 0, 1); }
ssize_t pwrite(int fd, const void *data, size_t len, off_t at) { return written(fd, data, len, at, 0); }
ssize_t pwrite64(int fd, const void *data, size_t len, off64_t at) { return written(fd, data, len, at, 0); }

int ftruncate(int fd, off_t len) {
    char path[PATH_MAX];
    if (!is_ours(fd, path) || !is("cut")) return real_ftruncate(fd, len);
    pthread_mutex_lock(&lock);
    int done = real_ftruncate(fd, len);
    if (!done) note(path, len, NULL, 0);
    pthread_mutex_unlock(&lock);
    return done;
}
int ftruncate64(int fd, off64_t len) { return ftruncate(fd, len); }

int fdatasync(int fd) {
    char path[PATH_MAX];
    if (!is_ours(fd, path)) return real_fdatasync(fd);
    pthread_mutex_lock(&lock);
    int done = 0, due = is_armed() && ++syncs >= number("FAULT_AT");
    if (due && is("kill")) { kill(getpid(), SIGKILL); for (;;) pause(); }
    if (due && is("cut")) cut();
    if (due && is("fsync")) { errno = EIO; done = -1; }
    else if (is("cut") && !getenv("FAULT_LIES")) synced(path);
    else if (!is("cut")) done = real_fdatasync(fd);
    pthread_mutex_unlock(&lock);
    return done;
}
int fsync(int fd) { return fdatasync(fd); }

int clock_gettime(clockid_t which, struct timespec *now) {
    int done = real_clock_gettime(which, now);
    const char *file = getenv("FAULT_STEP");
    if (done || which != CLOCK_REALTIME || !file) return done;
    char text[32] = "";
    int fd = open(file, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return done;
    ssize_t len = read(fd, text, sizeof text - 1);
    close(fd);
    if (len > 0) now->tv_sec += atol(text);
    return done;
}
