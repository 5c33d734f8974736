/* SPDX-License-Identifier: Apache-2.0 */
/* The example "forms ITEMS ROUNDS topsort:plain" in C, the same calls. Arguments: items (20000), rounds (3). */
#include "twin.h"

#define EDGES 4
#define DONE -1

static int each, *predecessors, *open, *free_ones;
static int *successor_count;
static long *successors; /* of a vertex: at its number times EDGES */

static void find_edges(void)
{
    long all = (long)each * n_pes;
    for (int pe = 0; pe < n_pes; pe++) {
        uint64_t random = pe;
        for (int i = 0; i < each; i++)
            for (int k = 0; k < EDGES; k++) {
                long vertex = (long)i * n_pes + pe, to = vertex + 1 + long_below(&random, all);
                if (to < all && pe == me)
                    successors[i * EDGES + successor_count[i]++] = to;
                if (to < all && to % n_pes == me)
                    predecessors[to / n_pes]++;
            }
    }
}

static long plain(void)
{
    long sum = 0, left = each;
    memcpy(open, predecessors, each * sizeof(int));
    shmem_barrier_all();
    for (long level = 1; max_long(left) > 0; level++) {
        int count = 0;
        for (int vertex = 0; vertex < each; vertex++)
            if (open[vertex] == 0) {
                open[vertex] = DONE;
                free_ones[count++] = vertex;
                sum += level * (vertex * (long)n_pes + me + 1);
            }
        left -= count;
        shmem_barrier_all();
        for (int i = 0; i < count; i++)
            for (int k = 0; k < successor_count[free_ones[i]]; k++) {
                long to = successors[free_ones[i] * EDGES + k];
                shmem_int_atomic_add(open + to / n_pes, -1, (int)(to % n_pes));
            }
        shmem_barrier_all();
    }
    return sum;
}

int main(int argc, char **argv)
{
    each = number(argc, argv, 1, 20000);
    twin_start();
    predecessors = calloc(each, sizeof(int));
    free_ones = malloc(each * sizeof(int));
    successor_count = calloc(each, sizeof(int));
    successors = malloc((size_t)each * EDGES * sizeof(long));
    open = shmem_malloc(each * sizeof(int));
    find_edges();
    run_form("topsort", "plain", (long)EDGES * each, number(argc, argv, 2, 3), plain);
    shmem_finalize();
    return 0;
}
