/* SPDX-License-Identifier: Apache-2.0 */
/* The example "forms ITEMS ROUNDS triangles:plain" in C, the same calls. Arguments: items (20000), rounds (3). */
#include "twin.h"

#define EDGES 8
#define REACH 64

static int each, *table; /* rows of EDGES neighbours, in order, filled up with -1 */

/* Sorts a number into a row unless it is there. */
static void insert(int *row, int to)
{
    int at = 0;
    while (row[at] >= 0 && row[at] < to)
        at++;
    if (row[at] != to) {
        memmove(row + at + 1, row + at, (EDGES - 1 - at) * sizeof(int));
        row[at] = to;
    }
}

static int common(const int *row, const int *other)
{
    int common = 0;
    for (int i = 0, k = 0; i < EDGES && row[i] >= 0 && k < EDGES && other[k] >= 0;) {
        int difference = row[i] - other[k];
        common += difference == 0;
        i += difference <= 0;
        k += difference >= 0;
    }
    return common;
}

static long plain(void)
{
    long found = 0;
    int other[EDGES];
    for (int i = 0; i < each; i++) {
        const int *row = table + i * EDGES;
        for (int k = 0; k < EDGES && row[k] >= 0; k++) {
            shmem_int_get(other, table + row[k] / n_pes * EDGES, EDGES, row[k] % n_pes);
            found += common(row, other);
        }
    }
    return found;
}

int main(int argc, char **argv)
{
    long items = number(argc, argv, 1, 20000);
    twin_start();
    each = items / EDGES > 2 ? items / EDGES : 2;
    table = shmem_malloc((size_t)each * EDGES * sizeof(int));
    memset(table, -1, (size_t)each * EDGES * sizeof(int));
    for (int i = 0; i < each; i++) {
        int vertex = i * n_pes + me, least = vertex > REACH ? vertex - REACH : 0;
        uint64_t random = vertex;
        for (int k = 0; k < EDGES && vertex > 0; k++)
            insert(table + i * EDGES, least + int_below(&random, vertex - least));
    }
    run_form("triangles", "plain", (long)each * EDGES, number(argc, argv, 2, 3), plain);
    shmem_finalize();
    return 0;
}
