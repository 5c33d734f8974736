// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.race.Shadow.Access;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The local side of a PE's operations: memory of the symmetric heap is noted as any other. Uses of Java arrays and of
 * other segments by operations are kept until these are complete, and compared with what the program does to them.
 * While a PE has several threads, uses are kept beyond that, and those by the program, too.
 */
final class Buffers {
    /** Operations that use buffers, and PEs with several threads. Read plainly: a thread sees its own at once. */
    static int watched;
    private static final int MOST_USES = 32;
    private static final int MOST_BUFFERS = 256;
    /** Accesses until somebody looks whether the other threads have ended. */
    private static final int SOME = 1 << 12;

    private final PeRaces pe;
    /** By array; all memory outside of the Java heap counts as one. Its monitor guards what is here. */
    private final Map<Object, List<Use>> buffers = new IdentityHashMap<>();
    private volatile boolean threaded;
    private int accesses;

    /** A use of some bytes, by an operation of a stream or by the program, where that is null. */
    private record Use(Stream stream, int target, int kind, int agent, int tick, int site, long from, long end) {
        boolean has(Access access, long first, long last) {
            return stream == null && agent == access.agent && tick == access.tick && kind == access.kind && from <= last
                && first <= end;
        }
    }

    Buffers(PeRaces pe) {
        this.pe = pe;
    }

    /** {@return a place in all regions of the job, or -1} */
    static long inJob(MemorySegment segment, long from, long bytes) {
        MemorySegment all = JobMemory.all();
        long at = segment.address() + from - all.address();
        return segment.isNative() && at >= 0 && at <= all.byteSize() - bytes ? at : -1;
    }

    /** The PE has several threads from now on. */
    void threads() {
        synchronized (buffers) {
            count(threaded ? 0 : 1);
            threaded = true;
        }
    }

    boolean isThreaded() {
        return threaded;
    }

    private static synchronized void count(int more) {
        watched += more;
    }

    /** An access of the program, or the local side of an operation that is over when its call returns. */
    void local(ThreadRaces thread, int kind, MemorySegment segment, Object array, long from, long bytes) {
        if (bytes == 0) {
            return;
        }
        long at = array != null ? -1 : inJob(segment, from, bytes);
        if (at >= 0) {
            thread.access(kind, (int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes);
        } else if (watched != 0) {
            thread.prepare(kind);
            use(thread, thread, null, -1, segment, array, from, bytes);
        }
    }

    /** The local side of an operation that goes on, which has been prepared. */
    void start(ThreadRaces thread, Stream stream, int target, MemorySegment segment, Object array, long from,
        long bytes) {
        if (bytes == 0) {
            return;
        }
        long at = array != null ? -1 : inJob(segment, from, bytes);
        if (at >= 0) {
            thread.operation.at(target, (int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes);
        } else {
            use(thread, thread.operation, stream, target, segment, array, from, bytes);
        }
    }

    private void use(ThreadRaces thread, Access access, Stream stream, int target, MemorySegment segment, Object array,
        long from, long bytes) {
        Object base = array != null ? array : segment.heapBase().orElse(this);
        if (base == this && !segment.isNative()) {
            return;
        }
        long first = array != null ? from : segment.address() + from;
        boolean alone = threaded && ++accesses % SOME == 0 && pe.isAlone();
        List<Use> found = List.of();
        synchronized (buffers) {
            List<Use> uses = buffers.get(base);
            for (int i = 0; uses != null && i < uses.size(); i++) {
                Use each = uses.get(i);
                if (each.from < first + bytes && first < each.end && Shadow.conflict(each.kind, access.kind)
                    && (each.stream != null && (each.agent != access.agent || each.tick != access.tick)
                    || !access.follows(each.agent, each.tick, each.kind))) {
                    found = found.isEmpty() ? new ArrayList<>() : found;
                    found.add(each);
                }
            }
            if (threaded && access.agent > 0 || stream != null) {
                keep(base, uses, access, stream, target, first, first + bytes);
            }
            if (alone && threaded) {
                threaded = false;
                count(-1);
                buffers.values().forEach(all -> all.removeIf(each -> each.stream == null));
            }
        }
        for (Use each : found) {
            pe.job.reports.addBuffer(thread, access, each.agent, each.kind, each.site, base == this
                ? "memory outside of the heap" : "a " + base.getClass().getComponentType() + "[]",
                Math.max(each.from, first) - (base == this ? each.from : 0),
                Math.min(each.end, first + bytes) - (base == this ? each.from : 0));
        }
    }

    /** Some memory outside of the Java heap is new: whoever used it before had freed it. */
    void forget(long from, long bytes) {
        synchronized (buffers) {
            List<Use> uses = buffers.get(this);
            if (uses != null) {
                uses.removeIf(each -> each.stream == null && each.from < from + bytes && from < each.end);
            }
        }
    }

    private void keep(Object base, List<Use> known, Access access, Stream stream, int target, long first, long end) {
        List<Use> uses = known;
        if (uses == null) {
            if (buffers.size() >= MOST_BUFFERS) {
                buffers.values().removeIf(all -> all.stream().allMatch(each -> each.stream == null));
            }
            uses = new ArrayList<>();
            buffers.put(base, uses);
        }
        long from = first;
        long to = end;
        for (int i = 0; stream == null && i < uses.size(); i++) {
            if (uses.get(i).has(access, first, end)) {
                Use before = uses.remove(i);
                from = Math.min(from, before.from);
                to = Math.max(to, before.end);
                break;
            }
        }
        for (int i = 0; uses.size() >= MOST_USES && i < uses.size(); i++) {
            if (uses.get(i).stream == null) {
                uses.remove(i);
            }
        }
        uses.add(new Use(stream, target, access.kind, access.agent, access.tick, access.site, from, to));
        count(stream == null ? 0 : 1);
    }

    /** Operations are complete, with some PEs or all where these are null. */
    void complete(Stream stream, int[] targets) {
        synchronized (buffers) {
            for (List<Use> all : buffers.isEmpty() ? List.<List<Use>>of() : buffers.values()) {
                for (int i = all.size() - 1; i >= 0; i--) {
                    Use each = all.get(i);
                    if (each.stream == stream && (targets == null || each.target < 0
                        || Stream.contains(targets, each.target))) {
                        count(-1);
                        all.remove(i);
                        if (threaded && each.agent > 0) {
                            all.add(i, new Use(null, -1, each.kind, each.agent, each.tick, each.site, each.from,
                                each.end));
                        }
                    }
                }
            }
            if (!threaded) {
                buffers.values().removeIf(List::isEmpty);
            }
        }
    }
}
