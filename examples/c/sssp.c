/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "forms ITEMS ROUNDS sssp:messages" in C. Arguments: items (20000), rounds (3). Instead of sending
 * messages to a handler it fills a buffer for each other PE, and puts it there when a phase ends.
 */
#include "twin.h"

#define EDGES 8
#define LONGEST 64
#define WIDTH 16
#define RING (LONGEST / WIDTH + 1)
#define FAR INT32_MAX

struct path {
    int vertex, length;
};

static int each, *edges, *edge_lengths, *lengths;
static struct bucket {
    struct path *paths;
    int count, room;
} ring[RING], taken;
static struct path *out, *inbox;
static long room, *filled, *arrived;

static void find_edges(void)
{
    uint64_t random = -1 - me;
    for (int vertex = 0; vertex < each; vertex++) {
        uint64_t of_vertex = vertex * (uint64_t)n_pes + me;
        int *ends = edges + vertex * EDGES;
        for (int count = 0; count < EDGES;) {
            int to = int_below(&of_vertex, each * n_pes), at = count, there = 0;
            for (int k = 0; k < count; k++)
                there |= ends[k] == to;
            for (; !there && at > 0 && ends[at - 1] > to; at--)
                ends[at] = ends[at - 1];
            if (!there)
                ends[at] = to, count++;
        }
    }
    for (int edge = 0; edge < each * EDGES; edge++)
        edge_lengths[edge] = 1 + int_below(&random, LONGEST);
}

static void reach(int vertex, int length)
{
    if (length < lengths[vertex]) {
        struct bucket *b = ring + length / WIDTH % RING;
        lengths[vertex] = length;
        if (b->count == b->room)
            b->paths = realloc(b->paths, (b->room = 2 * b->room + EDGES) * sizeof(struct path));
        b->paths[b->count++] = (struct path){vertex, length};
    }
}

/* The first bucket from one on that is not empty. */
static long next_bucket(long from)
{
    for (long bucket = from; bucket < from + RING; bucket++)
        if (ring[bucket % RING].count > 0)
            return bucket;
    return FAR;
}

static void exchange(void)
{
    for (int pe = 0; pe < n_pes; pe++)
        if (pe != me) {
            shmem_putmem(inbox + me * room, out + pe * room, filled[pe] * sizeof(struct path), pe);
            shmem_long_p(arrived + me, filled[pe], pe);
        }
    shmem_barrier_all();
    for (int pe = 0; pe < n_pes; pe++)
        for (long i = 0; pe != me && i < arrived[pe]; i++)
            reach(inbox[pe * room + i].vertex, inbox[pe * room + i].length);
}

static long messages(void)
{
    long sum = 0;
    for (int vertex = 0; vertex < each; vertex++)
        lengths[vertex] = FAR;
    if (me == 0)
        reach(0, 0);
    for (long bucket = 0; (bucket = min_long(next_bucket(bucket))) < FAR;) {
        struct bucket b = ring[bucket % RING];
        ring[bucket % RING] = taken;
        ring[bucket % RING].count = 0;
        taken = b;
        memset(filled, 0, n_pes * sizeof(long));
        for (int i = 0; i < taken.count; i++) {
            struct path path = taken.paths[i];
            if (path.length > lengths[path.vertex])
                continue; /* there is a shorter one */
            for (int edge = path.vertex * EDGES; edge < path.vertex * EDGES + EDGES; edge++) {
                int to = edges[edge] / n_pes, owner = edges[edge] % n_pes, length = path.length + edge_lengths[edge];
                if (owner == me)
                    reach(to, length);
                else
                    out[owner * room + filled[owner]++] = (struct path){to, length};
            }
        }
        exchange();
    }
    for (int vertex = 0; vertex < each; vertex++)
        sum += lengths[vertex] == FAR ? 0 : lengths[vertex] * (vertex * (long)n_pes + me);
    return sum;
}

int main(int argc, char **argv)
{
    long items = number(argc, argv, 1, 20000);
    twin_start();
    each = items / EDGES > EDGES ? items / EDGES : EDGES;
    edges = malloc((size_t)each * EDGES * sizeof(int));
    edge_lengths = malloc((size_t)each * EDGES * sizeof(int));
    lengths = malloc(each * sizeof(int));
    filled = malloc(n_pes * sizeof(long));
    arrived = shmem_malloc(n_pes * sizeof(long));
    room = (long)each * EDGES;
    out = malloc(n_pes * room * sizeof *out);
    inbox = shmem_malloc(n_pes * room * sizeof *inbox);
    find_edges();
    run_form("sssp", "messages", (long)each * EDGES, number(argc, argv, 2, 3), messages);
    shmem_finalize();
    return 0;
}
