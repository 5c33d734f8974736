/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads the symmetric objects of a running shmem4j job of this user. A visitor also stores, waits and signals.
 *
 *     struct shmem4j_job job;
 *     struct shmem4j_object grid;
 *     if (shmem4j_attach(&job, "/dev/shm", "prices", 0) == 0 && shmem4j_find(&job, "grid", &grid) == 0) {
 *         const double *copy = shmem4j_pe(&job, &grid, 2);
 *         ...
 *         shmem4j_detach(&job);
 *     }
 *
 * Attached with a last argument of 1, the process is a visitor:
 *
 *     shmem4j_wait(&job, &full, 0, 0, SHMEM4J_GE, 1, -1, NULL);     asleep until a PE signals
 *     shmem4j_update(&job, &done, 0, 0, SHMEM4J_ADD, 1, NULL);      after all earlier stores
 *
 * Functions return 0, or -1 with errno set: ENOENT for no such job or object, EBUSY where a beginning names several
 * jobs, ENOTSUP for a job on several nodes, each of which has the memory of its own PEs, EPROTO for another format or
 * damaged files, EINVAL for an element that there is not, ERANGE for a value that does not fit an int, EBADF for a job
 * that was attached read-only or detached, ECANCELED for a job that has ended. A child made by fork detaches.
 * docs/layout.md in the archive describes the files.
 */
#ifndef SHMEM4J_H
#define SHMEM4J_H

/* With -std=c11 and the like the system's headers hide lstat, mmap and others, unless they are told before the first. */
#ifndef _DEFAULT_SOURCE
#define _DEFAULT_SOURCE 1
#endif

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#if !defined(O_NOFOLLOW) || !defined(MAP_NORESERVE)
#error "shmem4j.h needs calls of Linux: include it before other headers, or compile with -D_DEFAULT_SOURCE"
#endif

#define SHMEM4J_FORMAT 18 /* the major one; later minor ones have more fields */
#define SHMEM4J_MAGIC 0x006a346d656d6873LL
#define SHMEM4J_OBJECTS 4096
#define SHMEM4J_ENTRY 512
#define SHMEM4J_VISITOR ((int32_t) 0x80000000) /* bit of counts of sleepers */

/* Where the control file and a PE's region have words of waiting; see docs/layout.md. */
#define SHMEM4J_ABORT 128
#define SHMEM4J_OVER 132
#define SHMEM4J_ALL_SLEEPERS 2048
#define SHMEM4J_SLOTS 4096
#define SHMEM4J_SLOT 512
#define SHMEM4J_VISITORS 96
#define SHMEM4J_SLEEPERS 8
#define SHMEM4J_VARIABLE 16
#define SHMEM4J_MASK 24
#define SHMEM4J_VISITOR_BYTES 4096

enum shmem4j_cmp { SHMEM4J_EQ, SHMEM4J_NE, SHMEM4J_GT, SHMEM4J_GE, SHMEM4J_LT, SHMEM4J_LE };
enum shmem4j_op { SHMEM4J_SET, SHMEM4J_ADD, SHMEM4J_AND, SHMEM4J_OR, SHMEM4J_XOR,
    SHMEM4J_SWAP_IF };    /* replaces the value that *old has */

struct shmem4j_job {
    int n_pes;
    int64_t heap_bytes;   /* symmetric heap of each PE */
    int64_t stride;       /* bytes from one PE's region to the next */
    int64_t heap;         /* where in a region the symmetric heap begins */
    int64_t table;        /* where in PE 0's region the table of objects begins */
    char *memory;         /* all regions */
    int folder;           /* descriptor of the job's folder */
    char *control;        /* a visitor's control file, else MAP_FAILED */
    int visit;            /* a visitor's open heap file, whose lock says that it lives */
};

