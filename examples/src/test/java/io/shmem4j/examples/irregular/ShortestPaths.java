// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.channel.Channel;
import io.shmem4j.irregular.message.Messages;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;

/**
 * Shortest paths from vertex 0 along edges that have lengths, by delta-stepping. A vertex with a new path waits in a
 * bucket by its length; in each phase all PEs follow the edges of their vertices in the lowest bucket.
 */
final class ShortestPaths extends GraphWork {
    private static final int LONGEST = 64;
    private static final int WIDTH = 16;
    private static final int BUCKETS = LONGEST / WIDTH + 1;
    private static final int FAR = Integer.MAX_VALUE;

    private final int[] edgeLengths;
    private final int[] lengths;
    /** Buckets in turns, because no edge leads beyond the next ones. An entry is a path's length and its vertex. */
    private final long[][] buckets = new long[BUCKETS][EDGES];
    private final int[] counts = new int[BUCKETS];
    private long[] taken = new long[EDGES];
    private final Channel channel;
    private final Messages messages;
    private final int reach;

    ShortestPaths(Shmem shmem, int items) {
        super(shmem, items);
        this.edgeLengths = new SplittableRandom(-1 - me).ints(edges.length, 1, LONGEST + 1).toArray();
        this.lengths = new int[each];
        this.channel = Channel.allocate(shmem);
        this.messages = Messages.allocate(shmem);
        this.reach = messages.handler((from, words) -> reach((int) words.get(0), (int) words.get(1)));
        messages.open();
        form("channel", () -> search(this::byChannel));
        form("messages", () -> search(this::byMessages));
    }

    private void byMessages(int count) {
        for (int i = 0; i < count; i++) {
            int vertex = (int) taken[i];
            int length = (int) (taken[i] >> Integer.SIZE);
            for (int edge = vertex * EDGES; edge < vertex * EDGES + EDGES; edge++) {
                messages.send(edges[edge] % n, reach, edges[edge] / n, length + edgeLengths[edge]);
            }
        }
        messages.finish();
    }

    /** A message is a tag without bytes. */
    private void byChannel(int count) {
        for (int i = 0; i < count; i++) {
            int length = (int) (taken[i] >> Integer.SIZE);
            int first = (int) taken[i] * EDGES;
            for (int edge = first; edge < first + EDGES; edge++) {
                channel.send(edges[edge] % n, (long) (length + edgeLengths[edge]) << Integer.SIZE | edges[edge] / n,
                    MemorySegment.NULL);
            }
        }
        channel.finish((from, path, memory, offset, bytes) -> reach((int) path, (int) (path >> Integer.SIZE)));
    }

    private void reach(int vertex, int length) {
        if (length < lengths[vertex]) {
            lengths[vertex] = length;
            int at = length / WIDTH % BUCKETS;
            if (counts[at] == buckets[at].length) {
                buckets[at] = Arrays.copyOf(buckets[at], 2 * counts[at]);
            }
            buckets[at][counts[at]++] = (long) length << Integer.SIZE | vertex;
        }
    }

    /** {@return the sum of lengths by places} The code gets how many paths have been taken, and follows their edges. */
    private long search(IntConsumer follow) {
        Arrays.fill(lengths, FAR);
        if (me == 0) {
            reach(0, 0);
        }
        for (int bucket = next(0); bucket < FAR; bucket = next(bucket)) {
            int count = take(bucket % BUCKETS);
            // Nobody sends a path before all have taken theirs.
            shmem.syncAll();
            follow.accept(count);
        }
        long sum = 0;
        for (int vertex = 0; vertex < each; vertex++) {
            sum += lengths[vertex] == FAR ? 0 : lengths[vertex] * (vertex * (long) n + me);
        }
        return sum;
    }

    /** {@return the lowest bucket of all PEs that is not empty}, from a bucket on */
    private int next(int from) {
        int bucket = from;
        while (bucket < from + BUCKETS && counts[bucket % BUCKETS] == 0) {
            bucket++;
        }
        return shmem.world().minReduce(bucket < from + BUCKETS ? bucket : FAR);
    }

    /** {@return how many paths a bucket had}, without those to vertices that have a shorter one by now */
    private int take(int at) {
        long[] bucket = buckets[at];
        int count = 0;
        for (int i = 0; i < counts[at]; i++) {
            if (bucket[i] >> Integer.SIZE == lengths[(int) bucket[i]]) {
                bucket[count++] = bucket[i];
            }
        }
        buckets[at] = taken;
        counts[at] = 0;
        taken = bucket;
        return count;
    }
}
