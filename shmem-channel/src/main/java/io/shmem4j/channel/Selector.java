// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import io.shmem4j.Cmp;
import io.shmem4j.LongWatch;
import io.shmem4j.Shmem;
import io.shmem4j.channel.ring.Ends;
import io.shmem4j.channel.ring.FeedReader;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.progress.Progress;
import io.shmem4j.spi.WaitKind;
import io.shmem4j.spi.Waiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Waits for the first of several things: messages of channels, entries of feeds, signals and symmetric elements of this
 * PE.
 *
 * <pre>{@code
 * Selector selector = new Selector(shmem).add(orders).add(prices).add(stop.watch(), Cmp.NE, 0);
 * switch (selector.select()) {
 *     case 0 -> orders.poll(this::order);
 *     ...
 * }
 * }</pre>
 *
 * <p>One thread uses a selector at a time.
 */
public final class Selector {
    private final List<BooleanSupplier> sources = new ArrayList<>();
    private final List<Ends> channels = new ArrayList<>();
    private final List<FeedReader> readers = new ArrayList<>();
    private int next;

    /**
     * Makes a selector without sources.
     *
     * @param shmem the library
     */
    public Selector(Shmem shmem) {
        Fault.required(shmem, "shmem");
    }

    /**
     * Adds a channel, which is ready when a message can be handled.
     *
     * @param channel the channel
     * @return this selector
     */
    public Selector add(Channel channel) {
        Ends ends = Fault.required(channel, "channel").ends();
        sources.add(ends::ready);
        channels.add(ends);
        return this;
    }

    /**
     * Adds a reader of a feed, which is ready when an entry can be handled.
     *
     * @param reader the reader
     * @return this selector
     */
    public Selector add(Feed.Reader reader) {
        FeedReader in = Fault.required(reader, "reader").in();
        sources.add(in::ready);
        readers.add(in);
        return this;
    }

    /**
     * Adds a signal or an element, by its {@code watch()}, which is ready when it satisfies a comparison.
     *
     * @param watch the signal or element
     * @param cmp   the comparison
     * @param value the right side of the comparison
     * @return this selector
     */
    public Selector add(LongWatch watch, Cmp cmp, long value) {
        LongWatch now = watch.now();
        sources.add(() -> now.until(cmp, value));
        return this;
    }

    /**
     * Sleeps until a source is ready. The search starts after the last result, so none is passed over for ever. Throws
     * if a channel or reader among the sources has been freed or closed.
     *
     * @return the source's number, in the order of their addition from 0
     */
    public int select() {
        return select(Waiter.FOREVER);
    }

    /**
     * Sleeps until a source is ready or a time has passed.
     *
     * @param limit the time; zero looks once
     * @return the source's number, or -1
     */
    public int select(Duration limit) {
        return select(limit.toNanos());
    }

    private int select(long nanos) {
        if (sources.isEmpty()) {
            throw new IllegalStateException(Fault.where() + ": the selector has no sources");
        }
        int found = ready();
        if (found < 0 && nanos > 0) {
            found = await(nanos);
        }
        next = found < 0 ? next : found + 1 == sources.size() ? 0 : found + 1;
        return found;
    }

    private int await(long nanos) {
        int[] found = {-1};
        int announced = 0;
        try {
            for (; announced < readers.size(); announced++) {
                readers.get(announced).beginSleep();
            }
            Progress.of(Library.currentBackend()).await(nanos, WaitKind.TAKE, 0, -1, this::underway,
                () -> (found[0] = ready()) >= 0);
        } finally {
            while (announced-- > 0) {
                readers.get(announced).endSleep();
            }
        }
        return found[0];
    }

    private String underway() {
        return channels.stream().map(Ends::underway).filter(text -> !text.isEmpty()).collect(Collectors.joining("; "));
    }

    private int ready() {
        int count = sources.size();
        for (int i = 0; i < count; i++) {
            int at = next + i < count ? next + i : next + i - count;
            if (sources.get(at).getAsBoolean()) {
                return at;
            }
        }
        return -1;
    }
}