struct shmem4j_object {
    int index;            /* of its entry in the table */
    int32_t number;       /* of this object only */
    char type[25];        /* SymmetricBytes, Shorts, Ints, Longs, Floats, Doubles, or Signal */
    char name[73];
    int64_t offset;       /* in each region */
    int64_t bytes;
};

/* Opens a regular file of this user in the job's folder, without following a link. */
static inline int shmem4j_open(int folder, const char *name, int flags) {
    struct stat found;
    int file = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0 && (fstat(file, &found) != 0 || !S_ISREG(found.st_mode) || found.st_uid != getuid())) {
        close(file);
        errno = EACCES;
        return -1;
    }
    return file;
}

/* Asks or sets a lock of bytes of an open file, all that follow for a size of 0; the kind of lock, -1 if refused. */
static inline int shmem4j_flock(int file, int command, int64_t at, int64_t size) {
    struct flock lock;
    memset(&lock, 0, sizeof lock);
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = at;
    lock.l_len = size;
    return fcntl(file, command, &lock) == 0 ? lock.l_type : -1;
}

/* Whether a process has locked one of some bytes of the job's lock file. */
static inline int shmem4j_locked(int folder, int64_t at, int64_t size) {
    int kind, file = shmem4j_open(folder, "launcher.lock", O_RDONLY);
    if (file < 0) {
        return 0;
    }
    kind = shmem4j_flock(file, F_GETLK, at, size);
    close(file);
    return kind >= 0 && kind != F_UNLCK;
}

static inline int shmem4j_runs(int folder) {
    return shmem4j_locked(folder, 0, 0);
}

/* Opens a folder that only this user can write to, if it is that of a running job. */
static inline int shmem4j_running(int parent, const char *name) {
    struct stat found;
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder >= 0 && (fstat(folder, &found) != 0 || found.st_uid != getuid() || (found.st_mode & 022) != 0
        || !shmem4j_runs(folder))) {
        close(folder);
        return -1;
    }
    return folder;
}

/* Opens the folder of the running job whose name begins so; a whole name wins. */
static inline int shmem4j_folder(const char *parent, const char *name) {
    char prefix[48];
    size_t skip;
    struct dirent *entry;
    int count = 0, chosen = -1;
    DIR *all = opendir(parent);
    if (all == NULL) {
        return -1;
    }
    skip = (size_t) snprintf(prefix, sizeof prefix, "shmem4j-%u-", (unsigned) getuid());
    while ((entry = readdir(all)) != NULL) {
        int folder, whole;
        if (strncmp(entry->d_name, prefix, skip) != 0 || strncmp(entry->d_name + skip, name, strlen(name)) != 0
            || (folder = shmem4j_running(dirfd(all), entry->d_name)) < 0) {
            continue;
        }
        whole = strcmp(entry->d_name + skip, name) == 0;
        if (chosen >= 0) {
            close(chosen);
        }
        chosen = folder;
        count = whole ? 1 : count + 1;
        if (whole) {
            break;
        }
    }
    closedir(all);
    if (count == 1) {
        return chosen;
    }
    if (chosen >= 0) {
        close(chosen);
    }
    errno = count == 0 ? ENOENT : EBUSY;
    return -1;
}

/* Reads the sizes in the control file; refuses those that lead outside of the regions. */
static inline int shmem4j_sizes(struct shmem4j_job *job) {
    char head[72];
    int64_t magic;
    int32_t words[2];
    int file = shmem4j_open(job->folder, "control", O_RDONLY);
    ssize_t length;
    if (file < 0) {
        return -1;
    }
    length = read(file, head, sizeof head);
    close(file);
    errno = EPROTO;
    if (length != (ssize_t) sizeof head) {
        return -1;
    }
    memcpy(&magic, head, 8);
    memcpy(words, head + 8, 8);
    memcpy(&job->heap_bytes, head + 16, 8);
    memcpy(&job->stride, head + 24, 8);
    memcpy(&job->table, head + 56, 8);
    memcpy(&job->heap, head + 64, 8);
    job->n_pes = words[1];
    return magic == SHMEM4J_MAGIC && (words[0] & 0xffff) == SHMEM4J_FORMAT && job->n_pes > 0 && job->stride > 0
        && job->stride <= INT64_MAX / job->n_pes && job->heap_bytes > 0 && job->heap_bytes <= job->stride
        && job->heap >= 0 && job->heap <= job->stride - job->heap_bytes && job->table >= 0
        && job->table <= job->stride - (1 + SHMEM4J_OBJECTS) * SHMEM4J_ENTRY ? 0 : -1;
}

