/* SPDX-License-Identifier: Apache-2.0 */
/* The example "forms ITEMS ROUNDS gather:plain" in C, the same calls. Arguments: items (20000), rounds (3). */
#include "twin.h"

#define SEED 0x9a7

static int items, *places;
static long *table, *gathered;

static long plain(void)
{
    long sum = 0;
    for (int i = 0; i < items; i++)
        gathered[i] = shmem_long_g(table + places[i] / n_pes, places[i] % n_pes);
    for (int i = 0; i < items; i++) {
        sum += gathered[i] * (i % 7 + 1);
        gathered[i] = -1;
    }
    shmem_barrier_all();
    return sum;
}

int main(int argc, char **argv)
{
    items = number(argc, argv, 1, 20000);
    twin_start();
    int elements = items / 100 > 1 ? items / 100 : 1;
    places = malloc(items * sizeof(int));
    gathered = malloc(items * sizeof(long));
    table = shmem_malloc(elements * sizeof(long));
    uint64_t random = SEED + me;
    for (int i = 0; i < items; i++)
        places[i] = int_below(&random, n_pes * elements);
    for (int index = 0; index < elements; index++)
        table[index] = 3L * (index * (long)n_pes + me) + 1;
    run_form("gather", "plain", items, number(argc, argv, 2, 3), plain);
    shmem_finalize();
    return 0;
}
