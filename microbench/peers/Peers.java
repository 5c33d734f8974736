// SPDX-License-Identifier: Apache-2.0

import io.aeron.Aeron;
import io.aeron.ExclusivePublication;
import io.aeron.Subscription;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import io.aeron.logbuffer.BufferClaim;
import io.aeron.logbuffer.FragmentHandler;
import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SignalOp;
import io.shmem4j.SymmetricBytes;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.wire.DocumentContext;
import org.agrona.concurrent.SleepingMillisIdleStrategy;
import org.pcj.PCJ;
import org.pcj.StartPoint;
import org.pcj.Storage;

/**
 * Sends messages of one size between two JVMs by one library: back and forth, then as many as the library takes one
 * way. Each message is copied out of an array and into another, and its number is checked. {@code run} starts it.
 *
 * <p>Arguments: shmem4j, aeron, chronicle or pcj; the bytes of a message; a folder for files.
 */
public final class Peers implements StartPoint {
    private static final long WARM_UP = 2_000_000_000L;
    private static final long LONGEST = 2_000_000_000L;
    private static final int TRIALS = 400;
    private static final int PLACES = 64;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static String name;
    private static int bytes;
    private static Shmem job;

    /** The way of messages to the other JVM and back. */
    interface Link {
        void send(byte[] message);

        void receive(byte[] message);
    }

    private final Shmem shmem;
    private final boolean first;
    private final byte[] out = new byte[bytes];
    private final byte[] in = new byte[bytes];
    private final int turns = name.equals("pcj") ? 200 : 1000;
    private Link link;
    private long sent;
    private long received;

    /** PCJ makes one, too. */
    public Peers() {
        this.shmem = job;
        this.first = shmem.myPe() == 0;
    }

    public static void main(String[] args) throws Exception {
        name = args[0];
        bytes = Integer.parseInt(args[1]);
        Path folder = Path.of(args[2]);
        job = Shmem.init();
        int me = job.myPe();
        switch (name) {
            case "shmem4j" -> new Peers().measure(new Puts(job, bytes));
            case "aeron" -> aeron(me, folder);
            case "chronicle" -> {
                try (ChronicleQueue from = ChronicleQueue.single(folder + "/" + (1 - me));
                    ChronicleQueue to = ChronicleQueue.single(folder + "/" + me)) {
                    new Peers().measure(new Documents(to.createAppender(), from.createTailer()));
                }
            }
            default -> PCJ.executionBuilder(Peers.class).addNodes(new String[] {"localhost:8091", "localhost:8092"})
                .addProperty("pcj.port", Integer.toString(8091 + me)).start();
        }
        job.finish();
    }

    private static void aeron(int me, Path folder) {
        Aeron.Context context = new Aeron.Context().aeronDirectoryName(folder.toString());
        try (MediaDriver driver = me == 1 ? null : MediaDriver.launch(new MediaDriver.Context()
            .aeronDirectoryName(folder.toString()).dirDeleteOnStart(true).threadingMode(ThreadingMode.SHARED)
            .sharedIdleStrategy(new SleepingMillisIdleStrategy(1)))) {
            job.barrierAll();
            try (Aeron aeron = Aeron.connect(context);
                ExclusivePublication to = aeron.addExclusivePublication("aeron:ipc", me);
                Subscription from = aeron.addSubscription("aeron:ipc", 1 - me)) {
                new Peers().measure(new Fragments(to, from));
                job.barrierAll();
            }
            job.barrierAll();
        }
    }

    /** PCJ calls it in each JVM. */
    @Override
    public void main() {
        measure(new Assignments());
    }

    private void measure(Link with) {
        link = with;
        double[] back = trials(true);
        double[] oneWay = trials(false);
        if (first) {
            System.out.printf(Locale.ROOT, "%-9s %4d bytes: half a round trip %.0f ns (best %.0f), one way %.0f ns "
                + "(best %.0f); %d and %d trials%n", name, bytes, back[back.length / 2], back[0],
                oneWay[oneWay.length / 2], oneWay[0], back.length, oneWay.length);
        }
    }

