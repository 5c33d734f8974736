// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.channel.Channel;
import io.shmem4j.irregular.message.Messages;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The likeness of the two ends of each edge: how many neighbours they share, of all that they have together. The edges
 * of one end travel to the other.
 */
final class Jaccard extends GraphWork {
    private final Channel channel;
    private final Messages messages;
    private final int compare;
    private long shared;

    Jaccard(Shmem shmem, int items) {
        super(shmem, items);
        this.channel = Channel.allocate(shmem);
        this.messages = Messages.allocate(shmem);
        this.compare = messages.handler((from, words) -> {
            long[] ends = new long[EDGES + 1];
            words.copy(ends, 0);
            compare(ends);
        });
        messages.open();
        form("channel", this::byChannel);
        form("messages", this::byMessages);
    }

    /** {@return where an edge leads in its PE, and the edges of its vertex} */
    private long[] item(int edge) {
        long[] item = new long[1 + EDGES];
        item[0] = edges[edge] / n;
        for (int i = 0; i < EDGES; i++) {
            item[i + 1] = edges[edge / EDGES * EDGES + i];
        }
        return item;
    }

    private long byMessages() {
        for (int edge = 0; edge < edges.length; edge++) {
            messages.send(edges[edge] % n, compare, item(edge));
        }
        messages.finish();
        return takeCount();
    }

    private long byChannel() {
        Channel.Handler handler = (from, tag, memory, offset, length) ->
            compare(memory.asSlice(offset, length).toArray(ValueLayout.JAVA_LONG));
        for (int edge = 0; edge < edges.length; edge++) {
            channel.send(edges[edge] % n, 0, MemorySegment.ofArray(item(edge)));
            channel.poll(handler);
        }
        channel.finish(handler);
        return takeCount();
    }

    /** Both lists are sorted. */
    private void compare(long[] ends) {
        int first = (int) ends[0] * EDGES;
        int common = 0;
        for (int i = 1, k = 0; i <= EDGES && k < EDGES;) {
            long difference = ends[i] - edges[first + k];
            common += difference == 0 ? 1 : 0;
            i += difference <= 0 ? 1 : 0;
            k += difference >= 0 ? 1 : 0;
        }
        // The share of the union is in parts of 2 EDGES - common; the sum is of whole numbers, so its order does not
        // matter.
        shared += 1_000_000L * common / (2 * EDGES - common);
    }

    /** {@return the count, which is 0 from now on: after the end, because others may begin the next round first} */
    private long takeCount() {
        long count = shared;
        shared = 0;
        return count;
    }
}
