// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.hang;

import io.shmem4j.hang.JobState.PeStatus;
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
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * Facts about one node's PEs, for a report about all nodes.
 *
 * @param first   first PE of the node
 * @param words   values of the awaited variables, or null
 * @param pes     processes and stacks
 * @param objects symmetric objects, if this node knows them
 * @param stuck   whether all remaining PEs have been waiting for a while
 * @param doubt   why one of them may still make progress, or null
 * @param now     the node's nanoTime, to convert times
 */
public record PartWaits(int first, JobState state, List<Long> words, List<HangReport.PeFacts> pes,
    List<SymmetricObject> objects, boolean stuck, Doubt doubt, long now) implements Serializable {
    private static final HangReport.PeFacts UNKNOWN = new HangReport.PeFacts(0, false, null);
    private static final ObjectInputFilter OURS =
        ObjectInputFilter.Config.createFilter("io.shmem4j.**;java.util.*;java.lang.*;!*");

    public static PartWaits of(int first, JobState state, WaitedVariables variables, List<HangReport.PeFacts> pes,
        boolean stuck, Doubt doubt) {
        int end = first + pes.size();
        return new PartWaits(first, new JobState(new ArrayList<>(state.pes().subList(first, end))),
            new ArrayList<>(variables.words().subList(first, end)), new ArrayList<>(pes),
            new ArrayList<>(variables.objects()), stuck, doubt, System.nanoTime());
    }

    /** {@return facts about PEs that have ended} */
    public static PartWaits ended(int first, int count) {
        return new PartWaits(first, new JobState(Collections.nCopies(count, new PeStatus(PeState.FINISHED,
            PublishedWait.none(), true))), Collections.nCopies(count, null), Collections.nCopies(count, UNKNOWN),
            List.of(), true, null, System.nanoTime());
    }

    /** {@return a doubt of any node, preferably not a rare one, or null} */
    public static Doubt doubt(List<PartWaits> parts) {
        return parts.stream().map(PartWaits::doubt).filter(Objects::nonNull)
            .min(Comparator.comparing(Doubt::rare)).orElse(null);
    }

    public static List<String> report(List<PartWaits> parts, int nPes) {
        long now = System.nanoTime();
        List<PeStatus> states = new ArrayList<>(Collections.nCopies(nPes, new PeStatus(PeState.RUNNING,
            PublishedWait.none(), false)));
        List<Long> words = new ArrayList<>(Collections.nCopies(nPes, null));
        List<HangReport.PeFacts> pes = new ArrayList<>(Collections.nCopies(nPes, UNKNOWN));
        List<SymmetricObject> objects = List.of();
        for (PartWaits part : parts) {
            for (int i = 0; i < part.pes.size(); i++) {
                int pe = part.first + i;
                PeStatus state = part.state.pes().get(i);
                states.set(pe, new PeStatus(state.state(), state.published().later(now - part.now), state.ended()));
                words.set(pe, part.words.get(i));
                pes.set(pe, part.pes.get(i));
            }
            objects = part.objects.isEmpty() ? objects : part.objects;
        }
        return HangReport.of(new JobState(states), new WaitedVariables(objects, words), pes, now);
    }

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

    /** {@return the object that {@link #bytes} has serialized} */
    public static PartWaits of(byte[] bytes) throws IOException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
            in.setObjectInputFilter(OURS);
            return (PartWaits) in.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException("a node reports its PEs in another format", e);
        }
    }
}
