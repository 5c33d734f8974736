// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race;

import io.shmem4j.spi.JobMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/**
 * The local side of a PE's operations: memory of the symmetric heap is noted as any other; Java arrays and other
 * segments are kept while a non-blocking operation uses them, and compared with what the program does to them.
 */
final class Buffers {
    /** How many there are in this JVM. Read plainly at each access to an array: a thread sees its own at once. */
    static int inFlight;

    private final PeRaces pe;
    private final List<Buffer> buffers = new ArrayList<>();

    /** A buffer in use by an operation; an array, or addresses where that is null. */
    private record Buffer(Stream stream, int target, int kind, Object array, long from, long end, int site) {
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

    /** The local side of an operation that is over when its call returns. */
    void local(ThreadRaces thread, int kind, MemorySegment segment, Object array, long from, long bytes) {
        if (bytes == 0) {
            return;
        }
        long at = array != null ? -1 : inJob(segment, from, bytes);
        if (at >= 0) {
            thread.access(kind, (int) (at / JobMemory.stride()), at % JobMemory.stride(), bytes);
        } else {
            compare(thread, kind, segment, array, from, bytes);
        }
    }

    /** The local side of an operation that goes on. */
    void start(ThreadRaces thread, Stream stream, int target, int kind, MemorySegment segment, Object array, long from,
        long bytes, int tick) {
        if (bytes == 0) {
            return;
        }
        long at = array != null ? -1 : inJob(segment, from, bytes);
        if (at >= 0) {
            thread.operation(kind, stream.agent(target), 0, tick).at((int) (at / JobMemory.stride()),
                at % JobMemory.stride(), bytes);
            return;
        }
        compare(thread, kind, segment, array, from, bytes);
        Object base = array != null ? array : segment.heapBase().orElse(null);
        if (array == null && base == null && !segment.isNative()) {
            return;
        }
        long first = array != null ? from : segment.address() + from;
        synchronized (buffers) {
            buffers.add(new Buffer(stream, target, kind, base, first, first + bytes, thread.site()));
            count(1);
        }
    }

    private static synchronized void count(int more) {
        inFlight += more;
    }

    /** An access of the program to an array or segment. */
    void compare(ThreadRaces thread, int kind, MemorySegment segment, Object array, long from, long bytes) {
        if (inFlight == 0) {
            return;
        }
        Object base = array != null ? array : segment.heapBase().orElse(null);
        long first = array != null ? from : segment.address() + from;
        List<Buffer> found = null;
        synchronized (buffers) {
            for (Buffer each : buffers) {
                if (each.array == base && each.from < first + bytes && first < each.end
                    && Shadow.conflict(each.kind, kind)) {
                    found = found == null ? new ArrayList<>() : found;
                    found.add(each);
                }
            }
        }
        for (int i = 0; found != null && i < found.size(); i++) {
            Buffer each = found.get(i);
            long start = Math.max(each.from, first);
            long end = Math.min(each.end, first + bytes);
            pe.job.reports.addBuffer(thread, kind, each.stream, each.site, base == null ? "memory outside of the heap"
                : "a " + base.getClass().getComponentType() + "[]", start - (base == null ? each.from : 0),
                end - (base == null ? each.from : 0));
        }
    }

    /** Operations are complete, with some PEs or all where these are null. */
    void complete(Stream stream, int[] targets) {
        synchronized (buffers) {
            int before = buffers.size();
            if (before != 0) {
                buffers.removeIf(each -> each.stream == stream && (targets == null
                    || Stream.contains(targets, each.target)));
                count(buffers.size() - before);
            }
        }
    }
}
