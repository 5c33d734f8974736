// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.shm.PublishedWait;
import io.shmem4j.spi.PeState;
import io.shmem4j.spi.SymmetricObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * What is known on one node of a job about its PEs, for a report about the PEs of all nodes.
 *
 * @param first   world number of the first of them
 * @param states  how far each PE's library has come
 * @param waits   what each waits for
 * @param ended   whether it has ended
 * @param values  what the variable holds that it waits for, or null
 * @param pes     what else a report says of it
 * @param objects the symmetric objects, where this node knows them
 * @param now     nanoTime there
 */
public record PartWaits(int first, List<PeState> states, List<PublishedWait> waits, List<Boolean> ended,
    List<Long> values, List<HangReport.Pe> pes, List<SymmetricObject> objects, long now) implements Serializable {
    private static final ObjectInputFilter OURS =
        ObjectInputFilter.Config.createFilter("io.shmem4j.**;java.util.*;java.lang.*;!*");

    /**
     * {@return what is known of some PEs}
     *
     * @param first     world number of the first
     * @param state     of all PEs of the job
     * @param variables of all
     * @param pes       the rest, of those alone
     */
    public static PartWaits of(int first, JobState state, WaitedVariables variables, List<HangReport.Pe> pes) {
        int end = first + pes.size();
        return new PartWaits(first, copy(state.states(), first, end), copy(state.waits(), first, end),
            copy(state.ended(), first, end), copy(variables.values(), first, end), new ArrayList<>(pes),
            new ArrayList<>(variables.objects()), System.nanoTime());
    }

    private static <T> List<T> copy(List<T> all, int first, int end) {
        return new ArrayList<>(all.subList(first, end));
    }

    /**
     * {@return the lines of a report}
     *
     * @param parts of the nodes that have answered
     * @param nPes  PEs of the job
     */
    public static List<String> report(List<PartWaits> parts, int nPes) {
        long now = System.nanoTime();
        List<PeState> states = new ArrayList<>(Collections.nCopies(nPes, PeState.RUNNING));
        List<PublishedWait> waits = new ArrayList<>(Collections.nCopies(nPes, PublishedWait.none()));
        List<Boolean> ended = new ArrayList<>(Collections.nCopies(nPes, false));
        List<Long> values = new ArrayList<>(Collections.nCopies(nPes, null));
        List<HangReport.Pe> pes = new ArrayList<>(Collections.nCopies(nPes, new HangReport.Pe(0, false, null)));
        List<SymmetricObject> objects = List.of();
        for (PartWaits part : parts) {
            for (int i = 0; i < part.pes.size(); i++) {
                int pe = part.first + i;
                states.set(pe, part.states.get(i));
                waits.set(pe, part.waits.get(i).later(now - part.now));
                ended.set(pe, part.ended.get(i));
                values.set(pe, part.values.get(i));
                pes.set(pe, part.pes.get(i));
            }
            objects = part.objects.isEmpty() ? objects : part.objects;
        }
        return HangReport.of(new JobState(states, waits, ended), new WaitedVariables(objects, values), pes, now);
    }

    /** {@return it in bytes} */
    public byte[] bytes() {
        try (ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(this);
            out.flush();
            return bytes.toByteArray();
        } catch (IOException e) {
            throw new IllegalStateException("a report can't be written to memory", e);
        }
    }

    /**
     * {@return it from bytes}
     *
     * @param bytes as {@link #bytes} gives them
     * @throws IOException if they are something else
     */
    public static PartWaits of(byte[] bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(OURS);
            return (PartWaits) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a node tells of its PEs in another way", e);
        }
    }
}
