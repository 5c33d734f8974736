/* SPDX-License-Identifier: Apache-2.0 */
/* One pair moves blocks, a quiet after every 64: MB/s, or millions of messages a second with the word "msgrate". */
#include "twin.h"

#define WINDOW 64

static size_t largest = 4 << 20, size;
static char *block, *local;
static int partner;

#define LOOP(name, call)                                                           \
    static void name(long turns)                                                   \
    {                                                                              \
        long slots = 2 * largest / size < WINDOW ? 2 * largest / size : WINDOW;    \
        for (long i = 0; i < turns; i++) {                                         \
            for (long w = 0, slot = 0; w < WINDOW; w++) {                          \
                call;                                                              \
                slot = slot + 1 == slots ? 0 : slot + 1;                           \
            }                                                                      \
            shmem_quiet();                                                         \
        }                                                                          \
    }

LOOP(put, shmem_putmem(block + slot * size, local, size, partner))
LOOP(put_nbi, shmem_putmem_nbi(block + slot * size, local, size, partner))
LOOP(get, shmem_getmem(local, block + slot * size, size, partner))
LOOP(get_nbi, shmem_getmem_nbi(local, block + slot * size, size, partner))

static const struct {
    const char *name;
    loop_fn loop;
} ways[] = {{"put, 1 pair", put}, {"put_nbi, 1 pair", put_nbi}, {"get, 1 pair", get}, {"get_nbi, 1 pair", get_nbi}};

static void check_put(void)
{
    if (me != 0)
        return;
    for (size_t i = 0; i < size; i++)
        local[i] = (char)(i * 31 + 7);
    put(1);
    memset(local, 0, size);
    shmem_getmem(local, block, size, partner);
    for (size_t i = 0; i < size; i++)
        if (local[i] != (char)(i * 31 + 7))
            fail("put or get", (long)i);
}

int main(int argc, char **argv)
{
    twin_start(argc, argv);
    int rate = argc > 3 && strcmp(argv[3], "msgrate") == 0;
    if (rate)
        largest = 8 << 10;
    partner = (me + n_pes / 2) % n_pes;
    block = shmem_align(128, 2 * largest);
    local = malloc(largest);
    memset(block, 1, 2 * largest);
    memset(local, 1, largest);
    for (size = rate ? 1 : 8; size <= largest; size *= 2) {
        check_put();
        for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
            double ns = measure(ways[way].loop, 1, EACH) / WINDOW;
            print_row(ways[way].name, (long)size, 1e3 / ns * (rate ? 1 : (double)size));
        }
    }
    shmem_finalize();
    return 0;
}
