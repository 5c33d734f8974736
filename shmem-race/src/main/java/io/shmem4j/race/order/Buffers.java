// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.order;

import io.shmem4j.race.order.ThreadRaces.Access;
import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Local buffers of a PE's operations. Symmetric memory is recorded in the shadow. Arrays and other segments are
 * recorded here while an operation uses them, and compared with the program's accesses. While a PE has several threads,
 * their accesses are kept, too.
 */
public final class Buffers {
    /**
     * Number of buffers in use plus the number of PEs with several threads. Read without synchronization, because a
     * thread sees its own changes.
     */
    public static int watched;
    private static final int MOST_USES = 32;
    private static final int MOST_BUFFERS = 256;
    /** Interval, in accesses, of checks whether all other threads have ended. */
    private static final int SOME = 1 << 12;

    private final PeRaces pe;
    /** Uses by array; all native memory counts as one array. Guards this class. */
    private final Map<Object, List<Use>> buffers = new IdentityHashMap<>();
    private volatile boolean threaded;
    private int accesses;

    /** Use of a range of bytes by an operation of the stream, or by the program if the stream is null. */
    private record Use(Stream stream, int target, long access, long from, long end) {
        boolean isContinuedBy(Use next) {
            return stream == null && next.stream == null && Shadow.isSame(access, next.access) && from <= next.end
                && next.from <= end;
        }

        Use with(Use next) {
            return new Use(stream, target, next.access, Math.min(from, next.from), Math.max(end, next.end));
        }

        Use completed() {
            count(-1);
            return new Use(null, -1, access, from, end);
        }
    }

    Buffers(PeRaces pe) {
        this.pe = pe;
    }

    /** {@return the offset in the symmetric memory of all PEs, or -1} */
    public static long inJob(MemorySegment segment, long from, long bytes) {
        MemorySegment all = JobMemory.all();
        long at = segment.address() + from - all.address();
        return segment.isNative() && at >= 0 && at <= all.byteSize() - bytes ? at : -1;
    }

    /** Called when the PE starts a second thread. */
    public void threads() {
        synchronized (buffers) {
            count(threaded ? 0 : 1);
            threaded = true;
        }
    }

    public boolean isThreaded() {
        return threaded;
    }

    private static synchronized void count(int more) {
        watched += more;
    }

    /** Records an access by the program, or by an operation that completes with its call. */
    public void local(ThreadRaces thread, int kind, MemorySegment segment, Object array, long from, long bytes) {
        if (watched != 0 || array == null && inJob(segment, from, bytes) >= 0) {
            start(thread, thread.own(kind), null, -1, segment, array, from, bytes);
        }
    }

    /** Records the local buffer of an operation that outlives its call. */
    void start(ThreadRaces thread, Access access, Stream stream, int target, MemorySegment segment, Object array,
        long from, long bytes) {
        long at = array != null ? -1 : inJob(segment, from, bytes);
        if (at >= 0) {
            access.at(target, (int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes);
        } else if (bytes != 0) {
            use(thread, access, stream, target, segment, array, from, bytes);
        }
    }

    private void use(ThreadRaces thread, Access access, Stream stream, int target, MemorySegment segment, Object array,
        long from, long bytes) {
        Object base = array != null ? array : segment.heapBase().orElse(this);
        if (base == this && !segment.isNative()) {
            return;
        }
        long first = array != null ? from : segment.address() + from;
        long slot = access.slot();
        boolean alone = threaded && ++accesses % SOME == 0 && pe.isAlone();
        List<Use> found = List.of();
        synchronized (buffers) {
            List<Use> uses = buffers.get(base);
            for (int i = 0; uses != null && i < uses.size(); i++) {
                Use each = uses.get(i);
                if (each.from < first + bytes && first < each.end && Shadow.conflict(each.access, slot)
                    && (each.stream != null && !Shadow.isOneOperation(each.access, slot)
                    || !access.follows(each.access))) {
                    found = found.isEmpty() ? new ArrayList<>() : found;
                    found.add(each);
                }
            }
            if (threaded && Shadow.agent(slot) > 0 || stream != null) {
                keep(base, new Use(stream, target, slot, first, first + bytes));
            }
            if (alone && threaded) {
                threaded = false;
                count(-1);
                buffers.values().forEach(all -> all.removeIf(each -> each.stream == null));
            }
        }
        for (Use each : found) {
            long begin = base == this ? each.from : 0;
            String what = base == this ? "memory outside of the heap"
                : (base instanceof int[] ? "an " : "a ") + base.getClass().getComponentType() + "[]";
            pe.job.reports.addBuffer(thread, slot, each.access, what, Math.max(each.from, first) - begin,
                Math.min(each.end, first + bytes) - begin);
        }
    }

    /** Forgets accesses to native memory that has been allocated anew. */
    public void forget(long from, long bytes) {
        synchronized (buffers) {
            List<Use> uses = buffers.get(this);
            if (uses != null) {
                uses.removeIf(each -> each.stream == null && each.from < from + bytes && from < each.end);
            }
        }
    }

    private void keep(Object base, Use last) {
        if (buffers.size() >= MOST_BUFFERS && !buffers.containsKey(base)) {
            buffers.values().removeIf(all -> all.stream().allMatch(each -> each.stream == null));
        }
        List<Use> uses = buffers.computeIfAbsent(base, _ -> new ArrayList<>());
        Use use = last;
        for (int i = 0; i < uses.size(); i++) {
            if (uses.get(i).isContinuedBy(use)) {
                use = uses.remove(i).with(use);
                break;
            }
        }
        for (int i = 0; uses.size() >= MOST_USES && i < uses.size(); i++) {
            if (uses.get(i).stream == null) {
                uses.remove(i);
            }
        }
        uses.add(use);
        count(use.stream == null ? 0 : 1);
    }

    /** Completes a stream's operations on the given PEs; null means all. */
    void complete(Stream stream, int[] targets) {
        synchronized (buffers) {
            if (buffers.isEmpty()) {
                return;
            }
            for (List<Use> all : buffers.values()) {
                all.replaceAll(each -> each.stream == stream && (targets == null || each.target < 0
                    || Stream.contains(targets, each.target)) ? each.completed() : each);
                all.removeIf(each -> each.stream == null && (!threaded || Shadow.agent(each.access) == 0));
            }
            if (!threaded) {
                buffers.values().removeIf(List::isEmpty);
            }
        }
    }
}
