// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * The communicator of matsim-libs before pull request 5019, with all of its parts: a ring per process for messages of
 * all others, which claim room in it, copy and commit; sends to one and to all; a receive loop; and a start in which
 * each process makes its ring while the others look whether it exists. It exists before it is initialized, so what an
 * earlier run has left in it, and the zeros over it, meet the first messages. In the mended form a ring is published
 * once it is ready. {@link ZeroedRing} is the same bug without the rest.
 */
public final class RingCommunicator {
    /** A receiver of {@link #send} that stands for all others. */
    private static final int ALL = -1;

    private final Shmem shmem;
    private final int rank;
    private final int size;
    private final SymmetricLongs files;
    private final Ring subscription;
    private final Ring[] others;

    /** Makes the ring of this process, in memory with what an earlier run has left. */
    private RingCommunicator(Shmem shmem, SymmetricLongs files, SymmetricLongs memory, boolean mended) {
        this.shmem = shmem;
        this.rank = shmem.myPe();
        this.size = shmem.nPes();
        this.files = files;
        this.subscription = new Ring(shmem, memory, rank);
        this.others = new Ring[size];
        if (mended) {
            subscription.initialize();
            shmem.quiet();
            files.set(0, 1);
        } else {
            files.set(0, 1);
            subscription.initialize();
        }
    }

    /** Finds the rings of all others. */
    private void connect(SymmetricLongs memory) {
        for (int other = 0; other < size; other++) {
            if (other != rank) {
                while (shmem.g(files, 0, other) == 0) {
                    Thread.onSpinWait();
                }
                others[other] = new Ring(shmem, memory, other);
            }
        }
    }

    private void send(int receiver, long[] message) {
        if (receiver == rank) {
            throw new IllegalArgumentException("a message to itself");
        }
        for (int other = 0; other < size; other++) {
            if (other != rank && (receiver == ALL || receiver == other)) {
                sendTo(others[other], message);
            }
        }
    }

    private static void sendTo(Ring ring, long[] message) {
        long index = ring.tryClaim(message.length);
        while (index < 0) {
            Thread.onSpinWait();
            index = ring.tryClaim(message.length);
        }
        ring.put(index, message);
        ring.commit(index, message.length);
    }

    private void receive(BooleanSupplier expectsMore, Consumer<long[]> handler) {
        while (expectsMore.getAsBoolean()) {
            if (subscription.read(handler) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    /**
     * A ring with many writers and one reader in a process's memory. Its first words are the positions of the writers
     * and of the reader; then come records: a header, which is the length of the content, negative until it is there,
     * and the content. Where a record does not fit behind the last one, padding fills the end.
     */
    private static final class Ring {
        private static final int TAIL = 0;
        private static final int HEAD = 1;
        private static final int START = 2;
        private static final int CAPACITY = 8;
        private static final int WORDS = START + CAPACITY;
        /** Header of padding, plus its length. */
        private static final long PADDING = 1L << 32;

        private final Shmem shmem;
        private final SymmetricLongs memory;
        private final int owner;

        Ring(Shmem shmem, SymmetricLongs memory, int owner) {
            this.shmem = shmem;
            this.memory = memory;
            this.owner = owner;
        }

        void initialize() {
            memory.fill(0);
        }

        /** {@return the index of a record with room for a number of words, or a negative number if there is none} */
        long tryClaim(int words) {
            int record = 1 + words;
            long head = shmem.g(memory, HEAD, owner);
            while (true) {
                long tail = shmem.atomicFetch(memory, TAIL, owner);
                int behind = CAPACITY - (int) (tail % CAPACITY);
                int padding = behind < record ? behind : 0;
                if (tail + padding + record - head > CAPACITY) {
                    return -1;
                }
                if (shmem.compareSwap(memory, TAIL, tail, tail + padding + record, owner) == tail) {
                    if (padding > 0) {
                        shmem.p(memory, index(tail), PADDING + padding, owner);
                    }
                    long index = index(tail + padding);
                    shmem.p(memory, index, -record, owner);
                    return index;
                }
            }
        }

        void put(long index, long[] message) {
            shmem.put(memory, index + 1, message, 0, message.length, owner);
        }

        void commit(long index, int words) {
            shmem.fence();
            shmem.p(memory, index, 1 + words, owner);
        }

        /** Hands the next record to a handler; {@return the number of messages} */
        int read(Consumer<long[]> handler) {
            long head = memory.get(HEAD);
            int index = index(head);
            long header = memory.get(index);
            if (header <= 0) {
                return 0;
            }
            int messages = 0;
            int length = (int) (header % PADDING);
            if (length > CAPACITY) {
                throw new AssertionError("a record of " + length + " words");
            }
            if (header < PADDING) {
                long[] content = new long[length - 1];
                memory.get(index + 1, content);
                handler.accept(content);
                messages = 1;
            }
            for (int i = 0; i < length; i++) {
                memory.set(index + i, 0);
            }
            shmem.quiet();
            memory.set(HEAD, head + length);
            return messages;
        }

        private static int index(long position) {
            return START + (int) (position % CAPACITY);
        }
    }

    /** Each process tells all others of two time steps, and needs the messages of all before the next. */
    private void simulate() {
        for (int step = 1; step <= 2; step++) {
            send(ALL, new long[] {step, rank});
            boolean[] heard = new boolean[size];
            heard[rank] = true;
            int now = step;
            receive(() -> !allOf(heard), message -> {
                if (message.length != 2 || message[0] != now || message[1] < 0 || message[1] >= size) {
                    throw new AssertionError("in step " + now + ": " + Arrays.toString(message));
                }
                heard[(int) message[1]] = true;
            });
        }
    }

    private static boolean allOf(boolean[] heard) {
        for (boolean each : heard) {
            if (!each) {
                return false;
            }
        }
        return true;
    }

    /** Starts and runs a simulation, in the memory of an earlier run; an argument mends it. */
    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs files = shmem.allocateLongs(1).named("files");
            SymmetricLongs memory = shmem.allocateLongs(Ring.WORDS).named("ring");
            memory.set(Ring.START, 1);
            shmem.barrierAll();
            RingCommunicator communicator = new RingCommunicator(shmem, files, memory, args.length > 0);
            communicator.connect(memory);
            communicator.simulate();
        }
    }
}
