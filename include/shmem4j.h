/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reads, and if asked writes, the symmetric objects of a running shmem4j job of this user.
 *
 *     struct shmem4j_job job;
 *     struct shmem4j_object grid;
 *     if (shmem4j_attach(&job, "/dev/shm", "prices", 0) == 0 && shmem4j_find(&job, "grid", &grid) == 0) {
 *         const double *copy = shmem4j_pe(&job, &grid, 2);
 *         ...
 *         shmem4j_detach(&job);
 *     }
 *
 * The job does not notice. Functions return 0, or -1 with errno set: ENOENT for no such job or object, EBUSY where a
 * beginning names several jobs, ENOTSUP for a job on several nodes, each of which has the memory of its own PEs, and
 * EPROTO for another format or damaged files. docs/layout.md in the archive describes the files.
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
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#if !defined(O_NOFOLLOW) || !defined(MAP_NORESERVE)
#error "shmem4j.h needs calls of Linux: include it before other headers, or compile with -D_DEFAULT_SOURCE"
#endif

#define SHMEM4J_FORMAT 16 /* the major one; later minor ones have more fields */
#define SHMEM4J_MAGIC 0x006a346d656d6873LL
#define SHMEM4J_OBJECTS 4096

struct shmem4j_job {
    int n_pes;
    int64_t heap_bytes;   /* symmetric heap of each PE */
    int64_t stride;       /* bytes from one PE's region to the next */
    int64_t heap;         /* where in a region the symmetric heap begins */
    int64_t table;        /* where in PE 0's region the table of objects begins */
    char *memory;         /* all regions */
    int folder;           /* descriptor of the job's folder */
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

/* Whether a process has locked one of some bytes of the job's lock file; a size of 0 means all that follow. */
static inline int shmem4j_locked(int folder, int64_t at, int64_t size) {
    struct flock lock;
    int held, file = shmem4j_open(folder, "launcher.lock", O_RDONLY);
    if (file < 0) {
        return 0;
    }
    memset(&lock, 0, sizeof lock);
    lock.l_type = F_WRLCK;
    lock.l_whence = SEEK_SET;
    lock.l_start = at;
    lock.l_len = size;
    held = fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
    close(file);
    return held;
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
        && job->table <= job->stride - (1 + SHMEM4J_OBJECTS) * 256 ? 0 : -1;
}

/* Maps the regions of all PEs. */
static inline int shmem4j_map(struct shmem4j_job *job, int writable) {
    struct stat found;
    int64_t length;
    int file;
    if (faccessat(job->folder, "node", F_OK, AT_SYMLINK_NOFOLLOW) == 0) {
        errno = ENOTSUP;
        return -1;
    }
    if (shmem4j_sizes(job) != 0 || (file = shmem4j_open(job->folder, "heap", writable ? O_RDWR : O_RDONLY)) < 0) {
        return -1;
    }
    length = job->stride * job->n_pes;
    if (fstat(file, &found) != 0 || found.st_size < length) {
        close(file);
        errno = EPROTO;
        return -1;
    }
    job->memory = (char *) mmap(NULL, (size_t) length, writable ? PROT_READ | PROT_WRITE : PROT_READ,
        MAP_SHARED | MAP_NORESERVE, file, 0);
    close(file);
    return job->memory == MAP_FAILED ? -1 : 0;
}

/* Lets the job go, which has no PEs from here on; harmless again, and after an attach that failed. */
static inline void shmem4j_detach(struct shmem4j_job *job) {
    if (job->memory != (char *) MAP_FAILED) {
        munmap(job->memory, (size_t) (job->stride * job->n_pes));
        job->memory = (char *) MAP_FAILED;
    }
    if (job->folder >= 0) {
        close(job->folder);
        job->folder = -1;
    }
    job->n_pes = 0;
}

/* Maps the job; its memory can be written where writable is not 0. */
static inline int shmem4j_attach(struct shmem4j_job *job, const char *parent, const char *name, int writable) {
    memset(job, 0, sizeof *job);
    job->memory = (char *) MAP_FAILED;
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
    return job->memory + job->table + (1 + (int64_t) index) * 256;
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
    if (index < 0 || index >= SHMEM4J_OBJECTS) {
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
    int32_t used = __atomic_load_n((const int32_t *) (job->memory + job->table), __ATOMIC_ACQUIRE);
    for (int index = 0; index < used && index < SHMEM4J_OBJECTS; index++) {
        if (shmem4j_read(job, index, object) == 0 && strcmp(object->name, name) == 0) {
            return 0;
        }
    }
    errno = ENOENT;
    return -1;
}

/* Whether the program has neither freed the object nor ended. */
static inline int shmem4j_lives(const struct shmem4j_job *job, const struct shmem4j_object *object) {
    return shmem4j_number(job, object->index) == object->number && shmem4j_runs(job->folder);
}

/* Whether a PE lives: not before it joins, and no more when it has left or its process has ended. */
static inline int shmem4j_pe_lives(const struct shmem4j_job *job, int pe) {
    return pe >= 0 && pe < job->n_pes && shmem4j_locked(job->folder, 1 + (int64_t) pe, 1);
}

/* A PE's copy of an object, NULL for a PE that there is not. */
static inline void *shmem4j_pe(const struct shmem4j_job *job, const struct shmem4j_object *object, int pe) {
    return pe < 0 || pe >= job->n_pes ? NULL : job->memory + pe * job->stride + object->offset;
}

#endif
