/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "randperm" in C. Arguments: numbers of each PE (20000). OpenSHMEM has no scan in 1.4: each PE gathers all
 * counts and adds up those before its own.
 */
#include "twin.h"

#define BOARD 2
#define SEED 0xda27

/* How many darts met another one. Numbers are stored one higher, because 0 is a free place. */
static long throw_all(long *board, int numbers)
{
    uint64_t random = SEED + me;
    long missed = -numbers;
    for (int i = 0; i < numbers; i++) {
        long dart = 1 + i * (long)n_pes + me, there;
        do {
            int place = int_below(&random, BOARD * numbers);
            there = shmem_long_atomic_compare_swap(board + place, 0, dart, int_below(&random, n_pes));
            missed++;
        } while (there != 0);
    }
    return missed;
}

static void collect(const long *board, long *permutation, int numbers)
{
    int places = BOARD * numbers;
    long *found = malloc(places * sizeof(long)), *counts = shmem_malloc((n_pes + 1) * sizeof(long)), count = 0, at = 0;
    for (int place = 0; place < places; place++)
        if (board[place] != 0)
            found[count++] = board[place] - 1;
    counts[n_pes] = count;
    shmem_fcollect64(counts, counts + n_pes, 1, 0, 0, n_pes, sync_set());
    for (int pe = 0; pe < me; pe++)
        at += counts[pe];
    for (long from = 0, part; from < count; from += part, at += part) {
        long index = at % numbers;
        part = count - from < numbers - index ? count - from : numbers - index;
        shmem_long_put(permutation + index, found + from, part, (int)(at / numbers));
    }
}

int main(int argc, char **argv)
{
    int numbers = number(argc, argv, 1, 20000);
    twin_start();
    long *board = zeroed((size_t)BOARD * numbers, sizeof(long));
    long *permutation = shmem_malloc(numbers * sizeof(long)), *seen = zeroed(numbers, sizeof(long));
    shmem_barrier_all();
    double start = seconds();
    long missed = throw_all(board, numbers);
    shmem_barrier_all();
    collect(board, permutation, numbers);
    shmem_barrier_all();
    double took = seconds() - start;
    for (int i = 0; i < numbers; i++)
        shmem_long_atomic_inc(seen + permutation[i] / n_pes, (int)(permutation[i] % n_pes));
    shmem_barrier_all();
    for (int i = 0; i < numbers; i++)
        if (seen[i] != 1)
            fail("times of a number", seen[i]);
    missed = sum_long(missed);
    if (me == 0)
        printf("%ld numbers permuted on %d PEs, %ld darts thrown again, %.2f ms\n", (long)numbers * n_pes, n_pes,
            missed, took * 1e3);
    shmem_finalize();
    return 0;
}
