// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import io.shmem4j.failing.Operation;
import io.shmem4j.failing.Operation.Part;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalMap.WhenFull;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Operations of one PE on containers and messages. Each call has a number, by which PE 1 knows whether it has happened.
 */
public final class ChangeOperations implements Supplier<List<Operation>> {
    @Override
    public List<Operation> get() {
        List<Operation> rows = new ArrayList<>();
        containers(rows);
        messages(rows);
        return rows;
    }

    private static void containers(List<Operation> rows) {
        rows.add(Operation.whole("offer", List.of("GlobalQueue.offer"), Offers::new));
        rows.add(Operation.whole("poll", List.of("GlobalQueue.poll"), Polls::new));
        rows.add(Operation.whole("add to a pool", List.of("WorkPool.add"), shmem -> new Tasks(shmem,
            (pool, number) -> pool.add(number))));
        rows.add(Operation.whole("add to a pool some", List.of("WorkPool.add"), shmem -> new Tasks(shmem,
            (pool, number) -> pool.add(new long[] {number, number}))));
        rows.add(map("put", (map, number) -> map.put(1L, value(number)), "GlobalMap.put"));
        rows.add(map("clear and put", (map, number) -> {
            map.clear();
            map.put(number, value(number));
        }, "GlobalMap.clear"));
        rows.add(map("putIfAbsent", (map, number) -> map.putIfAbsent(number, value(number)), "GlobalMap.putIfAbsent"));
        rows.add(map("replace", (map, number) -> map.replace(0L, value(number)), "GlobalMap.replace"));
        rows.add(map("merge", (map, number) -> map.merge(1L, value(number), (old, given) -> given),
            "GlobalMap.merge"));
        rows.add(map("update", (map, number) -> map.update(1L, old -> value(number)), "GlobalMap.update"));
        rows.add(map("remove and put", (map, number) -> {
            map.remove(number - 1);
            map.put(number, value(number));
        }, "GlobalMap.remove"));
    }

    private static void messages(List<Operation> rows) {
        rows.add(Operation.whole("send without words", List.of("Messages.send"), shmem -> new Letters(shmem,
            (messages, handler, number) -> messages.send(1, handler))));
        rows.add(mail("send one word", (messages, handler, number) -> messages.send(1, handler, number)));
        rows.add(mail("send two words", (messages, handler, number) -> messages.send(1, handler, number, 0)));
        rows.add(mail("send words", (messages, handler, number) -> messages.send(1, handler, new long[] {number, 0,
            0})));
        rows.add(mail("send many words", (messages, handler, number) -> {
            long[] words = new long[300];
            words[0] = number;
            messages.send(1, handler, words);
        }));
        rows.add(mail("send a text", (messages, handler, number) -> messages.send(1, handler + 1,
            Long.toString(number))));
        rows.add(Operation.whole("send and poll", List.of("Messages.poll"), shmem -> new Letters(shmem,
            (messages, handler, number) -> {
                messages.send(1, handler, number);
                messages.poll();
            })));
        rows.add(Operation.whole("ask", List.of("Messages.ask"), Questions::new));
    }

    /** {@return a value that no other number has} */
    private static byte[] value(long number) {
        return Arrays.copyOf(Long.toString(number).getBytes(StandardCharsets.US_ASCII), 20 + (int) (number % 50));
    }

    /** A part whose PE 1 sees which calls have happened. */
    abstract static class Numbered extends Part {
        /** A call whose number PE 1 does not get. */
        static final long UNNAMED = -1;

        final Shmem shmem;
        long number;
        private final List<Long> seen = new ArrayList<>();

        Numbered(Shmem shmem) {
            this.shmem = shmem;
        }

        abstract void make(long call);

        /** Tells PE 1 of what has happened since the last check, by {@link #happened}. */
        abstract void look();

        final void happened(long call) {
            seen.add(call);
        }

        @Override
        public void call() {
            number++;
            make(number);
        }

        @Override
        public void meanwhile() {
            number++;
        }

        @Override
        public void check(Throwable thrown) {
            look();
            seen.replaceAll(call -> call == UNNAMED ? number : call);
            if (shmem.myPe() == 1 && !seen.equals(List.of(number)) && (thrown == null || !seen.isEmpty())) {
                throw new AssertionError("seen " + seen + " of " + number);
            }
            seen.clear();
        }
    }

    private static final class Offers extends Numbered {
        private final GlobalQueue queue;

        Offers(Shmem shmem) {
            super(shmem);
            this.queue = GlobalQueue.allocate(shmem, 16, 1);
        }

        @Override
        void make(long call) {
            queue.offer(call);
        }

        @Override
        void look() {
            long[] some = new long[16];
            int count = shmem.myPe() == 1 ? queue.poll(some, 16) : 0;
            Arrays.stream(some, 0, count).forEach(this::happened);
        }
    }

