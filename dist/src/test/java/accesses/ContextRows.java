// SPDX-License-Identifier: Apache-2.0
package accesses;

import static accesses.Pair.FAR;
import static accesses.Pair.NEAR;
import static accesses.Row.carry;
import static accesses.Row.load;
import static accesses.Row.pair;
import static accesses.Row.store;
import static io.shmem4j.SignalOp.SET;

import io.shmem4j.Signal;
import io.shmem4j.legacy.LegacyShmem;
import java.util.List;

/** Puts, gets, atomics and signals of contexts. */
final class ContextRows {
    private ContextRows() {
    }

    static List<Row> puts() {
        return List.of(
            store(FAR, p -> p.s.p(p.x, 0, 1, FAR)),
            store(NEAR, p -> p.s.p(p.x, 0, 1, NEAR)),
            store(FAR, p -> p.s.put(p.x, 0, p.ones, 0, 1, FAR)),
            store(FAR, p -> p.s.put(p.x, 0, p.from, 0, 1, FAR)),
            store(FAR, p -> p.s.put(p.x, 0, p.one, 0, 1, FAR)),
            store(NEAR, p -> p.s.put(p.x, 0, p.one, 0, 1, NEAR)),
            load(p -> p.s.put(p.z, 0, p.x, 0, 1, NEAR)),
            store(FAR, p -> p.s.putNbi(p.x, 0, p.ones, 0, 1, FAR)),
            store(FAR, p -> p.s.putNbi(p.x, 0, p.from, 0, 1, FAR)),
            store(FAR, p -> p.s.putNbi(p.x, 0, p.one, 0, 1, FAR)),
            store(NEAR, p -> p.s.putNbi(p.x, 0, p.one, 0, 1, NEAR)),
            load(p -> p.s.putNbi(p.z, 0, p.x, 0, 1, NEAR)),
            load(p -> {
                p.s.putNbi(p.z, 0, p.x, 0, 1, FAR);
                p.s.quiet();
                p.in[0] = p.s.g(p.z, 0, FAR);
            }),
            store(FAR, p -> p.s.iput(p.x, 0, p.ones, 0, 1, 1, 1, FAR)),
            store(FAR, p -> p.s.iput(p.x, 0, p.from, 0, 1, 1, 1, FAR)),
            store(FAR, p -> p.s.iput(p.x, 0, p.one, 0, 1, 1, 1, FAR)),
            load(p -> p.s.iput(p.z, 0, p.x, 0, 1, 1, 1, NEAR)),
            store(FAR, p -> p.s.ibput(p.x, 0, p.ones, 0, 1, 1, 1, 1, FAR)),
            store(FAR, p -> p.s.ibput(p.x, 0, p.from, 0, 1, 1, 1, 1, FAR)),
            store(FAR, p -> p.s.ibput(p.x, 0, p.one, 0, 1, 1, 1, 1, FAR)),
            load(p -> p.s.ibput(p.z, 0, p.x, 0, 1, 1, 1, 1, NEAR)),
            store(FAR, p -> p.s.putmem(p.x, 0, p.from, 0, Long.BYTES, FAR)),
            store(FAR, p -> p.s.putmemNbi(p.x, 0, p.from, 0, Long.BYTES, FAR)));
    }

    static List<Row> gets() {
        return List.of(
            load(p -> p.in[0] = p.s.g(p.x, 0, FAR)),
            load(p -> p.in[0] = p.s.g(p.x, 0, NEAR)),
            load(p -> p.s.get(p.in, 0, p.x, 0, 1, FAR)),
            load(p -> p.s.get(p.in, 0, p.x, 0, 1, NEAR)),
            load(p -> p.s.get(p.into, 0, p.x, 0, 1, FAR)),
            load(p -> p.s.get(p.z, 0, p.x, 0, 1, FAR)),
            store(NEAR, p -> p.s.get(p.x, 0, p.one, 0, 1, FAR)),
            load(p -> p.s.getNbi(p.in, 0, p.x, 0, 1, FAR)),
            load(p -> p.s.getNbi(p.into, 0, p.x, 0, 1, FAR)),
            load(p -> p.s.getNbi(p.z, 0, p.x, 0, 1, FAR)),
            store(NEAR, p -> p.s.getNbi(p.x, 0, p.one, 0, 1, FAR)),
            load(p -> p.s.iget(p.in, 0, p.x, 0, 1, 1, 1, FAR)),
            load(p -> p.s.iget(p.into, 0, p.x, 0, 1, 1, 1, FAR)),
            load(p -> p.s.iget(p.z, 0, p.x, 0, 1, 1, 1, FAR)),
            store(NEAR, p -> p.s.iget(p.x, 0, p.one, 0, 1, 1, 1, FAR)),
            load(p -> p.s.ibget(p.in, 0, p.x, 0, 1, 1, 1, 1, FAR)),
            load(p -> p.s.ibget(p.into, 0, p.x, 0, 1, 1, 1, 1, FAR)),
            load(p -> p.s.ibget(p.z, 0, p.x, 0, 1, 1, 1, 1, FAR)),
            store(NEAR, p -> p.s.ibget(p.x, 0, p.one, 0, 1, 1, 1, 1, FAR)),
            load(p -> p.s.getmem(p.into, 0, p.x, 0, Long.BYTES, FAR)),
            load(p -> p.s.getmemNbi(p.into, 0, p.x, 0, Long.BYTES, FAR)));
    }

