// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Claim;
import io.shmem4j.channel.Feed;
import io.shmem4j.failing.Operation;
import io.shmem4j.failing.Operation.Part;
import io.shmem4j.failing.Sweep;
import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Sends and receives of a channel and a feed; the tag of each message is the number of its call. */
public final class ChannelOperations implements Supplier<List<Operation>> {
    private static final int RING = 4096;
    private static final int LONG = 3 * RING;

    @Override
    public List<Operation> get() {
        return List.of(
            sends("send to a channel", "send", (channel, number) -> channel.send(1, number, message(number, 24))),
            sends("send many bytes to a channel", "send", (channel, number) ->
                channel.send(1, number, message(number, 904))),
            sends("send a long message to a channel", "send", (channel, number) ->
                channel.send(1, number, message(number, LONG))),
            sends("offer to a channel", "offer", (channel, number) -> {
                if (!channel.offer(1, number, message(number, 24))) {
                    throw new AssertionError("no room");
                }
            }), sends("claim in a channel", "claim", (channel, number) -> {
                try (Claim claim = channel.claim(1, number, 24)) {
                    claim.memory().copyFrom(message(number, 24));
                    claim.commit();
                }
            }), Operation.whole("send symmetric memory to a channel", List.of("Channel.send"), Places::new),
            receives("poll of a channel", "poll", (channel, handler) -> channel.poll(handler)),
            receives("take from a channel", "take", Channel::take),
            receives("take for a time from a channel", "take", (channel, handler) ->
                channel.take(Duration.ofSeconds(9), handler)),
            Operation.collective("finish a channel", List.of("Channel.finish"), Finishing::new),
            Operation.whole("publish", List.of("Feed.publish"), Publications::new),
            reads("poll of a feed", "poll", Feed::reader, reader -> reader::poll),
            reads("take from a feed", "take", Feed::reader, reader -> (handler, limit) -> reader.take(handler)),
            reads("take for a time from a feed", "take", Feed::holdingReader, reader -> (handler, limit) ->
                reader.take(Duration.ofSeconds(9), handler)),
            reads("poll of a feed that waits", "poll", Feed::holdingReader, reader -> reader::poll));
    }

    private interface Sending {
        void to(Channel channel, long number);
    }

    private static Operation sends(String name, String method, Sending sending) {
        return Operation.whole(name, List.of("Channel." + method), shmem -> new Letters(shmem, sending));
    }

    private static MemorySegment message(long number, int length) {
        MemorySegment message = MemorySegment.ofArray(new long[length / Long.BYTES]);
        message.set(JAVA_LONG_UNALIGNED, 0, number);
        message.set(JAVA_LONG_UNALIGNED, length - Long.BYTES, -number);
        return message;
    }

    /** PE 1 handles messages meanwhile, and those that are left at each check. */
    private static class Letters extends ChangeOperations.Numbered {
        final Channel channel;
        private final Sending sending;

        Letters(Shmem shmem, Sending sending) {
            super(shmem);
            this.channel = Channel.allocate(shmem, RING);
            this.sending = sending;
        }

        @Override
        void make(long call) {
            sending.to(channel, call);
        }

        @Override
        public void meanwhile() {
            super.meanwhile();
            while (!Sweep.called()) {
                channel.poll(this::handle);
            }
        }

        @Override
        void look() {
            channel.finish(this::handle);
        }

        private void handle(int from, long tag, MemorySegment memory, long offset, long length) {
            ChannelOperations.check(tag, memory, offset, length);
            happened(tag);
        }

        @Override
        public void end() {
            channel.free();
        }
    }

    private static final class Places extends Letters {
        private final SymmetricLongs source;

        Places(Shmem shmem) {
            super(shmem, null);
            this.source = shmem.allocateLongs(LONG / Long.BYTES);
        }

        @Override
        void make(long call) {
            source.set(0, call);
            source.set(source.length() - 1, -call);
            channel.send(1, call, source, 0, LONG);
        }
    }

    private interface Receiving {
        void from(Channel channel, Channel.Handler handler);
    }

    private static Operation receives(String name, String method, Receiving receiving) {
        return Operation.whole(name, List.of("Channel." + method), shmem -> new Receipts(shmem, receiving));
    }

    /** PE 1 sends a short and a long message before each call. PE 0 may handle a message again after an error. */
    private static final class Receipts extends Part {
        private final Shmem shmem;
        private final Channel channel;
        private final Receiving receiving;
        private final List<Long> handled = new ArrayList<>();
        private long sent;

        Receipts(Shmem shmem, Receiving receiving) {
            this.shmem = shmem;
            this.channel = Channel.allocate(shmem, 1 << 16);
            this.receiving = receiving;
        }

        @Override
        public void before() {
            for (int i = 0; i < 2; i++) {
                sent++;
                if (shmem.myPe() == 1) {
                    channel.send(0, sent, message(sent, i == 0 ? 24 : 20_000));
                }
            }
        }

        @Override
        public void call() {
            receiving.from(channel, this::handle);
        }

