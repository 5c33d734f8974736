// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.Place;
import java.util.stream.IntStream;

/**
 * A core's end of all messages. The sender puts a piece into its own buffer and signals the receiver, which gets it and
 * signals back. Flags count pieces, so they are never cleared and no signal is lost. A core has one flag per sender and
 * one per receiver.
 */
public final class Endpoint {
    /** Lines of the SCC's buffers that messages leave to flags. */
    private static final int FLAG_LINES = 5;

    private final MeshCore core;
    private final MeshMachine machine;
    private final Stack stack;
    private final LayerTimes calls;
    private final int cores;
    private final long[] sent;
    private final long[] received;

    public Endpoint(MeshCore core, Stack stack, LayerTimes calls) {
        this.core = core;
        this.machine = core.chip().machine();
        this.stack = stack;
        this.calls = calls;
        this.cores = core.cores();
        this.sent = new long[cores];
        this.received = new long[cores];
    }

    /** {@return the first flag of a core that messages leave free} */
    static int freeFlag(MeshCore core) {
        return 2 * core.cores();
    }

    /** Spends the library's time for a message of one piece. */
    public void message() {
        core.spend(stack.message(calls) + stack.piece(calls));
    }

    /** Spends a collective's time per round. */
    public void round() {
        core.spend(stack.round(calls));
    }

    /** Spends the library's fixed time per message. An empty message is a call, too. */
    private void begin(Numbers message) {
        core.spend(stack.message(calls) + (message.count() == 0 ? stack.piece(calls) : 0));
    }

    public void send(int to, Numbers message) {
        begin(message);
        int done = 0;
        for (int piece : pieces(message)) {
            put(to, message, done, piece);
            awaitReady(to);
            done += piece;
        }
    }

    public void receive(int from, Numbers message) {
        begin(message);
        int done = 0;
        for (int piece : pieces(message)) {
            take(from, message, done, piece);
            done += piece;
        }
    }

    /**
     * Sends one message and receives another in a round of a collective. They overlap if the library can do that;
     * otherwise they take turns.
     */
    public void exchange(int to, Numbers out, int from, Numbers in, boolean sendFirst) {
        round();
        if (stack != Stack.BLOCKING) {
            begin(out);
            begin(in);
            both(to, out, from, in);
        } else if (sendFirst) {
            send(to, out);
            receive(from, in);
        } else {
            receive(from, in);
            send(to, out);
        }
    }

    private void both(int to, Numbers out, int from, Numbers in) {
        int[] outgoing = pieces(out);
        int[] incoming = pieces(in);
        int put = 0;
        int taken = 0;
        for (int i = 0; i < Math.max(outgoing.length, incoming.length); i++) {
            if (i < outgoing.length) {
                if (i > 0) {
                    awaitReady(to);
                }
                put(to, out, put, outgoing[i]);
                put += outgoing[i];
            }
            if (i < incoming.length) {
                take(from, in, taken, incoming[i]);
                taken += incoming[i];
            }
        }
        if (outgoing.length > 0) {
            awaitReady(to);
        }
    }

    private int[] pieces(Numbers message) {
        int share = stack.share(machine, cores);
        return share == 0 ? pieces(machine, message.count())
            : even(message.count(), share * machine.numbersPerLine()).toArray();
    }

    /**
     * {@return the length of each piece of a message: as many whole lines as the payload part of the buffer holds, then
     * the remaining whole lines, then a padded line}
     */
    static int[] pieces(MeshMachine machine, int count) {
        int padded = count % machine.numbersPerLine();
        IntStream whole = even(count - padded, payloadLines(machine) * machine.numbersPerLine());
        return (padded == 0 ? whole : IntStream.concat(whole, IntStream.of(padded))).toArray();
    }

    /** {@return the most lines of a piece; the rest of a buffer holds flags} */
    static int payloadLines(MeshMachine machine) {
        return machine.mpbLines() - FLAG_LINES;
    }

    private static IntStream even(int count, int most) {
        return IntStream.iterate(0, done -> done < count, done -> done + most)
            .map(done -> Math.min(most, count - done));
    }

    /** {@return the location of a piece: the sender's buffer, or the sender's share of the receiver's buffer} */
    private Place.Mpb place(int sender, int receiver) {
        int share = stack.share(machine, cores);
        return share == 0 ? new Place.Mpb(sender, 0) : new Place.Mpb(receiver, sender * share);
    }

    private void put(int to, Numbers message, int offset, int count) {
        core.spend(stack.piece(calls));
        core.put(message.place(offset), place(core.number(), to), count);
        signalSent(to);
    }

    private void take(int from, Numbers message, int offset, int count) {
        core.spend(stack.piece(calls));
        awaitSent(from);
        core.get(place(from, core.number()), message.place(offset), count);
        signalReady(from);
    }

    /** Signals a core that a piece is ready in this core's buffer. */
    public void signalSent(int to) {
        core.set(to, core.number(), ++sent[to]);
    }

    /** Waits until a core has taken all of its pieces. */
    public void awaitReady(int to) {
        core.await(cores + to, sent[to]);
    }

    /** Waits until a core has taken all of its pieces but the last. */
    public void awaitReadyButOne(int to) {
        core.await(cores + to, sent[to] - 1);
    }

    /** Waits for the next piece from a core. */
    public void awaitSent(int from) {
        core.await(from, ++received[from]);
    }

    /** Signals a core that its last piece has been fetched. */
    public void signalReady(int from) {
        core.set(from, cores + core.number(), received[from]);
    }

    /**
     * A range of a core's private memory.
     *
     * @param cached whether the range is in the core's caches
     */
    public record Numbers(double[] array, int from, int count, boolean cached) {
        /** {@return the location {@code offset} numbers after the start} */
        public Place.Private place(int offset) {
            return new Place.Private(array, from + offset, cached);
        }
    }
}