    /** PE 1 sees what is left in the queue. */
    private static final class Polls extends Part {
        private final Shmem shmem;
        private final GlobalQueue queue;
        private long number;
        private long got;

        Polls(Shmem shmem) {
            this.shmem = shmem;
            this.queue = GlobalQueue.allocate(shmem, 16, 0);
            if (shmem.myPe() == 1) {
                queue.offer(1);
            }
        }

        @Override
        public void call() {
            number++;
            got = 0;
            got = queue.poll();
        }

        @Override
        public void meanwhile() {
            number++;
        }

        @Override
        public void check(Throwable thrown) {
            if (shmem.myPe() == 0) {
                if (thrown == null && got != number) {
                    throw new AssertionError("polled " + got + ", not " + number);
                }
                return;
            }
            long left = queue.poll();
            if (left != GlobalQueue.EMPTY && (thrown == null || left != number)) {
                throw new AssertionError("left " + left + " of " + number);
            }
            queue.offer(number + 1);
        }
    }

    private interface Adding {
        void to(WorkPool pool, long number);
    }

    private static final class Tasks extends Numbered {
        private final WorkPool pool;
        private final Adding adding;
        private long results;

        Tasks(Shmem shmem, Adding adding) {
            super(shmem);
            this.pool = WorkPool.allocate(shmem, 64, 1 << 14);
            this.adding = adding;
        }

        @Override
        void make(long call) {
            adding.to(pool, call);
        }

        @Override
        void look() {
            pool.run(pool::result);
            List<Long> all = new ArrayList<>();
            pool.forEachResult(all::add);
            shmem.barrierAll();
            long more = all.size() - results;
            results = all.size();
            if (all.stream().filter(result -> result == number).count() != more || more > 2) {
                throw new AssertionError(more + " results of " + number);
            }
            if (more > 0) {
                happened(number);
            }
        }
    }

    private interface Mapping {
        void in(GlobalMap<Long, byte[]> map, long number);
    }

    private static Operation map(String name, Mapping mapping, String... methods) {
        return Operation.whole(name, List.of(methods), shmem -> new Entries(shmem, mapping));
    }

    /** Each change leaves a value of its number; those before go away. */
    private static final class Entries extends Numbered {
        private final GlobalMap<Long, byte[]> map;
        private final Mapping mapping;
        private byte[] last = value(0);

        Entries(Shmem shmem, Mapping mapping) {
            super(shmem);
            this.map = GlobalMap.allocate(shmem, Long.class, byte[].class, 1 << 17, WhenFull.EVICT);
            this.mapping = mapping;
            if (shmem.myPe() == 0) {
                map.put(0L, last);
            }
        }

        @Override
        void make(long call) {
            mapping.in(map, call);
        }

        @Override
        void look() {
            if (shmem.myPe() == 1) {
                map.forEach((key, value) -> {
                    if (!Arrays.equals(value, map.get(key)) || map.get(key + (1L << 40)) != null) {
                        throw new AssertionError("two values of " + key);
                    }
                    if (Arrays.equals(value, value(number))) {
                        happened(number);
                    }
                });
            }
        }
    }

    private interface Sending {
        void by(Messages messages, int handler, long number);
    }

    private static Operation mail(String name, Sending sending) {
        return Operation.whole(name, List.of("Messages.send"), shmem -> new Letters(shmem, sending));
    }

    private static final class Letters extends Numbered {
        private final Messages messages;
        private final Sending sending;
        private final int handler;

        Letters(Shmem shmem, Sending sending) {
            super(shmem);
            this.messages = Messages.allocate(shmem);
            this.sending = sending;
            this.handler = messages.handler((from, payload) -> happened(payload.size() == 0 ? UNNAMED : payload.get()));
            messages.handler(String.class, (from, text) -> happened(Long.parseLong(text)));
            messages.open();
        }

        @Override
        void make(long call) {
            sending.by(messages, handler, call);
        }

        @Override
        void look() {
            messages.finish();
        }

        @Override
        public void end() {
            messages.free();
        }
    }

    private static final class Questions extends Numbered {
        private final Messages messages;
        private final int answerer;
        private Reply<Long> reply;

        Questions(Shmem shmem) {
            super(shmem);
            this.messages = Messages.allocate(shmem);
            this.answerer = messages.answerer((from, payload) -> {
                happened(payload.get());
                return payload.get(0);
            });
            messages.open();
        }

        @Override
        void make(long call) {
            reply = null;
            reply = messages.ask(1, answerer, call);
        }

        @Override
        void look() {
            messages.finish();
            if (reply != null && reply.join() != number) {
                throw new AssertionError("the answer to " + number + " is " + reply.join());
            }
        }

        @Override
        public void end() {
            messages.free();
        }
    }
}
