// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Claim;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalMap.WhenFull;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Objects that {@link ScarcePages} changes. */
final class ScarceSubjects {
    private ScarceSubjects() {
    }

    static void all(Map<String, Supplier<ScarcePages.Subject>> subjects) {
        subjects.put("queue here", () -> new OfQueue(0));
        subjects.put("queue there", () -> new OfQueue(1));
        subjects.put("pool", OfPool::new);
        subjects.put("map", () -> new OfMap(WhenFull.REFUSE));
        subjects.put("map that evicts", () -> new OfMap(WhenFull.EVICT));
        subjects.put("messages of one word", () -> new OfMessages((messages, handler) -> number ->
            messages.send(1, handler, number)));
        subjects.put("messages of two words", () -> new OfMessages((messages, handler) -> number ->
            messages.send(1, handler, number, number)));
        subjects.put("messages of many words", () -> new OfMessages((messages, handler) -> number ->
            messages.send(1, handler, words(number))));
        subjects.put("messages sent by the thread for messages", OfLeftMessages::new);
        subjects.put("questions", OfQuestions::new);
        subjects.put("channel", OfChannel::new);
    }

    private static int length(long number) {
        return 1 + (int) (number * 37 % 300);
    }

    private static long[] words(long number) {
        long[] words = new long[length(number)];
        for (int i = 0; i < words.length; i++) {
            words[i] = number + i;
        }
        return words;
    }

    /** {@return the number of which these are the words, or -1} */
    private static long number(long[] words) {
        for (int i = 0; i < words.length; i++) {
            if (words[i] != words[0] + i) {
                return -1;
            }
        }
        return words.length == length(words[0]) ? words[0] : -1;
    }

    private static final class OfQueue extends ScarcePages.Subject {
        private final int home;
        private GlobalQueue queue;

        private OfQueue(int home) {
            this.home = home;
        }

        @Override
        void make(int changes) {
            queue = GlobalQueue.allocate(shmem, Integer.highestOneBit(2 * changes), home);
        }

        @Override
        void change(long number) {
            if (!queue.offer(number)) {
                throw new AssertionError("no room");
            }
        }

        @Override
        void end() {
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                return;
            }
            long last = 0;
            for (long number = queue.poll(); number != GlobalQueue.EMPTY; number = queue.poll()) {
                if (number <= last) {
                    throw new AssertionError(number + " after " + last);
                }
                happened(number);
                last = number;
            }
        }
    }

    private static final class OfPool extends ScarcePages.Subject {
        private WorkPool pool;

        @Override
        void make(int changes) {
            pool = WorkPool.allocate(shmem, changes, changes);
        }

        @Override
        void change(long number) {
            pool.add(number);
        }

        @Override
        void end() {
            pool.run(pool::result);
            if (shmem.myPe() == 1) {
                pool.forEachResult(this::happened);
            }
        }
    }

    private static final class OfMap extends ScarcePages.Subject {
        private final WhenFull whenFull;
        private GlobalMap<Long, byte[]> map;

        private OfMap(WhenFull whenFull) {
            this.whenFull = whenFull;
        }

        @Override
        void make(int changes) {
            map = GlobalMap.allocate(shmem, Long.class, byte[].class, 256L * changes + (1 << 15), whenFull);
        }

        private static byte[] value(long number) {
            byte[] value = new byte[(int) (number % 100)];
            Arrays.fill(value, (byte) number);
            return value;
        }

        @Override
        void change(long number) {
            map.put(number, value(number));
        }

        @Override
        void end() {
            shmem.barrierAll();
            if (shmem.myPe() == 1) {
                map.forEach((key, value) -> {
                    if (!Arrays.equals(value, value(key)) || !Arrays.equals(value, map.get(key))) {
                        throw new AssertionError("a wrong value of " + key);
                    }
                    happened(key);
                });
            }
        }
    }

    /** A way to send a message of a number. */
    private interface Sending {
        void send(long number);
    }

    private interface Way {
        Sending of(Messages messages, int handler);
    }

    private static class OfMessages extends ScarcePages.Subject {
        private final Way way;
        private Messages messages;
        private Sending sending;

        private OfMessages(Way way) {
            this.way = way;
        }

        @Override
        void make(int changes) {
            messages = Messages.allocate(shmem);
            int handler = messages.handler((from, payload) -> {
                long[] words = new long[payload.size()];
                for (int i = 0; i < words.length; i++) {
                    words[i] = payload.get(i);
                }
                happened(words.length < 3 ? words[0] : number(words));
            });
            messages.open();
            sending = way.of(messages, handler);
        }

        @Override
        void change(long number) {
            sending.send(number);
        }

        @Override
        void serve() {
            messages.poll();
        }

        @Override
        void end() {
            messages.finish();
        }
    }

    /** Leaves each message to the PE's thread for messages, which has some naps' time to send it. */
    private static final class OfLeftMessages extends OfMessages {
        private static final long NANOS = 10_000_000;

        private OfLeftMessages() {
            super((messages, handler) -> number -> messages.send(1, handler, number));
        }

        @Override
        int changes(int wanted) {
            return wanted / 4;
        }

        @Override
        void change(long number) {
            super.change(number);
            long start = System.nanoTime();
            while (!hasHappened(number) && System.nanoTime() - start < NANOS) {
                Thread.onSpinWait();
            }
        }
    }

    private static final class OfQuestions extends ScarcePages.Subject {
        private Messages messages;
        private int answerer;
        private final List<Reply<Long>> replies = new ArrayList<>();
        private final List<Long> asked = new ArrayList<>();

        /** PE 1's answers take the pages of PE 0. */
        @Override
        boolean isScarceAt(int pe) {
            return pe == 1;
        }

        @Override
        void make(int changes) {
            messages = Messages.allocate(shmem);
            answerer = messages.answerer((from, payload) -> {
                happened(payload.get(0));
                return payload.get(0);
            });
            messages.open();
        }

        @Override
        void change(long number) {
            Reply<Long> reply = messages.ask(1, answerer, words(number));
            replies.add(reply);
            asked.add(number);
        }

        @Override
        void serve() {
            messages.poll();
        }

        @Override
        void end() {
            messages.finish();
            for (int i = 0; i < asked.size(); i++) {
                if (!replies.get(i).join().equals(asked.get(i))) {
                    throw new AssertionError("the answer to " + asked.get(i) + " is " + replies.get(i).join());
                }
            }
        }
    }

    /** Claims, short messages and messages in parts. */
    private static final class OfChannel extends ScarcePages.Subject {
        private Channel channel;

        @Override
        void make(int changes) {
            channel = Channel.allocate(shmem, 1 << 16);
        }

        private void handle(int from, long number, MemorySegment memory, long offset, long length) {
            for (int i = 0; i < length / Long.BYTES; i++) {
                if (memory.get(ValueLayout.JAVA_LONG_UNALIGNED, offset + (long) i * Long.BYTES) != number + i) {
                    throw new AssertionError("a wrong message " + number);
                }
            }
            happened(number);
        }

        @Override
        void change(long number) {
            if (number % 3 == 0) {
                try (Claim claim = channel.claim(1, number, Long.BYTES)) {
                    claim.memory().set(ValueLayout.JAVA_LONG_UNALIGNED, 0, number);
                    claim.commit();
                }
            } else {
                channel.send(1, number, MemorySegment.ofArray(words(number)));
            }
        }

        @Override
        void serve() {
            channel.poll(this::handle);
        }

        @Override
        void end() {
            channel.finish(this::handle);
        }
    }
}