/* Maps a file of the job; MAP_FAILED where it is shorter. */
static inline char *shmem4j_file(struct shmem4j_job *job, const char *name, int64_t length, int writable) {
    struct stat found;
    char *memory = (char *) MAP_FAILED;
    int file = shmem4j_open(job->folder, name, writable ? O_RDWR : O_RDONLY);
    if (file >= 0) {
        errno = EPROTO;
        if (fstat(file, &found) == 0 && found.st_size >= length) {
            memory = (char *) mmap(NULL, (size_t) length, writable ? PROT_READ | PROT_WRITE : PROT_READ,
                MAP_SHARED | MAP_NORESERVE, file, 0);
        }
        close(file);
    }
    return memory;
}

/* Maps the regions of all PEs; for a visitor the control file, too, and tells detectors of deadlocks that it lives. */
static inline int shmem4j_map(struct shmem4j_job *job, int writable) {
    if (faccessat(job->folder, "node", F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = ENOTSUP;
        return -1;
    }
    if (shmem4j_sizes(job) != 0) {
        return -1;
    }
    job->memory = shmem4j_file(job, "heap", job->stride * job->n_pes, writable);
    if (writable && job->memory != (char *) MAP_FAILED) {
        int64_t at = 0;
        job->control = shmem4j_file(job, "control", SHMEM4J_SLOTS + SHMEM4J_SLOT * (int64_t) job->n_pes, 1);
        job->visit = shmem4j_open(job->folder, "heap", O_RDWR);
        while (job->visit >= 0 && at < SHMEM4J_VISITOR_BYTES
            && shmem4j_flock(job->visit, 37 /* F_OFD_SETLK */, at, 1) < 0) {
            at++;
        }
    }
    return job->memory == (char *) MAP_FAILED || (writable && (job->control == (char *) MAP_FAILED || job->visit < 0))
        ? -1 : 0;
}

/* Lets the job go, which has no PEs from here on; harmless again, and after an attach that failed. */
static inline void shmem4j_detach(struct shmem4j_job *job) {
    if (job->memory != (char *) MAP_FAILED) {
        munmap(job->memory, (size_t) (job->stride * job->n_pes));
        job->memory = (char *) MAP_FAILED;
    }
    if (job->control != (char *) MAP_FAILED) {
        munmap(job->control, SHMEM4J_SLOTS + SHMEM4J_SLOT * (size_t) job->n_pes);
        job->control = (char *) MAP_FAILED;
    }
    if (job->visit >= 0) {
        close(job->visit);
        job->visit = -1;
    }
    if (job->folder >= 0) {
        close(job->folder);
        job->folder = -1;
    }
    job->n_pes = 0;
}

/* Maps the job, as a visitor where writable is not 0. */
static inline int shmem4j_attach(struct shmem4j_job *job, const char *parent, const char *name, int writable) {
    memset(job, 0, sizeof *job);
    job->memory = job->control = (char *) MAP_FAILED;
    job->visit = -1;
    job->folder = shmem4j_folder(parent, name);
    if (job->folder < 0 || shmem4j_map(job, writable) != 0) {
        int why = errno;
        shmem4j_detach(job);
        errno = why;
        return -1;
    }
    return 0;
}

static inline const char *shmem4j_entry(const struct shmem4j_job *job, int index) {
    return job->memory + job->table + (1 + (int64_t) index) * SHMEM4J_ENTRY;
}

static inline int32_t shmem4j_number(const struct shmem4j_job *job, int index) {
    return __atomic_load_n((const int32_t *) shmem4j_entry(job, index), __ATOMIC_ACQUIRE);
}

static inline void shmem4j_text(const char *entry, int length_at, int at, int room, char *text) {
    int32_t length;
    memcpy(&length, entry + length_at, 4);
    length = length < 0 ? 0 : length > room ? room : length;
    memcpy(text, entry + at, (size_t) length);
    text[length] = '\0';
}

/* Reads the object at an entry of the table, 0 to 4095; -1 where there is none. */
static inline int shmem4j_read(const struct shmem4j_job *job, int index, struct shmem4j_object *object) {
    const char *entry;
    errno = ENOENT;
    if (index < 0 || index >= SHMEM4J_OBJECTS || job->n_pes == 0) {
        return -1;
    }
    entry = shmem4j_entry(job, index);
    object->index = index;
    object->number = shmem4j_number(job, index);
    memcpy(&object->offset, entry + 8, 8);
    memcpy(&object->bytes, entry + 16, 8);
    shmem4j_text(entry, 24, 32, 24, object->type);
    shmem4j_text(entry, 4, 56, 72, object->name);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return object->number == 0 || shmem4j_number(job, index) != object->number || object->offset < job->heap
        || object->bytes < 0 || object->bytes > job->heap + job->heap_bytes - object->offset ? -1 : 0;
}

/* Finds an object by its name. */
static inline int shmem4j_find(const struct shmem4j_job *job, const char *name, struct shmem4j_object *object) {
    int32_t used = job->n_pes == 0 ? 0 : __atomic_load_n((const int32_t *) (job->memory + job->table),
        __ATOMIC_ACQUIRE);
    for (int index = 0; index < used && index < SHMEM4J_OBJECTS; index++) {
        if (shmem4j_read(job, index, object) == 0 && strcmp(object->name, name) == 0) {
            return 0;
        }
    }
    errno = job->n_pes == 0 ? EBADF : ENOENT;
    return -1;
}

/* Whether the program has neither freed the object nor ended. */
static inline int shmem4j_lives(const struct shmem4j_job *job, const struct shmem4j_object *object) {
    return job->n_pes > 0 && shmem4j_number(job, object->index) == object->number && shmem4j_runs(job->folder);
}

/* Whether a PE lives: not before it joins, and no more when it has left or its process has ended. */
static inline int shmem4j_pe_lives(const struct shmem4j_job *job, int pe) {
    return pe >= 0 && pe < job->n_pes && shmem4j_locked(job->folder, 1 + (int64_t) pe, 1);
}

/* A PE's copy of an object, NULL with errno for a PE that there is not and for an object that has been freed. */
static inline void *shmem4j_pe(const struct shmem4j_job *job, const struct shmem4j_object *object, int pe) {
    errno = job->n_pes == 0 ? EBADF : pe < 0 || pe >= job->n_pes ? EINVAL
        : shmem4j_number(job, object->index) != object->number ? ENOENT : 0;
    return errno != 0 ? NULL : job->memory + pe * job->stride + object->offset;
}

static inline int shmem4j_over(const struct shmem4j_job *job) {
    return __atomic_load_n((int32_t *) (job->control + SHMEM4J_ABORT), __ATOMIC_ACQUIRE) != 0
        || __atomic_load_n((int32_t *) (job->control + SHMEM4J_OVER), __ATOMIC_ACQUIRE) != 0;
}

/* A long or int of a PE for waits and atomics with a value, NULL with errno where there is none or it does not fit. */
static inline char *shmem4j_word(const struct shmem4j_job *job, const struct shmem4j_object *object, int pe,
    int64_t index, int64_t value, int *width) {
    *width = strcmp(object->type, "SymmetricInts") == 0 ? 4 : 8;
    errno = job->visit < 0 ? EBADF : shmem4j_over(job) ? ECANCELED
        : shmem4j_number(job, object->index) != object->number ? ENOENT
        : pe < 0 || pe >= job->n_pes || index < 0 || index >= object->bytes / *width || (*width == 8
        && strcmp(object->type, "SymmetricLongs") != 0 && strcmp(object->type, "Signal") != 0) ? EINVAL
        : *width == 4 && value != (int32_t) value ? ERANGE : 0;
    return errno != 0 ? NULL : job->memory + pe * job->stride + object->offset + index * *width;
}

static inline int64_t shmem4j_load(const char *word, int width) {
    return width == 8 ? __atomic_load_n((const int64_t *) word, __ATOMIC_ACQUIRE)
        : __atomic_load_n((const int32_t *) word, __ATOMIC_ACQUIRE);
}

static inline int shmem4j_holds(int64_t left, int cmp, int64_t right) {
    return cmp == SHMEM4J_EQ ? left == right : cmp == SHMEM4J_NE ? left != right : cmp == SHMEM4J_GT ? left > right
        : cmp == SHMEM4J_GE ? left >= right : cmp == SHMEM4J_LT ? left < right : left <= right;
}

/* Whether the condition that a single sleeper has published does not hold. */
static inline int shmem4j_sleeps_on(const char *region) {
    int64_t variable = shmem4j_load(region + SHMEM4J_VARIABLE, 8);
    int64_t part[3];
    int32_t cmp;
    memcpy(part, region + SHMEM4J_MASK, sizeof part);
    memcpy(&cmp, region + SHMEM4J_MASK + sizeof part, 4);
    return variable != 0 && !shmem4j_holds((shmem4j_load(region + (variable >> 1), variable & 1 ? 8 : 4) & part[0])
        ^ part[1], cmp, part[2] ^ part[1]);
}

/* The word on which visitors sleep that wait for a PE's variables. */
static inline int32_t *shmem4j_bell(const struct shmem4j_job *job, int pe) {
    return (int32_t *) (job->control + SHMEM4J_SLOTS + SHMEM4J_SLOT * (int64_t) pe + SHMEM4J_VISITORS);
}

static inline void shmem4j_wake(int32_t *word) {
    __atomic_fetch_add(word, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, word, 1, INT32_MAX, NULL, NULL, 0);
}

/* Wakes those who wait for a PE's variables, after a store. */
static inline void shmem4j_ring(const struct shmem4j_job *job, int pe) {
    char *region = job->memory + pe * job->stride;
    int32_t *count = (int32_t *) (region + SHMEM4J_SLEEPERS);
    int32_t sleepers;
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    sleepers = __atomic_load_n(count, __ATOMIC_SEQ_CST);
    if (sleepers < 0) {
        sleepers = __atomic_fetch_and(count, ~SHMEM4J_VISITOR, __ATOMIC_SEQ_CST) & ~SHMEM4J_VISITOR;
        shmem4j_wake(shmem4j_bell(job, pe));
    }
    if (sleepers != 0 && !(sleepers == 1 && shmem4j_sleeps_on(region))) {
        shmem4j_wake((int32_t *) region);
    }
}

#define SHMEM4J_CHANGE(type) (op == SHMEM4J_SET ? __atomic_exchange_n((type *) word, (type) value, __ATOMIC_SEQ_CST) \
    : op == SHMEM4J_ADD ? __atomic_fetch_add((type *) word, (type) value, __ATOMIC_SEQ_CST) \
    : op == SHMEM4J_AND ? __atomic_fetch_and((type *) word, (type) value, __ATOMIC_SEQ_CST) \
    : op == SHMEM4J_OR ? __atomic_fetch_or((type *) word, (type) value, __ATOMIC_SEQ_CST) \
    : op == SHMEM4J_XOR ? __atomic_fetch_xor((type *) word, (type) value, __ATOMIC_SEQ_CST) \
    : __sync_val_compare_and_swap((type *) word, (type) *old, (type) value))

