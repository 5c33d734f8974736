// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.call;

import io.shmem4j.MayRace;
import io.shmem4j.Shmem;
import io.shmem4j.bench.measure.Probe;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Pairs of PEs move blocks of one size: the first PE of each pair to or from the second, or both at once. A turn is a
 * window of messages, to one slot after the other, that one quiet completes.
 */
@MayRace
abstract class CopyProbe extends Probe {
    /** Which PEs of how many pairs move, and how many messages a quiet completes. */
    record Shape(int pairs, boolean bothWays, int window) {
    }

    final Blocks on;
    final int size;
    private final Shape shape;
    private final int slots;

    CopyProbe(String name, Blocks on, long size, Shape shape) {
        super(name, size, Sides.EACH);
        this.on = on;
        this.size = (int) size;
        this.shape = shape;
        this.slots = Math.clamp(on.local.length / size, 1, shape.window());
    }

    @Override
    public final int actors() {
        return shape.pairs() * (shape.bothWays() ? 2 : 1);
    }

    @Override
    public final int operations() {
        return shape.window();
    }

    @Override
    public final boolean acts() {
        int second = on.distance;
        return on.me < shape.pairs() || shape.bothWays() && on.me >= second && on.me < second + shape.pairs();
    }

    @Override
    public final void loop(int turns) {
        if (acts()) {
            move(turns, shape.window(), slots);
        }
    }

    abstract void move(int turns, int window, int count);

    @Override
    public void prepare() {
        on.prepareToPut(size);
    }

    @Override
    public final void check() {
        if (acts()) {
            verify();
        }
    }

    void verify() {
        for (int slot = 0; slot < slots; slot++) {
            on.checkPut(name(), (long) slot * size, size);
        }
    }

    /** Gets, which fill private memory. */
    private abstract static class Incoming extends CopyProbe {
        Incoming(String name, Blocks on, long size, Shape shape) {
            super(name, on, size, shape);
        }

        @Override
        public void prepare() {
            on.prepareToGet(on.local.length);
        }

        @Override
        void verify() {
            int last = (super.shape.window() - 1) % super.slots;
            on.checkGet(name(), (long) last * size, size);
        }
    }

    //#types long
    //#each Way/name/base Put/put/CopyProbe PutNbi/put_nbi/CopyProbe Get/get/Incoming GetNbi/get_nbi/Incoming
    /** $name$. */
    static final class $Way$ extends $base$ {
        $Way$(Blocks on, long size, Shape shape) {
            super("$name$", on, size, shape);
        }

        @Override
        void move(int turns, int window, int count) {
            Shmem shmem = on.shmem;
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    //#when Put
                    shmem.put(on.bytes, (long) slot * size, on.local, 0, size, on.partner);
                    //#end
                    //#when PutNbi
                    shmem.putNbi(on.bytes, (long) slot * size, on.local, 0, size, on.partner);
                    //#end
                    //#when Get
                    shmem.get(on.local, 0, on.bytes, (long) slot * size, size, on.partner);
                    //#end
                    //#when GetNbi
                    shmem.getNbi(on.local, 0, on.bytes, (long) slot * size, size, on.partner);
                    //#end
                    slot = slot + 1 == count ? 0 : slot + 1;
                }
                //#when Put PutNbi GetNbi
                shmem.quiet();
                //#end
            }
        }
    }

    //#next
    //#each Way/word/base CopyOut/to/CopyProbe CopyIn/from/Incoming
    /** A copy by means of ptr. */
    static final class $Way$ extends $base$ {
        $Way$(Blocks on, long size, Shape shape) {
            super("copy $word$ ptr", on, size, shape);
        }

        @Override
        void move(int turns, int window, int count) {
            MemorySegment pointer = on.pointer;
            for (int i = 0; i < turns; i++) {
                for (int w = 0, slot = 0; w < window; w++) {
                    //#when CopyOut
                    MemorySegment.copy(on.local, 0, pointer, ValueLayout.JAVA_BYTE, (long) slot * size, size);
                    //#end
                    //#when CopyIn
                    MemorySegment.copy(pointer, ValueLayout.JAVA_BYTE, (long) slot * size, on.local, 0, size);
                    //#end
                    slot = slot + 1 == count ? 0 : slot + 1;
                }
                //#when CopyOut
                on.shmem.quiet();
                //#end
            }
        }
    }

    //#next
    //#done
}
