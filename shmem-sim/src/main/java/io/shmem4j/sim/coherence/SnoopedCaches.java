// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.coherence;

import io.shmem4j.sim.machine.CoherentMachine;
import io.shmem4j.sim.machine.Protocol.Costs;
import io.shmem4j.sim.machine.Protocol;
import java.util.function.ToLongFunction;

/**
 * Caches kept coherent by a protocol. Five kinds of work go on at the same time, line by line: a core's first cache
 * loads, and stores; lines move between it and the last cache, in both directions; other cores answer; and lines come
 * from memory, and later return there.
 */
public final class SnoopedCaches {
    private final Protocol protocol;
    private final int groupCores;
    private final int socketCores;
    private final SnoopedLines[] lines;
    /** First and second caches of the cores. */
    private final CoreCache[][] own;
    private final CoreCache[] third;
    private long begin;
    private long path;
    private long others;
    private long memory;
    private long loads;
    private long stores;
    private int fromMemory;
    private long misses;

    SnoopedCaches(CoherentMachine machine, long count) {
        protocol = machine.protocol();
        groupCores = machine.distances().groupCores();
        socketCores = machine.distances().socketCores();
        lines = new SnoopedLines[Math.toIntExact((count >>> SnoopedLines.SHIFT) + 1)];
        own = new CoreCache[2][machine.cores()];
        third = new CoreCache[machine.cores() / groupCores];
        for (int core = 0; core < machine.cores(); core++) {
            own[0][core] = new CoreCache(machine.l1());
            own[1][core] = new CoreCache(machine.l2());
        }
        for (int group = 0; group < third.length; group++) {
            third[group] = new CoreCache(protocol.third());
        }
    }

    private SnoopedLines chunk(long line) {
        int index = (int) (line >>> SnoopedLines.SHIFT);
        if (lines[index] == null) {
            lines[index] = new SnoopedLines();
        }
        return lines[index];
    }

    public LineState state(int core, long line) {
        return chunk(line).state(SnoopedLines.index(line), core);
    }

    /** Moves lines as {@link BulkTransfer#move} does; {@return the time that it takes without contention} */
    public long move(int core, long left, long right, long to, int count, boolean start) {
        begin = 0;
        path = 0;
        others = 0;
        memory = 0;
        loads = 0;
        stores = 0;
        fromMemory = 0;
        for (int k = 0; k < count; k++) {
            for (long from : new long[] {left, right}) {
                if (from != BulkTransfer.NOWHERE) {
                    loads += protocol.load();
                    account(load(core, from + k), start && k == 0);
                }
            }
            if (to != BulkTransfer.NOWHERE) {
                stores += protocol.store();
                Access stored = store(core, to + k);
                memory += stored.ofMemory() ? protocol.writeBack() : 0;
                account(stored, start && k == 0 && left == BulkTransfer.NOWHERE);
            }
        }
        return Math.max(begin + Math.max(path, Math.max(others, memory)), Math.max(loads, stores));
    }

    /** Copies lines past the caches into memory; {@return the time that it takes} */
    long copyPast(int core, long from, long to, int count, boolean start) {
        long copied = move(core, from, BulkTransfer.NOWHERE, BulkTransfer.NOWHERE, count, start);
        flush(core, to, count);
        return copied + count * protocol.past();
    }

    /** {@return how many lines were missing in the caches of a core, since the start} */
    public long misses() {
        return misses;
    }

    /** {@return the number of lines that the last transfer had from memory} */
    int fromMemory() {
        return fromMemory;
    }

    private void account(Access access, boolean alone) {
        fromMemory += access.ofMemory() ? 1 : 0;
        if (alone) {
            begin += access.picos(protocol.latency());
        } else if (access.ofMemory()) {
            memory += access.picos(protocol.line());
        } else if (access.ordinal() > Access.THIRD.ordinal()) {
            others += access.picos(protocol.line());
        }
    }

    /** Loads a line into a core's caches; {@return where it was} */
    Access load(int core, long line) {
        SnoopedLines chunk = chunk(line);
        int i = SnoopedLines.index(line);
        if ((chunk.holders[i] & 1L << core) != 0) {
            return keep(core, chunk, i, line);
        }
        Access found = found(core, chunk, i);
        LineState left = chunk.ofOwner(i);
        LineState reader = chunk.holders[i] == 0 ? LineState.EXCLUSIVE : LineState.loaded(protocol.kind());
        if (left != LineState.INVALID) {
            chunk.set(i, chunk.owner[i], left.loadedByOther(protocol.kind()));
        }
        chunk.set(i, core, reader);
        keep(core, chunk, i, line);
        return found;
    }