/* Changes an element atomically, after all earlier stores, wakes who waits for it, and stores the old value unless old
 * is NULL, which it can't be for SHMEM4J_SWAP_IF. */
static inline int shmem4j_update(const struct shmem4j_job *job, const struct shmem4j_object *object, int pe,
    int64_t index, enum shmem4j_op op, int64_t value, int64_t *old) {
    int width;
    char *word = shmem4j_word(job, object, pe, index, value, &width);
    int64_t before;
    if (word == NULL || (op == SHMEM4J_SWAP_IF && shmem4j_word(job, object, pe, index, *old, &width) == NULL)) {
        return -1;
    }
    before = width == 8 ? SHMEM4J_CHANGE(int64_t) : SHMEM4J_CHANGE(int32_t);
    shmem4j_ring(job, pe);
    if (old != NULL) {
        *old = before;
    }
    return 0;
}

static inline int64_t shmem4j_nanos(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * INT64_C(1000000000) + now.tv_nsec;
}

/*
 * Waits until an element compares so with a value, asleep until an atomic, a signal or a quiet wakes it; a plain store
 * is noticed within 64 ms. Stores what it is then unless seen is NULL. Fails with ETIMEDOUT after a time, of which a
 * negative one never ends, with ENOENT if the program has freed the object, and with EINTR after a signal.
 */
