// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;

import io.shmem4j.Shmem;
import io.shmem4j.Team;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.irregular.message.Reply;
import io.shmem4j.spi.JobMemory;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Messages: order, what handlers send, answers, records, the end of all, teams, misuse. */
final class MessageCases {
    /** Every kind of component. */
    record Point(int x, double y, boolean on, float z, char c, byte b, short s, long l) { }

    /** A record in a record. */
    record Line(Point from, Ping between, Point to) { }

    /** It has come, and that is all. */
    record Ping() { }

    /** Components of any length, in records, too. */
    record Page(String title, int number, Link link, byte[] content) { }

    /** A record in a record. */
    record Link(String target, double weight) { }

    /** No message. */
    record Names(List<String> names) { }

    private MessageCases() {
    }

    /** Lengths vary, so that records meet the end of the rings at every place. */
    static void messagesOfASenderKeepTheirOrder(Shmem shmem) {
        int n = shmem.nPes();
        long[] next = new long[n];
        int[] running = new int[1];
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> {
            equal(0, running[0]++, "handlers that run");
            equal(next[from], payload.get(), "a number from PE " + from);
            equal((int) (next[from] % 40) + 1, payload.size(), "the size of a message");
            equal(-payload.get(), payload.size() == 1 ? -payload.get() : payload.get(payload.size() - 1),
                "the last word");
            next[from]++;
            running[0]--;
        });
        messages.open();
        int count = 3000;
        for (int i = 0; i < count; i++) {
            for (int pe = 0; pe < n; pe++) {
                long[] words = new long[i % 40 + 1];
                words[words.length - 1] = -i;
                words[0] = i;
                messages.send(pe, handler, words);
            }
        }
        messages.finish();
        for (int pe = 0; pe < n; pe++) {
            equal((long) count, next[pe], "messages of PE " + pe);
        }
        messages.free();
    }

    /** A message with a number above 0 causes two with the next lower one. */
    static void finishWaitsForWhatHandlersSend(Shmem shmem) {
        int n = shmem.nPes();
        int depth = 11;
        long[] leaves = new long[1];
        int[] handler = new int[1];
        Messages messages = Messages.allocate(shmem);
        handler[0] = messages.handler((from, payload) -> {
            long left = payload.get(0);
            if (left == 0) {
                leaves[0]++;
            } else {
                messages.send((int) ((payload.get(1) * 7 + left) % n), handler[0], left - 1, 2 * payload.get(1));
                messages.send((int) ((payload.get(1) * 5 + left) % n), handler[0], left - 1, 2 * payload.get(1) + 1);
            }
        });
        messages.open();
        for (int round = 1; round <= 3; round++) {
            if (shmem.myPe() == round % n) {
                messages.send(0, handler[0], depth, 1);
            }
            messages.finish();
            equal((long) round << depth, shmem.world().sumReduce(leaves[0]), "leaves");
        }
        messages.finish();
        messages.free();
    }

    static void allSendAtOnceToOne(Shmem shmem) {
        long[] sum = new long[1];
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> sum[0] += payload.get());
        messages.open();
        int count = 20_000;
        for (int i = 0; i < count; i++) {
            messages.send(0, handler, i);
        }
        messages.finish();
        equal(shmem.myPe() == 0 ? shmem.nPes() * (count * (count - 1L) / 2) : 0, sum[0], "the sum");
        messages.free();
    }

    /** All send at once, and handlers send on to anybody: more than all buffers hold. */
    static void messagesOfAnySizeAreSentOn(Shmem shmem) {
        int n = shmem.nPes();
        int count = JobMemory.charged() ? 200 : 2_000;
        SplittableRandom random = new SplittableRandom(shmem.myPe());
        long[] handled = new long[1];
        int[] handler = new int[1];
        Messages messages = Messages.allocate(shmem);
        handler[0] = messages.handler((from, payload) -> {
            handled[0]++;
            long[] words = new long[payload.size()];
            payload.copy(words, 0);
            equal(words[1], Arrays.stream(words).skip(2).sum(), "the sum of " + words.length + " words");
            if (words[0]-- > 0) {
                messages.send((int) Math.floorMod(words[0] + words[1], (long) n), handler[0], words);
            }
        });
        messages.open();
        long expected = 0;
        for (int i = 0; i < count; i++) {
            long[] words = random.longs(2 + (random.nextInt(4) == 0 ? random.nextInt(200) : random.nextInt(3)))
                .toArray();
            words[0] = random.nextInt(4);
            words[1] = Arrays.stream(words).skip(2).sum();
            expected += words[0] + 1;
            messages.send(random.nextInt(n), handler[0], words);
        }
        messages.finish();
        equal(shmem.world().sumReduce(expected), shmem.world().sumReduce(handled[0]), "messages handled");
        messages.free();
    }

    /**
     * The thread that has made the messages and another one send to all PEs, by handlers and in lengths that change and
     * stay. The first waits now and then, without a call, for a message to itself, so that others take away what it has
     * sent in the middle of a run.
     */
    static void threadsSendAtOnce(Shmem shmem) {
        int n = shmem.nPes();
        long[][] next = new long[2][n];
        long[] empty = new long[n];
        AtomicInteger come = new AtomicInteger();
        int[] handlers = new int[3];
        Messages messages = Messages.allocate(shmem);
        for (int k = 0; k < 3; k++) {
            int number = k;
            handlers[k] = messages.handler((from, payload) -> {
                long place = payload.get();
                int thread = (int) payload.get(1);
                equal(next[thread][from]++, place, "a number of thread " + thread + " of PE " + from);
                equal(kind(place) % 3, number, "the handler");
                equal(2 + kind(place), payload.size(), "the size");
                equal(kind(place) == 0 ? thread : -place, payload.get(payload.size() - 1), "the last word");
            });
        }
        int none = messages.handler((from, payload) -> empty[from] += 1 + payload.size());
        int seen = messages.handler((from, payload) -> come.incrementAndGet());
        messages.open();
        boolean helped = !JobMemory.charged();
        int count = 2_000;
        Thread other = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                number(messages, handlers, i, 1, n);
            }
        });
        if (helped) {
            other.start();
        }
        int waits = 0;
        for (int i = 0; i < count; i++) {
            number(messages, handlers, i, 0, n);
            if (i % 7 == 0) {
                messages.send(i % n, none);
            }
            if (helped && i % 97 == 0) {
                messages.send(shmem.myPe(), seen, 1);
                waits++;
                while (come.get() < waits) {
                    Thread.onSpinWait();
                }
            }
        }
        join(other);
        messages.finish();
        for (int pe = 0; pe < n; pe++) {
            equal((long) count, next[0][pe], "messages of the first thread of PE " + pe);
            equal(helped ? (long) count : 0L, next[1][pe], "messages of the second thread of PE " + pe);
        }
        long sum = 0;
        for (long each : empty) {
            sum += each;
        }
        equal((count + 6L) / 7 * n, shmem.world().sumReduce(sum), "messages without words");
        messages.free();
    }

    /** Some follow each other, so that there are runs, and some do not. */
    private static int kind(long place) {
        return (int) (place / 50 % 3 == 0 ? place % 5 : place / 50 % 7);
    }

    private static void number(Messages messages, int[] handlers, int place, int thread, int n) {
        long[] words = new long[2 + kind(place)];
        words[words.length - 1] = -place;
        words[0] = place;
        words[1] = thread;
        for (int pe = 0; pe < n; pe++) {
            if (words.length == 2) {
                messages.send(pe, handlers[kind(place) % 3], place, thread);
            } else {
                messages.send(pe, handlers[kind(place) % 3], words);
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void freeWaitsForWhatIsOnItsWay(Shmem shmem) {
        int[] count = new int[1];
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> count[0]++);
        messages.open();
        for (int i = 0; i < 30_000; i++) {
            messages.send((shmem.myPe() + 1) % shmem.nPes(), handler, i);
        }
        messages.free();
        equal(30_000, count[0], "messages");
    }

    static void answersComeToTheirQuestions(Shmem shmem) {
        int n = shmem.nPes();
        int me = shmem.myPe();
        Messages messages = Messages.allocate(shmem);
        int twice = messages.answerer((from, payload) -> 2 * payload.get() + from);
        int swap = messages.answerer(Line.class, Line.class, (from, line) -> new Line(line.to(),
            line.between(), line.from()));
        messages.open();
        AtomicInteger later = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            Reply<Long> first = messages.ask(i % n, twice, i);
            Reply<Line> second = messages.ask((i + 1) % n, swap, line(i, i + 1));
            messages.ask(me, twice, i).thenAccept(answer -> later.addAndGet((int) (answer - me)));
            equal(2L * i + me, first.join(), "an answer");
            equal(line(i + 1, i), second.join(), "an answer");
        }
        messages.finish();
        equal(200 * 199, later.get(), "the sum of answers");
        messages.free();
    }

    private static Point point(int i) {
        return new Point(-i, i * 0.1, i % 2 == 0, i / 3f, (char) i, (byte) -i, (short) (i * 100), (long) i << 40);
    }

    private static Line line(int from, int to) {
        return new Line(point(from), new Ping(), point(to));
    }

    static void recordsArriveAsTheyWere(Shmem shmem) {
        int[] count = new int[1];
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler(Point.class, (from, point) -> equal(point(count[0]++), point, "a record"));
        int[] pings = new int[1];
        int ping = messages.handler(Ping.class, (from, nothing) -> pings[0]++);
        messages.open();
        for (int i = 0; i < 500; i++) {
            messages.send((shmem.myPe() + 1) % shmem.nPes(), handler, point(i));
            messages.send((shmem.myPe() + 1) % shmem.nPes(), ping, new Ping());
        }
        messages.finish();
        equal(500, pings[0], "records without components");
        equal(500, count[0], "records");
        messages.free();
    }

    private static String text(int i) {
        return "\u00e4\u20ac\ud83d\ude00".repeat(i % 4) + "x".repeat(i % 9);
    }

    private static Page page(int i) {
        return new Page(i % 5 == 0 ? null : text(i), i, new Link(text(i + 1), -i), new byte[] {(byte) i, 1, 2});
    }

    private static void samePage(Page expected, Page found) {
        equal(expected.title, found.title, "a title");
        equal(expected.number, found.number, "a number");
        equal(expected.link, found.link, "a link");
        equal(Arrays.toString(expected.content), Arrays.toString(found.content), "a content");
    }

    static void textsAndBytesArriveAsTheyWere(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        int[] count = new int[3];
        Messages messages = Messages.allocate(shmem);
        int texts = messages.handler(String.class, (from, text) -> equal(text(count[0]++), text, "a text"));
        int bytes = messages.handler(byte[].class, (from, each) -> {
            equal(count[1] % 100, each.length, "the number of bytes");
            equal(count[1] % 100 == 0 ? 0 : (int) (byte) count[1], each.length == 0 ? 0 : (int) each[each.length - 1],
                "the last byte");
            count[1]++;
        });
        int pages = messages.handler(Page.class, (from, page) -> samePage(page(count[2]++), page));
        int turn = messages.answerer(String.class, Page.class, (from, text) -> page(text.length()));
        int length = messages.answerer(Page.class, String.class, (from, page) -> page.title);
        int words = messages.handler((from, each) -> { });
        messages.open();
        for (int i = 0; i < 300; i++) {
            messages.send(next, texts, text(i));
            byte[] some = new byte[i % 100];
            Arrays.fill(some, (byte) i);
            messages.send(next, bytes, some);
            messages.send(next, pages, page(i));
        }
        samePage(page(text(7).length()), messages.<Page>ask(next, turn, text(7)).join());
        equal(text(3), messages.<String>ask(next, length, page(3)).join(), "a title");
        messages.finish();
        equal(300, count[0], "texts");
        equal(300, count[1], "arrays of bytes");
        equal(300, count[2], "records");
        refused(IllegalArgumentException.class, "takes words, not a String", () -> messages.send(next, words, "x"));
        refused(ClassCastException.class, "texts are expected, not Page", () -> messages.send(next, texts, page(1)));
        refused(NullPointerException.class, "the message is null", () -> messages.send(next, texts, (String) null));
        messages.free();
    }

    /** Longer than the rings, up to more words than a short header can count; handlers send such ones, too. */
    static void messagesMayBeLong(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        int[] lengths = JobMemory.charged() ? new int[] {3, 20_000, 7} : new int[] {3, 100_000, 7, (1 << 20) + 3, 1};
        int[] count = new int[2];
        int[] back = new int[1];
        Messages messages = Messages.allocate(shmem);
        int words = messages.handler((from, payload) -> {
            long[] copy = new long[payload.size()];
            payload.copy(copy, 0);
            equal(lengths[count[0]++], copy.length, "the length");
            equal(copy.length * 5L, Arrays.stream(copy).sum(), "the sum");
            messages.send(from, back[0], copy);
        });
        back[0] = messages.handler((from, payload) ->
            equal(lengths[count[1]++], payload.size(), "the length of what comes back"));
        int shout = messages.answerer(String.class, String.class, (from, text) -> text + "!");
        messages.open();
        String text = "y".repeat(8 * lengths[1]);
        Reply<String> reply = messages.ask(next, shout, text);
        for (int length : lengths) {
            long[] message = new long[length];
            Arrays.fill(message, 5);
            messages.send(next, words, message);
        }
        equal(text + "!", reply.join(), "a long answer");
        messages.finish();
        equal(lengths.length, count[0], "messages");
        equal(lengths.length, count[1], "messages that came back");
        messages.free();
    }

    static void messagesOfAPeShareAThread(Shmem shmem) {
        Messages[] many = new Messages[10];
        AtomicInteger come = new AtomicInteger();
        int handler = 0;
        for (int i = 0; i < many.length; i++) {
            many[i] = Messages.allocate(shmem);
            handler = many[i].handler((from, words) -> come.incrementAndGet());
            many[i].open();
        }
        for (Messages each : many) {
            each.send((shmem.myPe() + 1) % shmem.nPes(), handler, 1);
            each.poll();
        }
        while (!JobMemory.charged() && come.get() < many.length) {
            Thread.onSpinWait();
        }
        long threads = Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().equals(
            "shmem4j helper")).count();
        equal(true, threads <= shmem.nPes(), "whether a PE has one thread; there are " + threads);
        for (Messages each : many) {
            each.free();
        }
    }

    static void closeRefusesToLoseMessages(Shmem shmem) {
        int next = (shmem.myPe() + 1) % shmem.nPes();
        refused(IllegalStateException.class, "the last 3 of this PE may be lost; call finish()", () -> {
            try (Messages messages = Messages.allocate(shmem)) {
                int handler = messages.handler((from, words) -> { });
                messages.open();
                messages.send(next, handler, 0);
                messages.finish();
                for (int i = 1; i <= 3; i++) {
                    messages.send(next, handler, i);
                }
            }
        });
        try (Messages messages = Messages.allocate(shmem)) {
            int handler = messages.handler((from, words) -> { });
            messages.open();
            messages.send(next, handler, 1);
            throw new ArithmeticException("the block's failure");
        } catch (ArithmeticException e) {
            equal(1, e.getSuppressed().length, "failures of close()");
        }
        try (Messages messages = Messages.allocate(shmem)) {
            int twice = messages.answerer((from, words) -> 2 * words.get());
            messages.open();
            equal(14L, messages.ask(shmem.myPe(), twice, 7).join(), "an answer");
        }
        Messages messages = Messages.allocate(shmem);
        messages.open();
        messages.free();
        messages.close();
    }

    static void closeReportsFailuresThatNobodyReads(Shmem shmem) {
        refused(IllegalStateException.class, "was not read: java.lang.ArithmeticException", () -> {
            try (Messages messages = Messages.allocate(shmem)) {
                int twice = messages.answerer((from, words) -> 2 * words.get());
                messages.open();
                Reply<Long> answer = messages.ask(shmem.myPe(), twice, 1);
                answer.thenApply(number -> 1 / (number - 2));
                answer.join();
            }
        });
    }

    static void openHappensOnce(Shmem shmem) {
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, words) -> { });
        messages.open();
        refused(IllegalStateException.class, "open already", messages::open);
        messages.send(shmem.myPe(), handler, 1);
        messages.free();
        refused(IllegalStateException.class, "freed already", messages::open);
        Messages never = Messages.allocate(shmem);
        never.free();
        refused(IllegalStateException.class, "freed already", never::open);
    }

    /** The last PE makes no call until the message has come. */
    static void aPeThatComputesHandlesMessages(Shmem shmem) {
        AtomicInteger come = new AtomicInteger();
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> come.set((int) payload.get()));
        messages.open();
        if (shmem.myPe() == 0) {
            messages.send(shmem.nPes() - 1, handler, 7);
        }
        if (shmem.myPe() == shmem.nPes() - 1 && !JobMemory.charged()) {
            while (come.get() != 7) {
                Thread.onSpinWait();
            }
        }
        messages.finish();
        equal(shmem.myPe() == shmem.nPes() - 1 ? 7 : 0, come.get(), "what came");
        messages.free();
    }

    /** PEs of even and of odd numbers at the same time; in a job of one PE the odd ones are none. */
    static void teamsHaveMessagesOfTheirOwn(Shmem shmem) {
        int n = shmem.nPes();
        int me = shmem.myPe();
        Team even = shmem.world().splitStrided(0, 2, (n + 1) / 2);
        Team odd = n == 1 ? even : shmem.world().splitStrided(1, 2, n / 2);
        Team mine = me % 2 == 0 ? even : odd;
        long[] sum = new long[1];
        Messages messages = Messages.allocate(shmem, mine);
        int handler = messages.handler((from, payload) -> {
            equal(mine.translate(from, shmem.world()), (int) payload.get(), "the sender");
            sum[0]++;
        });
        messages.open();
        for (int i = 0; i < 1000; i++) {
            messages.send(i % mine.nPes(), handler, me);
        }
        messages.finish();
        equal(1000L * mine.nPes(), mine.sumReduce(sum[0]), "messages in the team");
        messages.free();
        mine.free();
    }

    private static void briefly(Reply<Long> reply) {
        try {
            reply.get(1, TimeUnit.MINUTES);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError(e);
        }
    }

    static void wrongMessagesAreRefused(Shmem shmem) {
        Messages messages = Messages.allocate(shmem);
        int[] handler = new int[1];
        boolean[] refused = new boolean[1];
        int answerer = messages.answerer((from, payload) -> 1);
        handler[0] = messages.handler((from, payload) -> {
            refused(IllegalStateException.class, "a handler must not", messages::finish);
            refused(IllegalStateException.class, "a handler must not", () -> messages.ask(from, answerer).join());
            refused(IllegalStateException.class, "a handler must not", () -> briefly(messages.ask(from, answerer)));
            refused(IndexOutOfBoundsException.class, "no word 1", () -> payload.get(1));
            refused[0] = true;
        });
        int points = messages.handler(Point.class, (from, point) -> { });
        refused(IllegalStateException.class, "call open()", () -> messages.send(0, handler[0]));
        refused(IllegalArgumentException.class, "Names.names is of type List",
            () -> messages.handler(Names.class, (from, names) -> { }));
        refused(IllegalArgumentException.class, "List can't be encoded",
            () -> messages.handler(List.class, (from, names) -> { }));
        messages.open();
        refused(IllegalStateException.class, "before open()", () -> messages.handler((from, payload) -> { }));
        refused(InvalidPeException.class, "no PE -1", () -> messages.send(-1, handler[0], 1));
        refused(InvalidPeException.class, "no PE " + shmem.nPes(), () -> messages.send(shmem.nPes(), handler[0], 1));
        refused(IllegalArgumentException.class, "number 3", () -> messages.send(0, 3, 1));
        refused(IllegalArgumentException.class, "number -1", () -> messages.send(0, -1, 1));
        refused(IllegalArgumentException.class, "takes records of Point, not words", () -> messages.send(0, points));
        refused(IllegalArgumentException.class, "takes records of Point, not words", () -> messages.send(0, points, 1));
        refused(IllegalArgumentException.class, "takes records of Point, not words", () -> messages.send(0, points, 1,
            2));
        refused(IllegalArgumentException.class, "takes records of Point, not words", () -> messages.send(0, points,
            new long[8]));
        refused(IllegalArgumentException.class, "MessageCases.java", () -> messages.send(0, 77, 1));
        refused(IllegalArgumentException.class, "gives no answers", () -> messages.ask(0, handler[0], 1));
        refused(IllegalArgumentException.class, "takes words", () -> messages.send(0, handler[0], point(1)));
        refused(ClassCastException.class, "Line", () -> messages.send(0, points, line(1, 2)));
        messages.send(shmem.myPe(), handler[0], 5);
        messages.finish();
        equal(true, refused[0], "the handler ran");
        messages.free();
        refused(IllegalStateException.class, "freed already", () -> messages.send(0, handler[0], 1));
    }

    /** A helper that handled the message would end the job. */
    static void nothingIsSentAfterAnError(Shmem shmem) {
        if (!JobMemory.charged()) {
            return;
        }
        Messages messages = Messages.allocate(shmem);
        int handler = messages.handler((from, payload) -> {
            throw new AssertionError("handled");
        });
        messages.open();
        messages.send(shmem.myPe(), handler, 1);
        refused(IllegalStateException.class, "failed on a message of PE " + shmem.myPe()
            + " of the team: java.lang.AssertionError: handled", messages::finish);
        refused(IllegalStateException.class, "handled", () -> messages.send(shmem.myPe(), handler, 1));
        shmem.barrierAll();
    }
}
