/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "bfs" in C. Arguments: vertices of each PE (2000). Instead of sending messages to a handler it fills a
 * buffer for each other PE, and puts it there when a level ends.
 */
#include "twin.h"

#define EDGES 4

static int *levels, *next, count, level;

static int other(int vertex, int k, int all)
{
    uint64_t x = (vertex * (uint64_t)EDGES + k + 1) * 0x9e3779b97f4a7c15;
    return (int)((x ^ x >> 32) >> 1 & INT32_MAX) % all;
}

static void reach(int place)
{
    if (levels[place] == 0) {
        levels[place] = level + 1;
        next[count++] = place;
    }
}

static long search(int band, int all)
{
    int room = band * EDGES, *frontier = malloc(band * sizeof(int));
    int *out = malloc((size_t)room * n_pes * sizeof(int)), *filled = malloc(n_pes * sizeof(int));
    int *inbox = shmem_malloc((size_t)room * n_pes * sizeof(int));
    long *arrived = shmem_malloc(n_pes * sizeof(long)), seen = 0;
    if (me == 0)
        reach(0);
    for (long found = sum_long(count); found > 0; found = sum_long(count)) {
        int size = count, *mine = next;
        seen += found;
        next = frontier;
        frontier = mine;
        count = 0;
        level++;
        memset(filled, 0, n_pes * sizeof(int));
        for (int i = 0; i < size; i++)
            for (int k = 0; k < EDGES; k++) {
                int vertex = other(band * me + frontier[i], k, all), owner = vertex / band;
                if (owner == me)
                    reach(vertex % band);
                else
                    out[owner * room + filled[owner]++] = vertex % band;
            }
        for (int pe = 0; pe < n_pes; pe++)
            if (pe != me) {
                shmem_int_put(inbox + me * room, out + pe * room, filled[pe], pe);
                shmem_long_p(arrived + me, filled[pe], pe);
            }
        shmem_barrier_all();
        for (int pe = 0; pe < n_pes; pe++)
            for (int i = 0; pe != me && i < arrived[pe]; i++)
                reach(inbox[pe * room + i]);
    }
    return seen;
}

static void check(const int *found, int all)
{
    int *expected = calloc(all, sizeof(int)), *queue = malloc(all * sizeof(int));
    expected[0] = 1;
    queue[0] = 0;
    for (int head = 0, tail = 1; head < tail; head++)
        for (int k = 0; k < EDGES; k++) {
            int vertex = other(queue[head], k, all);
            if (expected[vertex] == 0) {
                expected[vertex] = expected[queue[head]] + 1;
                queue[tail++] = vertex;
            }
        }
    for (int i = 0; i < all; i++)
        if (found[i] != expected[i])
            fail("level", i);
}

int main(int argc, char **argv)
{
    int band = number(argc, argv, 1, 2000);
    twin_start();
    int all = band * n_pes;
    levels = zeroed(band, sizeof(int));
    next = malloc(band * sizeof(int));
    shmem_barrier_all();
    double start = seconds();
    long seen = search(band, all);
    double took = seconds() - start;
    int *gathered = shmem_malloc(all * sizeof(int));
    shmem_fcollect32(gathered, levels, band, 0, 0, n_pes, sync_set());
    if (me == 0) {
        check(gathered, all);
        printf("%ld of %d vertices reached in %d levels on %d PEs, %.2f ms\n", seen, all, level, n_pes, took * 1e3);
    }
    shmem_finalize();
    return 0;
}
