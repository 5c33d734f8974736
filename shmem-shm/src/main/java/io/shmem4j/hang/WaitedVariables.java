// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.shm.ControlFile;
import io.shmem4j.shm.HeapFile;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.SymmetricObject;
import io.shmem4j.spi.WaitKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The symmetric objects that exist, and what the variables hold that PEs wait for.
 *
 * @param objects in the order of their places
 * @param values  for each PE, null where it does not wait for one variable
 */
public record WaitedVariables(List<SymmetricObject> objects, List<Long> values) {
    /**
     * {@return what is there now, nothing where the heaps do not lie in the job's files}
     *
     * @param files   the job's files
     * @param control its control file
     * @param state   the waits
     */
    public static WaitedVariables of(JobFiles files, ControlFile control, JobState state) {
        try (HeapFile heap = new HeapFile(files, control)) {
            return of(heap, state);
        } catch (IOException e) {
            return new WaitedVariables(List.of(), Collections.nCopies(state.size(), null));
        }
    }

    /**
     * {@return what is there now}
     *
     * @param heap  the heaps
     * @param state the waits
     */
    public static WaitedVariables of(HeapFile heap, JobState state) {
        List<SymmetricObject> objects = heap.objects();
        List<Long> values = new ArrayList<>();
        for (int pe = 0; pe < state.size(); pe++) {
            values.add(value(heap, objects, state, pe));
        }
        return new WaitedVariables(objects, values);
    }

    private static Long value(HeapFile heap, List<SymmetricObject> objects, JobState state, int pe) {
        PublishedWait wait = state.waits().get(pe);
        SymmetricObject object = SymmetricObject.at(objects, wait.detail());
        if (!state.waits(pe) || wait.cmp() == null || object == null
            || wait.kind() != WaitKind.VARIABLE && wait.kind() != WaitKind.SIGNAL) {
            return null;
        }
        int bytes = object.elementBytes();
        return wait.detail() > object.offset() + object.bytes() - bytes || bytes < Integer.BYTES ? null
            : bytes == Long.BYTES ? heap.bytes(pe, wait.detail(), bytes).get(JAVA_LONG_UNALIGNED, 0)
            : Long.valueOf(heap.bytes(pe, wait.detail(), bytes).get(JAVA_INT_UNALIGNED, 0));
    }
}
