/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What calls take in plain loops, ns: the example CallTimes in C, called with the rounds of each loop after trials and
 * their length, which it does not need.
 */
#include "twin.h"

#define LONGS (1 << 17)
#define SPREAD 1024
#define CALLS 50000
#define CALLS_OF_ALL 1000
#define WORK (LONGS + SHMEM_REDUCE_MIN_WRKDATA_SIZE)

static long *there, here[LONGS], total;
static int *source, *dest, *work, count, peer;
static long *sync_words;
static size_t length;
static volatile long seen;

static void p(long calls)
{
    for (long i = 0; i < calls; i++)
        shmem_long_p(there + (i & (SPREAD - 1)), i & (SPREAD - 1), peer);
}

static void g(long calls)
{
    long sum = 0;
    for (long i = 0; i < calls; i++)
        sum += shmem_long_g(there + (i & (SPREAD - 1)), peer);
    seen = sum;
}

static void fetch_add(long calls)
{
    for (long i = 0; i < calls; i++)
        shmem_long_atomic_fetch_add(there + SPREAD, 1, peer);
    total += calls;
}

static void get(long calls)
{
    for (long i = 0; i < calls; i++)
        shmem_long_get(here, there + 1, 1, peer);
}

static void put(long calls)
{
    for (long i = 0; i < calls; i++) {
        shmem_long_put(there, here, length, peer);
        shmem_quiet();
    }
}

static void barrier(long calls)
{
    for (long i = 0; i < calls; i++)
        shmem_barrier_all();
}

/* Two sets of synchronisation words and work arrays in turns: sums follow one another without a barrier. */
static void sum(long calls)
{
    for (long i = 0; i < calls; i++)
        shmem_int_sum_to_all(dest, source, count, 0, 0, n_pes, work + (i & 1) * WORK,
            sync_words + (i & 1) * SHMEM_REDUCE_SYNC_SIZE);
}

static long calls_of(long all, long elements)
{
    return all / elements < 10 ? 10 : all / elements;
}

static void best(const char *name, long bytes, loop_fn loop, long calls, int rounds)
{
    double least = 1e300;
    for (int round = 0; round < rounds; round++) {
        double start = now_ns();
        loop(calls);
        double ns = (now_ns() - start) / calls;
        least = ns < least ? ns : least;
    }
    print_row(name, bytes, least);
}

static void check(const char *what, long value, long expected)
{
    if (value != expected)
        fail(what, 0);
}

static void transfers(int rounds)
{
    best("p", 8, p, CALLS, rounds);
    best("g", 8, g, CALLS, rounds);
    long rest = CALLS % SPREAD;
    check("g", seen, (long)CALLS / SPREAD * (SPREAD * (SPREAD - 1) / 2) + rest * (rest - 1) / 2);
    best("fetch-add", 8, fetch_add, CALLS, rounds);
    check("fetch-add", shmem_long_g(there + SPREAD, peer), total);
    best("get", 8, get, CALLS, rounds);
    check("get", here[0], 1);
    static const size_t lengths[] = {1, SPREAD / 8, SPREAD, SPREAD * 8, LONGS};
    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        length = lengths[l];
        for (size_t i = 0; i < LONGS; i++)
            here[i] = (long)length;
        best("put + quiet", 8 * (long)length, put, calls_of(CALLS, (long)length), rounds);
        check("put", shmem_long_g(there + length - 1, peer), (long)length);
    }
}

int main(int argc, char **argv)
{
    twin_start(argc, argv);
    int rounds = argc > 3 ? atoi(argv[3]) : 1000;
    peer = n_pes > 1 ? 1 : 0;
    there = shmem_calloc(LONGS, sizeof(long));
    source = shmem_calloc(LONGS, sizeof(int));
    dest = shmem_calloc(LONGS, sizeof(int));
    work = shmem_malloc(2 * WORK * sizeof(int));
    sync_words = shmem_malloc(2 * SHMEM_REDUCE_SYNC_SIZE * sizeof(long));
    for (int i = 0; i < 2 * SHMEM_REDUCE_SYNC_SIZE; i++)
        sync_words[i] = SHMEM_SYNC_VALUE;
    if (me == 0)
        transfers(rounds);
    shmem_barrier_all();
    best("barrier_all", 0, barrier, CALLS_OF_ALL, rounds);
    for (count = 1; count <= 1 << 14; count <<= 14) {
        source[count - 1] = 1;
        shmem_barrier_all();
        best("sum", 4L * count, sum, calls_of(CALLS_OF_ALL, count), rounds);
        check("sum", dest[count - 1], n_pes);
        shmem_barrier_all();
    }
    shmem_finalize();
    return 0;
}
