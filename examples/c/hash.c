/* SPDX-License-Identifier: Apache-2.0 */
/* The example "hash" in C, the same calls. Arguments: insertions of each PE (20000), places there (40000). */
#include "twin.h"

#define SEED 0x4a54

static int places;
static long *keys, *counts;

static long draw(uint64_t *random)
{
    return (long)((uint64_t)int_below(random, places) * 0x5851f42d4c957f2d >> 1 | 1);
}

/* The place of a key on its PE. One that is not there gets a free place if asked to. */
static int place_of(long key, int pe, int insert)
{
    int place = (int)(key / n_pes % places);
    for (int tried = 0; tried < places; tried++) {
        long there = insert ? shmem_long_atomic_compare_swap(keys + place, 0, key, pe) : shmem_long_g(keys + place, pe);
        if (there == key || (insert && there == 0))
            return place;
        if (there == 0)
            fail("key", key);
        place = place + 1 == places ? 0 : place + 1;
    }
    fail("table, it is full", places);
    return -1;
}

static void insert(int insertions)
{
    uint64_t random = SEED + me;
    for (int i = 0; i < insertions; i++) {
        long key = draw(&random);
        int pe = (int)(key % n_pes);
        shmem_long_atomic_inc(counts + place_of(key, pe, 1), pe);
    }
}

static void find(int insertions)
{
    uint64_t random = SEED + me;
    for (int i = 0; i < insertions; i++) {
        long key = draw(&random);
        int pe = (int)(key % n_pes);
        if (shmem_long_g(counts + place_of(key, pe, 0), pe) == 0)
            fail("count of key", key);
    }
}

int main(int argc, char **argv)
{
    int insertions = number(argc, argv, 1, 20000);
    places = number(argc, argv, 2, 2 * insertions);
    twin_start();
    keys = zeroed(places, sizeof(long));
    counts = zeroed(places, sizeof(long));
    double start = seconds();
    insert(insertions);
    shmem_barrier_all();
    double between = seconds();
    find(insertions);
    shmem_barrier_all();
    double end = seconds();
    long sum = 0;
    for (int i = 0; i < places; i++)
        sum += counts[i];
    long counted = sum_long(sum), expected = (long)insertions * n_pes;
    if (counted != expected)
        fail("count", counted);
    if (me == 0)
        printf("%ld insertions on %d PEs: %.0f ns each, and %.0f ns to find a key\n", expected, n_pes,
            (between - start) / insertions * 1e9, (end - between) / insertions * 1e9);
    shmem_finalize();
    return 0;
}
