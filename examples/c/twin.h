/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Shared by the twins in C of the Java examples: reductions of one number, the clock, and java.util.SplittableRandom,
 * so that both languages draw the same numbers. The calls are those of OpenSHMEM 1.4.
 */
#ifndef TWIN_H
#define TWIN_H
#define _POSIX_C_SOURCE 200809L
#include <shmem.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SETS 4 /* of synchronisation words, used in turns */
#define WORK (SHMEM_REDUCE_MIN_WRKDATA_SIZE + 1)

static int me, n_pes;
static long *sync_words; /* for any collective call */
static void *cells, *work;
static unsigned turn;

static long *sync_set(void)
{
    return sync_words + turn++ % SETS * SHMEM_SYNC_SIZE;
}

static void twin_start(void)
{
    shmem_init();
    me = shmem_my_pe();
    n_pes = shmem_n_pes();
    sync_words = shmem_malloc(SETS * SHMEM_SYNC_SIZE * sizeof(long));
    cells = shmem_malloc(2 * sizeof(double));
    work = shmem_malloc(SETS * WORK * sizeof(double));
    for (int i = 0; i < SETS * SHMEM_SYNC_SIZE; i++)
        sync_words[i] = SHMEM_SYNC_VALUE;
    shmem_barrier_all();
}

/* Zeroed symmetric memory. Open MPI's shmem_calloc meets the other PEs before it clears the memory, not after. */
static inline void *zeroed(size_t count, size_t size)
{
    void *memory = shmem_calloc(count, size);
    shmem_barrier_all();
    return memory;
}

/* A reduction of one number of each PE. */
#define REDUCTION(name, type, call)                                             \
    static inline type name(type mine)                                          \
    {                                                                           \
        type *cell = cells, *scratch = (type *)work + turn % SETS * WORK;       \
        cell[0] = mine;                                                         \
        call(cell + 1, cell, 1, 0, 0, n_pes, scratch, sync_set());              \
        return cell[1];                                                         \
    }

REDUCTION(sum_double, double, shmem_double_sum_to_all)
REDUCTION(max_double, double, shmem_double_max_to_all)
REDUCTION(sum_long, long, shmem_long_sum_to_all)
REDUCTION(max_long, long, shmem_long_max_to_all)
REDUCTION(min_long, long, shmem_long_min_to_all)

static inline double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec + t.tv_nsec * 1e-9;
}

static inline long number(int argc, char **argv, int place, long standard)
{
    return place < argc ? atol(argv[place]) : standard;
}

static inline void fail(const char *what, long at)
{
    fprintf(stderr, "wrong %s at %ld on PE %d\n", what, at, me);
    shmem_global_exit(1);
}

/* The state of a generator is its seed. */
static inline int64_t next_long(uint64_t *random)
{
    uint64_t z = *random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline int32_t next_int(uint64_t *random)
{
    uint64_t z = *random += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 33) * 0x62a9d9ed799705f5;
    return (int32_t)((z ^ z >> 28) * 0xcb24d0a5c88c35b3 >> 32);
}

/* Both leave draws out that would make the lower numbers likelier. */
static inline int32_t int_below(uint64_t *random, uint32_t bound)
{
    uint32_t draw = next_int(random), most = bound - 1;
    if ((bound & most) == 0)
        return draw & most;
    for (draw >>= 1; (int32_t)(draw + most - draw % bound) < 0;)
        draw = (uint32_t)next_int(random) >> 1;
    return draw % bound;
}

static inline int64_t long_below(uint64_t *random, uint64_t bound)
{
    uint64_t draw = next_long(random), most = bound - 1;
    if ((bound & most) == 0)
        return draw & most;
    for (draw >>= 1; (int64_t)(draw + most - draw % bound) < 0;)
        draw = (uint64_t)next_long(random) >> 1;
    return draw % bound;
}
#endif