    /** Makes a core the only one with a line, in state M; {@return what it had to wait for} */
    Access store(int core, long line) {
        SnoopedLines chunk = chunk(line);
        int i = SnoopedLines.index(line);
        LineState before = chunk.state(i, core);
        long rest = chunk.holders[i] & ~(1L << core);
        Access found = before == LineState.INVALID ? found(core, chunk, i)
            : before.alone() ? Access.FIRST : Access.THIRD;
        if (rest != 0 && !chunk.ofOwner(i).alone()) {
            found = (rest & ~group(core)) != 0 ? Access.FAR_INVALIDATE : Access.INVALIDATE;
        }
        if (before == LineState.OWNED && protocol.ownedWriteBack()) {
            others += memory(core, chunk, i).picos(protocol.line());
        }
        chunk.leave(i, rest);
        chunk.inThird[i] = 0;
        chunk.set(i, core, LineState.MODIFIED);
        Access there = keep(core, chunk, i, line);
        path += there == Access.SECOND ? protocol.line().second() : 0;
        return found == Access.FIRST ? there : found;
    }

    /** Writes lines back and takes them from all caches; {@return the time that it takes} */
    public long flush(int core, long line, int count) {
        for (long at = line; at < line + count; at++) {
            SnoopedLines chunk = chunk(at);
            int i = SnoopedLines.index(at);
            home(core, chunk, i);
            chunk.leave(i, -1L);
            chunk.inThird[i] = 0;
        }
        return count * protocol.flush();
    }

    /** {@return where a line is that a core doesn't have} */
    private Access found(int core, SnoopedLines chunk, int i) {
        LineState there = chunk.ofOwner(i);
        if (there != LineState.INVALID && (group(core) & 1L << chunk.owner[i]) == 0 && !inThird(core, chunk, i)) {
            return there.dirty() ? Access.FAR_MODIFIED : Access.FAR_SHARED;
        }
        if (there.dirty() && (group(core) & 1L << chunk.owner[i]) != 0) {
            return Access.MODIFIED;
        }
        if (there == LineState.EXCLUSIVE) {
            return Access.EXCLUSIVE;
        }
        return inThird(core, chunk, i) ? Access.THIRD : memory(core, chunk, i);
    }

    private boolean inThird(int core, SnoopedLines chunk, int i) {
        return (chunk.inThird[i] & 1 << core / groupCores) != 0;
    }

    private Access memory(int core, SnoopedLines chunk, int i) {
        return home(core, chunk, i) == core / socketCores ? Access.MEMORY : Access.FAR_MEMORY;
    }

    /** {@return the socket of a line's memory: that of the core which used it first} */
    private int home(int core, SnoopedLines chunk, int i) {
        if (chunk.home[i] == SnoopedLines.NONE) {
            chunk.home[i] = (byte) (core / socketCores);
        }
        return chunk.home[i];
    }

    /** {@return the cores of a core's group, a bit each} */
    private long group(int core) {
        return (groupCores == Long.SIZE ? -1L : (1L << groupCores) - 1) << core / groupCores * groupCores;
    }

    /** Puts a line into a core's caches; {@return the nearest that had it} */
    private Access keep(int core, SnoopedLines chunk, int i, long line) {
        long bit = 1L << core;
        int group = core / groupCores;
        Access there = Access.FIRST;
        for (int level = 0; level < own.length; level++) {
            if ((chunk.own[level][i] & bit) == 0) {
                there = level == 0 ? Access.SECOND : Access.THIRD;
                chunk.own[level][i] |= bit;
                long gone = own[level][core].replaceOldest(line);
                if (gone != CoreCache.NONE) {
                    chunk(gone).own[level][SnoopedLines.index(gone)] &= ~bit;
                }
            }
        }
        if ((chunk.third[i] & 1 << group) == 0) {
            chunk.third[i] |= (byte) (1 << group);
            long gone = third[group].replaceOldest(line);
            if (gone != CoreCache.NONE) {
                evict(group, chunk(gone), SnoopedLines.index(gone));
            }
        }
        chunk.inThird[i] |= (byte) (1 << group);
        path += there.picos(protocol.line());
        misses += there == Access.THIRD ? 1 : 0;
        return there;
    }

    /** The last cache of a group loses a line, and with it all cores of the group. */
    private void evict(int group, SnoopedLines chunk, int i) {
        chunk.third[i] &= (byte) ~(1 << group);
        chunk.inThird[i] &= (byte) ~(1 << group);
        chunk.leave(i, group(group * groupCores));
    }

    /** Where an access finds a line, or what it has to wait for. */
    enum Access {
        FIRST(costs -> 0), SECOND(Costs::second), THIRD(Costs::third), MODIFIED(Costs::modified),
        EXCLUSIVE(Costs::exclusive), INVALIDATE(Costs::invalidate), MEMORY(Costs::memory),
        FAR_MODIFIED(Costs::farModified), FAR_SHARED(Costs::farShared), FAR_INVALIDATE(Costs::farInvalidate),
        FAR_MEMORY(Costs::farMemory);

        private final ToLongFunction<Costs> cost;

        Access(ToLongFunction<Costs> cost) {
            this.cost = cost;
        }

        long picos(Costs costs) {
            return cost.applyAsLong(costs);
        }

        boolean ofMemory() {
            return this == MEMORY || this == FAR_MEMORY;
        }
    }
}
