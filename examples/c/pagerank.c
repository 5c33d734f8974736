/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The example "pagerank" in C. Arguments: pages of each PE (2000), largest change of a rank that ends it (1e-9).
 * Instead of sending messages to a handler it fills a buffer for each other PE, and puts it there when a round ends.
 */
#include "twin.h"
#include <math.h>

#define DAMPING 0.85
#define MOST_LINKS 10

struct gift {
    long page;
    double rank;
};

static int pages, *link_count, *links; /* of a page: at its number times MOST_LINKS */
static double *ranks, *got;
static struct gift *out, *inbox;
static long room, *filled, *arrived;

static void find_links(void)
{
    for (int i = 0; i < pages; i++) {
        uint64_t random = (uint64_t)(pages * me + i);
        link_count[i] = int_below(&random, MOST_LINKS);
        for (int k = 0; k < link_count[i]; k++)
            links[i * MOST_LINKS + k] = int_below(&random, pages * n_pes);
    }
}

/* Gives each page's rank to the pages that it links to, and returns the ranks that have no page to go to. */
static double give(void)
{
    double lost = 0;
    memset(filled, 0, n_pes * sizeof(long));
    for (int page = 0; page < pages; page++) {
        lost += link_count[page] == 0 ? ranks[page] : 0;
        for (int k = 0; k < link_count[page]; k++) {
            int to = links[page * MOST_LINKS + k], owner = to / pages;
            double rank = ranks[page] / link_count[page];
            if (owner == me)
                got[to % pages] += rank;
            else
                out[owner * room + filled[owner]++] = (struct gift){to % pages, rank};
        }
    }
    for (int pe = 0; pe < n_pes; pe++)
        if (pe != me) {
            shmem_putmem(inbox + me * room, out + pe * room, filled[pe] * sizeof(struct gift), pe);
            shmem_long_p(arrived + me, filled[pe], pe);
        }
    shmem_barrier_all();
    for (int pe = 0; pe < n_pes; pe++)
        for (long i = 0; pe != me && i < arrived[pe]; i++)
            got[inbox[pe * room + i].page] += inbox[pe * room + i].rank;
    return lost;
}

/* The largest change of a rank, when pages have taken what they got. */
static double take(double base)
{
    double change = 0;
    for (int i = 0; i < pages; i++) {
        double rank = base + DAMPING * got[i];
        change = fmax(change, fabs(rank - ranks[i]));
        ranks[i] = rank;
        got[i] = 0;
    }
    return change;
}

int main(int argc, char **argv)
{
    pages = number(argc, argv, 1, 2000);
    double rest = argc > 2 ? atof(argv[2]) : 1e-9;
    twin_start();
    int all = pages * n_pes;
    room = (long)pages * (MOST_LINKS - 1);
    link_count = malloc(pages * sizeof(int));
    links = malloc((size_t)pages * MOST_LINKS * sizeof(int));
    ranks = malloc(pages * sizeof(double));
    got = calloc(pages, sizeof(double));
    out = malloc(n_pes * room * sizeof *out);
    inbox = shmem_malloc(n_pes * room * sizeof *inbox);
    filled = malloc(n_pes * sizeof(long));
    arrived = shmem_malloc(n_pes * sizeof(long));
    find_links();
    for (int i = 0; i < pages; i++)
        ranks[i] = 1.0 / all;
    int rounds = 0;
    double start = seconds();
    for (double change = 1; change > rest; rounds++) {
        double lost = give();
        change = max_double(take((1 - DAMPING + DAMPING * sum_double(lost)) / all));
    }
    double took = seconds() - start, sum = 0, largest = 0;
    for (int i = 0; i < pages; i++) {
        sum += ranks[i];
        largest = fmax(largest, ranks[i]);
    }
    sum = sum_double(sum);
    largest = max_double(largest);
    if (fabs(sum - 1) > 1e-9)
        fail("sum of ranks", 0);
    if (me == 0)
        printf("%d pages on %d PEs, %d rounds of %.3f ms, the largest rank is %.3e\n", all, n_pes, rounds,
            took / rounds * 1e3, largest);
    shmem_finalize();
    return 0;
}