        private void handle(int from, long tag, MemorySegment memory, long offset, long length) {
            ChannelOperations.check(tag, memory, offset, length);
            handled.add(tag);
        }

        @Override
        public void check(Throwable thrown) {
            if (shmem.myPe() == 1) {
                return;
            }
            channel.poll(this::handle);
            List<Long> once = thrown == null ? handled : handled.stream().distinct().toList();
            if (!once.equals(List.of(sent - 1, sent)) || handled.size() > 3) {
                throw new AssertionError("handled " + handled + " up to " + sent);
            }
            handled.clear();
        }

        @Override
        public void end() {
            channel.free();
        }
    }

    /** PE 1 reads what PE 0 publishes; the feed is full most of the time. */
    private static final class Publications extends ChangeOperations.Numbered {
        private final Feed feed;
        private final Feed.Reader reader;

        Publications(Shmem shmem) {
            super(shmem);
            this.feed = Feed.allocate(shmem, 0, RING);
            this.reader = shmem.myPe() == 1 ? feed.holdingReader() : null;
            shmem.barrierAll();
        }

        @Override
        void make(long call) {
            feed.publish(call, message(call, 904));
        }

        @Override
        public void meanwhile() {
            super.meanwhile();
            while (!Sweep.called()) {
                reader.poll(this::handle, 9);
            }
        }

        @Override
        void look() {
            if (reader != null) {
                reader.poll(this::handle, 9);
            }
        }

        private void handle(int from, long tag, MemorySegment memory, long offset, long length) {
            ChannelOperations.check(tag, memory, offset, length);
            happened(tag);
        }
    }

    private static void check(long tag, MemorySegment memory, long offset, long length) {
        if (memory.get(JAVA_LONG_UNALIGNED, offset) != tag
            || memory.get(JAVA_LONG_UNALIGNED, offset + length - Long.BYTES) != -tag) {
            throw new AssertionError("message " + tag + " is " + memory.get(JAVA_LONG_UNALIGNED, offset));
        }
    }

    private interface Reading {
        void by(Channel.Handler handler, int limit);
    }

    private static Operation reads(String name, String method, Function<Feed, Feed.Reader> make,
        Function<Feed.Reader, Reading> reading) {
        return Operation.whole(name, List.of("Reader." + method), shmem -> new Readings(shmem, make, reading));
    }

    /** PE 1 publishes a message before each call. PE 0 may handle it again after an error. */
    private static final class Readings extends Part {
        private final Shmem shmem;
        private final Feed feed;
        private final Feed.Reader reader;
        private final Reading reading;
        private final List<Long> handled = new ArrayList<>();
        private long sent;

        Readings(Shmem shmem, Function<Feed, Feed.Reader> make, Function<Feed.Reader, Reading> reading) {
            this.shmem = shmem;
            this.feed = Feed.allocate(shmem, 1, RING);
            this.reader = shmem.myPe() == 0 ? make.apply(feed) : null;
            this.reading = reader == null ? null : reading.apply(reader);
            shmem.barrierAll();
        }

        @Override
        public void before() {
            sent++;
            if (shmem.myPe() == 1) {
                feed.publish(sent, message(sent, 904));
            }
        }

        @Override
        public void call() {
            reading.by(this::handle, 9);
        }

        private void handle(int from, long tag, MemorySegment memory, long offset, long length) {
            ChannelOperations.check(tag, memory, offset, length);
            handled.add(tag);
        }

        @Override
        public void check(Throwable thrown) {
            if (reader == null) {
                return;
            }
            reader.poll(this::handle, 9);
            if (!handled.stream().distinct().toList().equals(List.of(sent)) || handled.size() > (thrown == null ? 1 : 2)
                || reader.lost() > 0) {
                throw new AssertionError("handled " + handled + " up to " + sent);
            }
            handled.clear();
        }
    }

    /** Each PE sends a message, which two PEs send on. */
    private static final class Finishing extends Part {
        private static final int PES = 3;

        private final Shmem shmem;
        private final Channel channel;
        private final List<Long> arrived = new ArrayList<>();
        private long number;

        Finishing(Shmem shmem) {
            this.shmem = shmem;
            this.channel = Channel.allocate(shmem, RING);
        }

        private void send(long left) {
            if (left > 0) {
                channel.send((shmem.myPe() + 1) % PES, left, message(number, 24));
            }
        }

        @Override
        public void before() {
            number++;
            shmem.barrierAll();
            send(PES);
        }

        @Override
        public void call() {
            channel.finish((from, left, memory, offset, length) -> {
                send(left - 1);
                arrived.add(left);
            });
        }

        @Override
        public void check(Throwable thrown) {
            List<Long> sorted = arrived.stream().sorted().toList();
            if (thrown == null && !sorted.equals(LongStream.rangeClosed(1, PES).boxed().toList())
                || !sorted.stream().distinct().toList().equals(LongStream.rangeClosed(1, PES).boxed().toList())) {
                throw new AssertionError("arrived " + arrived);
            }
            arrived.clear();
            shmem.barrierAll();
        }

        @Override
        public void end() {
            channel.free();
        }
    }
}
