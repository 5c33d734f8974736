// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import io.shmem4j.IntView;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.bench.measure.Probe;
import io.shmem4j.bench.measure.WrongResultException;
import java.util.Arrays;

/**
 * One iteration of ISx: make random keys, sort them into a bucket for each PE, send the buckets to where they belong,
 * at places that a fetch-add reserves, and count each key of the own range. Of each phase the fastest run is kept.
 */
abstract class SortProbe extends Probe {
    /** The phases, as ISx names its timers. */
    enum Phase { INPUT, BCOUNT, BOFFSET, BUCKETIZE, ATA_KEYS, SORT, TOTAL }

    /** Symmetric memory: keys that arrive, how many have, the times of all PEs on PE 0, the sum of keys. */
    record Memory(SymmetricInts received, SymmetricLongs reserved, SymmetricDoubles times, SymmetricLongs total) {
    }

    final int[] bucketed;
    private final Shmem shmem;
    private final Memory memory;
    private final int[] keys;
    private final int[] sizes;
    private final int[] starts;
    private final int[] next;
    private final int[] counts;
    private final int maxKey;
    private final int bucketWidth;
    private final long[] fastest = new long[Phase.values().length];
    private KeyStream random;
    private int mine;
    private long phaseStart;

    private SortProbe(String name, Shmem shmem, int keysPerPe, int maxKey, Memory memory) {
        super(name, (long) keysPerPe * Integer.BYTES, Sides.EACH);
        this.shmem = shmem;
        this.memory = memory;
        this.maxKey = maxKey;
        bucketWidth = (maxKey + shmem.nPes() - 1) / shmem.nPes();
        keys = new int[keysPerPe];
        bucketed = new int[keysPerPe];
        sizes = new int[shmem.nPes()];
        starts = new int[shmem.nPes()];
        next = new int[shmem.nPes()];
        counts = new int[bucketWidth];
    }

    abstract void send(int from, int count, long to, int pe);

    @Override
    public final void prepare() {
        random = new KeyStream(shmem.myPe(), shmem.myPe());
        memory.reserved().set(0, 0);
        Arrays.fill(fastest, Long.MAX_VALUE);
    }

    @Override
    public final void loop(int turns) {
        for (int i = 0; i < turns; i++) {
            shmem.barrierAll();
            long start = System.nanoTime();
            phaseStart = start;
            makeKeys(keys, random, maxKey);
            ended(Phase.INPUT);
            countKeys(keys, sizes, bucketWidth);
            ended(Phase.BCOUNT);
            starts();
            ended(Phase.BOFFSET);
            System.arraycopy(starts, 0, next, 0, next.length);
            bucketize(keys, bucketed, next, bucketWidth);
            ended(Phase.BUCKETIZE);
            exchange();
            shmem.barrierAll();
            ended(Phase.ATA_KEYS);
            mine = (int) memory.reserved().get(0);
            countOwn(memory.received(), mine, counts, shmem.myPe() * bucketWidth);
            ended(Phase.SORT);
            memory.reserved().set(0, 0);
            shmem.barrierAll();
            phaseStart = start;
            ended(Phase.TOTAL);
        }
    }

    private void ended(Phase phase) {
        long now = System.nanoTime();
        fastest[phase.ordinal()] = Math.min(fastest[phase.ordinal()], now - phaseStart);
        phaseStart = now;
    }

    private static void makeKeys(int[] keys, KeyStream random, int maxKey) {
        for (int i = 0; i < keys.length; i++) {
            keys[i] = random.below(maxKey);
        }
    }

    private static void countKeys(int[] keys, int[] sizes, int width) {
        Arrays.fill(sizes, 0);
        for (int key : keys) {
            sizes[key / width]++;
        }
    }

    private void starts() {
        int start = 0;
        for (int pe = 0; pe < sizes.length; pe++) {
            starts[pe] = start;
            start += sizes[pe];
        }
    }

    private static void bucketize(int[] keys, int[] bucketed, int[] next, int width) {
        for (int key : keys) {
            bucketed[next[key / width]++] = key;
        }
    }

    private void exchange() {
        for (int phase = 0; phase < sizes.length; phase++) {
            int pe = (shmem.myPe() + phase) % sizes.length;
            long at = shmem.fetchAdd(memory.reserved(), 0, sizes[pe], pe);
            if (at + sizes[pe] > memory.received().length()) {
                throw new WrongResultException("PE " + pe + " gets more than " + memory.received().length()
                    + " keys: they are not evenly distributed");
            }
            send(starts[pe], sizes[pe], at, pe);
        }
    }

    /** A key that is not ours is counted in the first place, where {@link #check} finds it. */
    private static void countOwn(SymmetricInts received, int mine, int[] counts, int first) {
        Arrays.fill(counts, 0);
        for (int i = 0; i < mine; i++) {
            int place = received.get(i) - first;
            counts[place >= 0 && place < counts.length ? place : 0]++;
        }
    }

    /** Every key has to be in its PE's range, the counts must add up, and no key may be lost. */
    @Override
    public final void check() {
        int first = shmem.myPe() * bucketWidth;
        for (int i = 0; i < mine; i++) {
            int key = memory.received().get(i);
            if (key < first || key >= Math.min(maxKey, first + bucketWidth)) {
                throw new WrongResultException("key " + i + " of PE " + shmem.myPe() + " is " + key + ", not from "
                    + first + " to " + (first + bucketWidth - 1));
            }
            counts[key - first]--;
        }
        for (int i = 0; i < counts.length; i++) {
            WrongResultException.check("count of key, less the keys there are, on PE " + shmem.myPe(), first + i,
                counts[i], 0);
        }
        memory.total().set(0, mine);
        shmem.world().sumReduce(memory.total().slice(1), memory.total(), 1);
        WrongResultException.check("number of sorted keys", 0, memory.total().get(1),
            (long) keys.length * shmem.nPes());
        for (int phase = 0; phase < fastest.length; phase++) {
            shmem.p(memory.times(), (long) phase * shmem.nPes() + shmem.myPe(), fastest[phase], 0);
        }
        shmem.barrierAll();
    }

    /** {@return nanoseconds of a phase, the mean of all PEs' fastest ones; on PE 0 after the check} */
    final double nanos(Phase phase) {
        double sum = 0;
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            sum += memory.times().get((long) phase.ordinal() * shmem.nPes() + pe);
        }
        return sum / shmem.nPes();
    }

    /** Buckets are put. */
    static SortProbe put(Shmem shmem, int keysPerPe, int maxKey, Memory memory) {
        return new SortProbe("put", shmem, keysPerPe, maxKey, memory) {
            @Override
            void send(int from, int count, long to, int pe) {
                shmem.put(memory.received(), to, bucketed, from, count, pe);
            }
        };
    }

    /** Keys are stored one by one. */
    static SortProbe direct(Shmem shmem, int keysPerPe, int maxKey, Memory memory) {
        IntView[] views = new IntView[shmem.nPes()];
        Arrays.setAll(views, pe -> shmem.view(memory.received(), pe));
        return new SortProbe("direct", shmem, keysPerPe, maxKey, memory) {
            @Override
            void send(int from, int count, long to, int pe) {
                IntView view = views[pe];
                int target = (int) to;
                for (int i = 0; i < count; i++) {
                    view.set(target + i, bucketed[from + i]);
                }
            }
        };
    }
}
