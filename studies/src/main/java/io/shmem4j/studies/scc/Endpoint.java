// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

import io.shmem4j.sim.machine.MeshMachine;
import io.shmem4j.sim.mesh.MeshCore;
import io.shmem4j.sim.mesh.Place;
import java.util.stream.IntStream;

/**
 * A core's end of all messages. The sender puts a piece into its own buffer and signals the receiver, which gets it and
 * signals back. Flags count pieces, so they need no clearing and none is missed: a core has one for each that sends to
 * it, and one for each that receives from it.
 */
public final class Endpoint {
    private final MeshCore core;
    private final MeshMachine machine;
    private final Layer layer;
    private final int cores;
    private final long[] sent;
    private final long[] received;

    public Endpoint(MeshCore core, Layer layer) {
        this.core = core;
        this.machine = core.chip().machine();
        this.layer = layer;
        this.cores = core.cores();
        this.sent = new long[cores];
        this.received = new long[cores];
    }

    /** {@return the first flag of a core that messages do not use} */
    static int freeFlag(MeshCore core) {
        return 2 * core.cores();
    }

    /** Spends the time that the library takes for a piece. */
    private void call() {
        core.spend(layer.piece(machine));
    }

    /** Spends the time that the library takes for a message of one piece. */
    public void message() {
        core.spend(layer.message() + layer.piece(machine));
    }

    /** Spends the time that a collective takes for a round. */
    public void round() {
        core.spend(layer.round(machine));
    }

    /** Spends what the library takes for a message besides its pieces; a message without any is a call, too. */
    private void begin(Numbers message) {
        core.spend(layer.message() + (message.count() == 0 ? layer.piece(machine) : 0));
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
     * Sends one message and receives another in a round of a collective; they go on at the same time if the library
     * can, and else in turn.
     */
    public void exchange(int to, Numbers out, int from, Numbers in, boolean sendFirst) {
        round();
        if (!layer.takesTurns()) {
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
        int share = layer.share(machine, cores);
        return share == 0 ? pieces(machine, message.count())
            : even(message.count(), share * machine.numbersPerLine()).toArray();
    }

    /**
     * {@return the numbers in each piece of a message that is cut into as many whole lines as the payload part of the
     * buffer has at a time, then the whole lines that are left, then a padded line}
     */
    static int[] pieces(MeshMachine machine, int count) {
        int padded = count % machine.numbersPerLine();
        IntStream whole = even(count - padded, machine.payloadLines() * machine.numbersPerLine());
        return (padded == 0 ? whole : IntStream.concat(whole, IntStream.of(padded))).toArray();
    }

    private static IntStream even(int count, int most) {
        return IntStream.iterate(0, done -> done < count, done -> done + most)
            .map(done -> Math.min(most, count - done));
    }

    /** {@return where a piece lies: in the sender's buffer, or in the sender's share of the receiver's} */
    private Place.Mpb place(int sender, int receiver) {
        int share = layer.share(machine, cores);
        return share == 0 ? new Place.Mpb(sender, 0) : new Place.Mpb(receiver, sender * share);
    }

    private void put(int to, Numbers message, int offset, int count) {
        call();
        core.put(message.place(offset), place(core.number(), to), count);
        signalSent(to);
    }

    private void take(int from, Numbers message, int offset, int count) {
        call();
        awaitSent(from);
        core.get(place(from, core.number()), message.place(offset), count);
        signalReady(from);
    }

    /** Signals a core that a piece for it lies in the own buffer. */
    public void signalSent(int to) {
        core.set(to, core.number(), ++sent[to]);
    }

    /** Waits until a core has taken all pieces for it. */
    public void awaitReady(int to) {
        core.await(cores + to, sent[to]);
    }

    /** Waits until a core has taken all pieces but the last for it. */
    public void awaitReadyButOne(int to) {
        core.await(cores + to, sent[to] - 1);
    }

    /** Waits for the next piece of a core. */
    public void awaitSent(int from) {
        core.await(from, ++received[from]);
    }

    /** Signals a core that its last piece has been fetched. */
    public void signalReady(int from) {
        core.set(from, cores + core.number(), received[from]);
    }

    /**
     * A part of a core's private memory.
     *
     * @param cached whether the core's caches have it
     */
    public record Numbers(double[] array, int from, int count, boolean cached) {
        /** {@return where these numbers begin after so many of them} */
        public Place.Private place(int offset) {
            return new Place.Private(array, from + offset, cached);
        }
    }
}