    /** Returns sorted times of a message in ns. Trials of the first seconds only warm up. */
    private double[] trials(boolean back) {
        double[] times = new double[TRIALS];
        int count = 0;
        long begin = System.nanoTime();
        boolean more = true;
        while (more) {
            job.barrierAll();
            long start = System.nanoTime();
            for (int i = 0; i < turns; i++) {
                if (first) {
                    send();
                }
                if (back || !first) {
                    receive();
                }
                if (back && !first) {
                    send();
                }
            }
            if (!back && first) {
                receive();
            } else if (!back) {
                send();
            }
            long now = System.nanoTime();
            if (now - begin > WARM_UP && count < TRIALS) {
                times[count++] = (now - start) / (back ? 2.0 : 1) / turns;
            }
            boolean last = count == TRIALS || now - begin > WARM_UP + LONGEST;
            more = shmem.world().broadcast(last ? 0 : 1, 0) == 1;
            count = more ? count : Math.max(count, 1);
        }
        double[] sorted = Arrays.copyOf(times, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void send() {
        LONG.set(out, 0, ++sent);
        link.send(out);
    }

    private void receive() {
        link.receive(in);
        if ((long) LONG.get(in, 0) != ++received) {
            throw new AssertionError("message " + (long) LONG.get(in, 0) + " instead of " + received);
        }
    }

    /** Puts with signals into a ring of places in the other's memory, which it frees by halves. */
    static final class Puts implements Link {
        private final Shmem shmem;
        private final int other;
        private final int bytes;
        private final SymmetricBytes places;
        private final Signal arrived;
        private final Signal freed;
        private long sent;
        private long received;

        Puts(Shmem shmem, int bytes) {
            this.shmem = shmem;
            this.other = 1 - shmem.myPe();
            this.bytes = bytes;
            this.places = shmem.allocateBytes((long) PLACES * bytes);
            this.arrived = shmem.allocateSignal();
            this.freed = shmem.allocateSignal();
        }

        @Override
        public void send(byte[] message) {
            long place = sent % PLACES;
            if (place % (PLACES / 2) == 0 && sent >= PLACES) {
                freed.waitUntil(Cmp.GE, sent - PLACES / 2);
            }
            shmem.putSignal(places, place * bytes, message, 0, bytes, arrived, ++sent, SignalOp.SET, other);
        }

        @Override
        public void receive(byte[] message) {
            long place = received % PLACES;
            arrived.waitUntil(Cmp.GE, ++received);
            places.get(place * bytes, message);
            if (received % (PLACES / 2) == 0) {
                shmem.signalSet(freed, received, other);
            }
        }
    }

    static final class Fragments implements Link {
        private final ExclusivePublication to;
        private final Subscription from;
        private final BufferClaim claim = new BufferClaim();
        private byte[] message;
        private final FragmentHandler reader = (buffer, offset, _, _) -> buffer.getBytes(offset, message);

        Fragments(ExclusivePublication to, Subscription from) {
            this.to = to;
            this.from = from;
        }

        @Override
        public void send(byte[] bytes) {
            while (to.tryClaim(bytes.length, claim) < 0) {
                Thread.onSpinWait();
            }
            claim.buffer().putBytes(claim.offset(), bytes);
            claim.commit();
        }

        @Override
        public void receive(byte[] bytes) {
            message = bytes;
            while (from.poll(reader, 1) == 0) {
                Thread.onSpinWait();
            }
        }
    }

    record Documents(ExcerptAppender to, ExcerptTailer from) implements Link {
        @Override
        public void send(byte[] message) {
            try (DocumentContext document = to.writingDocument()) {
                document.wire().bytes().write(message);
            }
        }

        @Override
        public void receive(byte[] message) {
            while (true) {
                try (DocumentContext document = from.readingDocument()) {
                    if (document.isPresent()) {
                        document.wire().bytes().read(message);
                        return;
                    }
                }
                Thread.onSpinWait();
            }
        }
    }

    /** Asynchronous puts into a ring of places, as {@link Puts} does it. */
    static final class Assignments implements Link {
        @Storage(Assignments.class)
        enum Shared {
            places, freed
        }

        private final byte[][] places = new byte[PLACES][];
        private int freed;
        private final int other = 1 - PCJ.myId();
        private int sent;
        private int received;

        Assignments() {
            PCJ.registerStorage(Shared.class, this);
            PCJ.barrier();
        }

        @Override
        public void send(byte[] message) {
            int place = sent % PLACES;
            if (place % (PLACES / 2) == 0 && sent >= PLACES) {
                PCJ.waitFor(Shared.freed);
            }
            PCJ.asyncPut(message, other, Shared.places, place);
            sent++;
        }

        @Override
        public void receive(byte[] message) {
            int place = received % PLACES;
            PCJ.waitFor(Shared.places);
            System.arraycopy(places[place], 0, message, 0, message.length);
            received++;
            if (received % (PLACES / 2) == 0) {
                PCJ.asyncPut(received, other, Shared.freed);
            }
        }
    }
}
