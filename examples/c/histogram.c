/* SPDX-License-Identifier: Apache-2.0 */
/* The example "histogram" in C, the same calls. Arguments: keys in all (100 thousand), buckets (1000). */
#include "twin.h"

#define SEED 0x5eed

/* How many of the keys a PE draws. */
static int share(int keys, int pe)
{
    return keys / n_pes + (pe < keys % n_pes ? 1 : 0);
}

static int draw(uint64_t *random, int buckets)
{
    int a = int_below(random, buckets), b = int_below(random, buckets);
    return a < b ? a : b;
}

int main(int argc, char **argv)
{
    int keys = number(argc, argv, 1, 100000), buckets = number(argc, argv, 2, 1000);
    twin_start();
    long *counts = zeroed((buckets + n_pes - 1) / n_pes, sizeof(long)), *total = zeroed(1, sizeof(long));
    double start = seconds();
    uint64_t random = SEED + me;
    for (int i = share(keys, me); i > 0; i--) {
        int bucket = draw(&random, buckets);
        shmem_long_atomic_inc(counts + bucket / n_pes, bucket % n_pes);
    }
    shmem_barrier_all();
    double took = seconds() - start;
    long *expected = calloc(buckets, sizeof(long)), here = 0;
    for (int pe = 0; pe < n_pes; pe++) {
        random = SEED + pe;
        for (int i = share(keys, pe); i > 0; i--)
            expected[draw(&random, buckets)]++;
    }
    for (int bucket = me; bucket < buckets; bucket += n_pes) {
        if (counts[bucket / n_pes] != expected[bucket])
            fail("bucket", bucket);
        here += counts[bucket / n_pes];
    }
    shmem_long_atomic_add(total, here, 0);
    shmem_barrier_all();
    if (me == 0) {
        if (*total != keys)
            fail("count", *total);
        printf("%d keys in %d buckets on %d PEs: %.1f million atomic updates per second\n", keys, buckets, n_pes,
            keys / took / 1e6);
    }
    shmem_finalize();
    return 0;
}
