// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;

import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.WaitKind;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The symmetric objects by offset, and per PE the eight bytes at the awaited variable, or null. A node that doesn't
 * know the objects can still read the values.
 */
public record WaitedVariables(List<SymmetricObject> objects, List<Long> words) {
    /** {@return the objects and values, or none if the heaps are not in the job's files} */
    public static WaitedVariables of(JobFiles files, ControlFile control, JobState state) {
        try (HeapFile heap = new HeapFile(files, control)) {
            return of(heap, state);
        } catch (IOException e) {
            return none(state.size());
        }
    }

    /** {@return an empty result for a job of {@code nPes} PEs} */
    public static WaitedVariables none(int nPes) {
        return new WaitedVariables(List.of(), Collections.nCopies(nPes, null));
    }

    public static WaitedVariables of(HeapFile heap, JobState state) {
        List<Long> words = new ArrayList<>();
        for (int pe = 0; pe < state.size(); pe++) {
            words.add(state.waits(pe) ? word(heap, state.waitOf(pe), pe) : null);
        }
        return new WaitedVariables(heap.objects(), words);
    }

    private static Long word(HeapFile heap, PublishedWait wait, int pe) {
        long left = heap.start() + heap.heapBytes() - wait.detail();
        if (wait.cmp() == null || wait.detail() < heap.start() || left <= 0
            || wait.kind() != WaitKind.VARIABLE && wait.kind() != WaitKind.SIGNAL) {
            return null;
        }
        long[] word = new long[1];
        MemorySegment.copy(heap.bytes(pe, wait.detail(), Math.min(left, Long.BYTES)), JAVA_BYTE, 0,
            MemorySegment.ofArray(word), JAVA_BYTE, 0, Math.min(left, Long.BYTES));
        return word[0];
    }

    /** {@return the value of a PE's awaited variable, or null} */
    Long value(PublishedWait wait, int pe) {
        SymmetricObject object = SymmetricObject.at(objects, wait.detail());
        int bytes = object == null ? 0 : object.elementBytes(wait.bytes());
        if (words.get(pe) == null || bytes < Integer.BYTES
            || wait.detail() > object.offset() + object.bytes() - bytes) {
            return null;
        }
        return bytes == Long.BYTES ? words.get(pe)
            : Long.valueOf(MemorySegment.ofArray(new long[] {words.get(pe)}).get(JAVA_INT_UNALIGNED, 0));
    }
}