static inline int shmem4j_wait(const struct shmem4j_job *job, const struct shmem4j_object *object, int pe,
    int64_t index, enum shmem4j_cmp cmp, int64_t value, int64_t nanos, int64_t *seen) {
    int width, announced = 0, spins = 100;
    int64_t now, start = 0, found, sleep = 50000;
    int32_t bell = 0;
    char *word = shmem4j_word(job, object, pe, index, value, &width);
    if (word == NULL) {
        return -1;
    }
    while (!shmem4j_holds(found = shmem4j_load(word, width), cmp, value)) {
        if (spins-- > 0) {
#if defined(__x86_64__)
            __builtin_ia32_pause();
#endif
            continue;
        }
        now = shmem4j_nanos();
        start = start == 0 ? now : start;
        errno = nanos >= 0 && now - start >= nanos ? ETIMEDOUT
            : shmem4j_over(job) || (sleep > 1000000 && !shmem4j_runs(job->folder)) ? ECANCELED
            : shmem4j_number(job, object->index) != object->number ? ENOENT : 0;
        if (errno != 0) {
            return -1;
        }
        if (now - start < 1000000) {
            sched_yield();
        } else if (!announced) {
            bell = __atomic_load_n(shmem4j_bell(job, pe), __ATOMIC_ACQUIRE);
            __atomic_fetch_or((int32_t *) (job->memory + pe * job->stride + SHMEM4J_SLEEPERS), SHMEM4J_VISITOR,
                __ATOMIC_SEQ_CST);
            __atomic_fetch_or((int32_t *) (job->control + SHMEM4J_ALL_SLEEPERS), SHMEM4J_VISITOR, __ATOMIC_SEQ_CST);
            __atomic_thread_fence(__ATOMIC_SEQ_CST);
            announced = 1;
        } else {
            struct timespec limit;
            limit.tv_sec = 0;
            limit.tv_nsec = (long) (nanos >= 0 && start + nanos - now < sleep ? start + nanos - now : sleep);
            if (syscall(SYS_futex, shmem4j_bell(job, pe), 0, bell, &limit, NULL, 0) != 0 && errno == EINTR) {
                return -1;
            }
            announced = 0;
            sleep = sleep * 5 / 4 < 64000000 ? sleep * 5 / 4 : 64000000;
        }
    }
    if (seen != NULL) {
        *seen = found;
    }
    return 0;
}

#endif
