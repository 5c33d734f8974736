// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.LongView;
import io.shmem4j.MayRace;
import io.shmem4j.bench.measure.Probe;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Pairs of PEs transfer blocks of one size, from the first PE to the second, in reverse, or both ways. A turn is a
 * window of messages to successive slots, completed by one quiet.
 */
@MayRace
final class CopyProbe extends Probe {
    private final Blocks on;
    private final int size;
    private final Shape shape;
    private final int slots;
    private final Way way;

    /** The number of pairs, the directions, and the messages per quiet. */
    record Shape(int pairs, boolean bothWays, int window) {
    }

    CopyProbe(Way way, Blocks on, long size, Shape shape) {
        super(way.title, size, Sides.EACH, shape.pairs() * (shape.bothWays() ? 2 : 1), on.me < shape.pairs()
            || shape.bothWays() && on.me >= on.distance && on.me < on.distance + shape.pairs());
        this.way = way;
        this.on = on;
        this.size = (int) size;
        this.shape = shape;
        this.slots = Math.clamp(on.local.length / size, 1, shape.window());
    }

    @Override
    public int operations() {
        return shape.window();
    }

    @Override
    public void loop(int turns) {
        way.move.run(on, size, turns, shape.window(), slots);
    }

    @Override
    public void prepare() {
        if (way.incoming) {
            on.prepareToGet(on.local.length);
        } else {
            on.prepareToPut(size);
        }
    }

    @Override
    public void check() {
        if (!acts()) {
            return;
        }
        switch (way) {
            case STORE -> on.checkStores(name(), size / Long.BYTES);
            case LOAD -> on.checkLoads(name(), size / Long.BYTES);
            case GET, GET_NBI, COPY_IN -> on.checkGet(name(), (shape.window() - 1) % slots * (long) size, size);
            default -> {
                for (int slot = 0; slot < slots; slot++) {
                    on.checkPut(name(), (long) slot * size, size);
                }
            }
        }
    }

    /** A loop over one kind of transfer. */
    @FunctionalInterface
    private interface Move {
        void run(Blocks on, int size, int turns, int window, int slots);
    }

    /** A kind of transfer, each with a loop of its own, which the compiler optimises for it alone. */
    enum Way {
        PUT("put", false, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    on.shmem.put(on.bytes, (long) slot * size, on.local, 0, size, on.partner);
                    slot = slot + 1 == slots ? 0 : slot + 1;
                }
                on.shmem.quiet();
            }
        }),
        PUT_NBI("put_nbi", false, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    on.shmem.putNbi(on.bytes, (long) slot * size, on.local, 0, size, on.partner);
                    slot = slot + 1 == slots ? 0 : slot + 1;
                }
                on.shmem.quiet();
            }
        }),
        GET("get", true, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    on.shmem.get(on.local, 0, on.bytes, (long) slot * size, size, on.partner);
                    slot = slot + 1 == slots ? 0 : slot + 1;
                }
            }
        }),
        GET_NBI("get_nbi", true, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    on.shmem.getNbi(on.local, 0, on.bytes, (long) slot * size, size, on.partner);
                    slot = slot + 1 == slots ? 0 : slot + 1;
                }
                on.shmem.quiet();
            }
        }),
        /** Copies through shmem_ptr. */
        COPY_OUT("copy to ptr", false, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    MemorySegment.copy(on.local, 0, on.pointer, ValueLayout.JAVA_BYTE, (long) slot * size, size);
                    slot = slot + 1 == slots ? 0 : slot + 1;
                }
                on.shmem.quiet();
            }
        }),
        COPY_IN("copy from ptr", true, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    MemorySegment.copy(on.pointer, ValueLayout.JAVA_BYTE, (long) slot * size, on.local, 0, size);
                    slot = slot + 1 == slots ? 0 : slot + 1;
                }
            }
        }),
        /** Assignments of single longs, as in a program that has called shmem_ptr once; the window is 1. */
        STORE("store loop", false, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                store(on.view, on.localLongs, size / Long.BYTES);
                on.shmem.quiet();
            }
        }),
        LOAD("load loop", true, (on, size, turns, window, slots) -> {
            for (int i = 0; i < turns; i++) {
                load(on.view, on.localLongs, size / Long.BYTES);
                on.shmem.quiet();
            }
        });

        final String title;
        /** Whether it fills private memory. */
        private final boolean incoming;
        private final Move move;

        Way(String title, boolean incoming, Move move) {
            this.title = title;
            this.incoming = incoming;
            this.move = move;
        }

        private static void store(LongView view, long[] local, int length) {
            for (int i = 0; i < length; i++) {
                view.set(i, local[i]);
            }
        }

        private static void load(LongView view, long[] local, int length) {
            for (int i = 0; i < length; i++) {
                local[i] = view.get(i);
            }
        }
    }
}