    static List<Row> atomics() {
        return List.of(
            load(p -> p.in[0] = p.s.atomicFetch(p.x, 0, FAR)),
            store(FAR, p -> p.s.atomicSet(p.x, 0, 1, FAR)),
            load(p -> p.in[0] = p.s.fetchAnd(p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.swap(p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.compareSwap(p.x, 0, 0, 1, FAR)),
            store(FAR, p -> p.s.fetchInc(p.x, 0, FAR)),
            store(FAR, p -> p.s.fetchAdd(p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.fetchOr(p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.fetchXor(p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.inc(p.x, 0, FAR)),
            store(FAR, p -> p.s.add(p.x, 0, 1, FAR)),
            store(NEAR, p -> p.s.add(p.x, 0, 1, NEAR)),
            store(FAR, p -> p.s.or(p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.xor(p.x, 0, 1, FAR)),
            pair(p -> null, (p, _) -> {
                p.s.and(p.x, 0, 0, FAR);
                p.s.quiet();
                p.in[0] = p.s.g(p.x, 0, FAR);
            }, (p, _) -> p.s.atomicSet(p.x, 0, 1, FAR)),
            load(p -> p.s.atomicFetchNbi(p.in, 0, p.x, 0, FAR)),
            load(p -> p.s.fetchAndNbi(p.in, 0, p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.swapNbi(p.in, 0, p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.compareSwapNbi(p.in, 0, p.x, 0, 0, 1, FAR)),
            store(FAR, p -> p.s.fetchIncNbi(p.in, 0, p.x, 0, FAR)),
            store(FAR, p -> p.s.fetchAddNbi(p.in, 0, p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.fetchOrNbi(p.in, 0, p.x, 0, 1, FAR)),
            store(FAR, p -> p.s.fetchXorNbi(p.in, 0, p.x, 0, 1, FAR)));
    }

    private static Signal x(Pair p) {
        return p.x.signal(0);
    }

    static List<Row> signals() {
        return List.of(
            store(FAR, p -> p.s.signalSet(x(p), 1, FAR)),
            store(FAR, p -> p.s.signalAdd(x(p), 1, FAR)),
            carry(p -> p.s.putSignal(p.data, 0, p.ones, 0, 1, x(p), 1, SET, p.last)),
            carry(p -> p.s.putSignal(p.data, 0, p.from, 0, 1, x(p), 1, SET, p.last)),
            carry(p -> p.s.putSignal(p.data, 0, p.one, 0, 1, x(p), 1, SET, p.last)),
            carry(p -> p.s.putmemSignal(p.data, 0, p.from, 0, Long.BYTES, x(p), 1, SET, p.last)),
            carry(p -> p.s.putSignalNbi(p.data, 0, p.ones, 0, 1, x(p), 1, SET, p.last)),
            carry(p -> p.s.putSignalNbi(p.data, 0, p.from, 0, 1, x(p), 1, SET, p.last)),
            carry(p -> p.s.putSignalNbi(p.data, 0, p.one, 0, 1, x(p), 1, SET, p.last)),
            carry(p -> p.s.putmemSignalNbi(p.data, 0, p.from, 0, Long.BYTES, x(p), 1, SET, p.last)));
    }

    @SuppressWarnings("deprecation")
    static List<Row> legacy() {
        return List.of(
            load(p -> p.in[0] = LegacyShmem.fetch(p.x, 0, FAR)),
            store(FAR, p -> LegacyShmem.set(p.x, 0, 1, FAR)),
            store(FAR, p -> LegacyShmem.swap(p.x, 0, 1, FAR)),
            store(FAR, p -> LegacyShmem.cswap(p.x, 0, 0, 1, FAR)),
            store(FAR, p -> LegacyShmem.fadd(p.x, 0, 1, FAR)),
            store(FAR, p -> LegacyShmem.finc(p.x, 0, FAR)),
            store(FAR, p -> LegacyShmem.add(p.x, 0, 1, FAR)),
            store(FAR, p -> LegacyShmem.inc(p.x, 0, FAR)));
    }
}
