// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/** A group of PEs whose messages are apart from those of others, and the peers they talk to: the group, or another. */
public final class Communicator {
    public final Engine engine;
    private final int context;
    private final int[] group;
    private final int[] peers;
    private final int rank;
    /** Ranks of the peers by world number. */
    private final int[] ranks;
    private final Communicator collective;
    private final Stage stage;

    /** Makes a communicator; the group and the peers are world numbers, the stage is null if it has none. */
    public Communicator(Engine engine, int context, int[] group, int[] peers, Stage stage) {
        this(engine, context, group, peers, stage, null);
    }

    private Communicator(Engine engine, int context, int[] group, int[] peers, Stage stage, Communicator other) {
        this.engine = engine;
        this.context = context;
        this.group = group;
        this.peers = peers;
        this.rank = rank(group, engine.shmem.myPe());
        this.ranks = new int[engine.shmem.nPes()];
        Arrays.fill(ranks, -1);
        for (int i = 0; i < peers.length; i++) {
            ranks[peers[i]] = i;
        }
        this.stage = stage;
        this.collective = other != null ? this : new Communicator(engine, context + 1, group, peers, stage, this);
    }

    static Communicator ofAll(Engine engine, Stage stage) {
        int[] all = IntStream.range(0, engine.shmem.nPes()).toArray();
        return new Communicator(engine, 0, all, all, stage);
    }

    static Communicator ofOne(Engine engine) {
        int[] one = {engine.shmem.myPe()};
        return new Communicator(engine, 2, one, one, null);
    }

    /** {@return the index of a PE in a group, or -1} */
    public static int rank(int[] group, int world) {
        for (int i = 0; i < group.length; i++) {
            if (group[i] == world) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the same for messages of collectives} */
    public Communicator collective() {
        return collective;
    }

    public int rank() {
        return rank;
    }

    public int size() {
        return group.length;
    }

    /** {@return the world numbers of the group} */
    public int[] group() {
        return group;
    }

    /** {@return the world numbers of the peers} */
    public int[] peers() {
        return peers;
    }

    /** {@return the rank of the peer with a world number} */
    public int rankOf(int world) {
        return ranks[world];
    }

    /** Sends a message; {@return the operation, or null if it has ended} */
    public Operation send(Object buffer, int offset, int count, Layout layout, int dest, int tag, boolean synchronous) {
        int pe = peers[dest];
        if (layout == null || layout.kind != Kind.OBJECT) {
            return engine.send(pe, context, tag, synchronous, buffer, offset, count, layout);
        }
        byte[] message = new Part(buffer, offset, count, layout).message();
        return engine.send(pe, context, tag, synchronous, MemorySegment.ofArray(message), 0, message.length,
            Math.toIntExact(count * layout.size));
    }

    public Operation send(Part part, int dest) {
        return send(part.buffer(), part.offset(), part.count(), part.layout(), dest, 0, false);
    }

    /** Sends bytes; {@return the operation, or null if it has ended} */
    public Operation sendBytes(byte[] message, int objects, int dest, int tag) {
        return engine.send(peers[dest], context, tag, false, MemorySegment.ofArray(message), 0, message.length,
            objects);
    }

    /** Posts a receive; a null buffer takes the bytes as they are. Source and tag may be {@link Entry#ANY}. */
    public Operation receive(Object buffer, int offset, int count, Layout layout, int source, int tag) {
        return engine.receive(source == Entry.ANY ? source : peers[source], context, tag, buffer, offset, count,
            layout);
    }

    public Operation receive(Part part, int source) {
        return receive(part.buffer(), part.offset(), part.count(), part.layout(), source, 0);
    }

    /** {@return the first message that a receive would take, or null} */
    public Message probe(int source, int tag) {
        return engine.probe(source == Entry.ANY ? source : peers[source], context, tag);
    }

    /** {@return the first message that a receive would take, after its arrival} */
    public Message awaitMessage(int source, int tag) {
        return engine.awaitMessage(source == Entry.ANY ? source : peers[source], context, tag);
    }

    /** {@return the same among some of the members} */
    public Communicator among(int[] members) {
        return new Communicator(engine, context, members, members, null);
    }

    /** {@return the way to the team's collectives, or null if there is none} */
    public Stage stage() {
        return stage;
    }

    /** {@return a communicator of some members, null on others; collective over all, who may pass different ones} */
    public Communicator part(int newContext, int... members) {
        int index = rank(members, engine.shmem.myPe());
        Stage part = stage == null ? null : stage.split(newContext, members, index);
        return index < 0 ? null : new Communicator(engine, newContext, members, members, part);
    }

    /** {@return a context that no member uses yet; collective over the group and its peers} */
    public int newContext(int tag) {
        return newContext(own -> {
            int highest = own;
            // Of two groups, each first learns the numbers of the other, and then that of its own from the other.
            for (int round = 0; round < (peers == group ? 1 : 2); round++) {
                highest = collective.highest(highest, tag);
            }
            return highest;
        });
    }

    /**
     * {@return a context that no member uses yet} Threads of two members may propose the same numbers for two
     * communicators at once, in different order; those who find a number taken try the next.
     *
     * @param ofAll returns the highest of the numbers that all members pass
     */
    public int newContext(IntUnaryOperator ofAll) {
        while (true) {
            int highest = ofAll.applyAsInt(engine.proposeContext());
            if (ofAll.applyAsInt(engine.takeContext(highest) ? 0 : 1) == 0) {
                return highest;
            }
        }
    }

    /** {@return the highest number that this process and its peers pass} */
    public int highest(int own) {
        return collective.highest(own, 0);
    }

    private int highest(int own, int itsTag) {
        int[] numbers = new int[peers.length];
        Operation[] all = new Operation[peers.length];
        Layout one = Layout.of(Kind.INT);
        for (int i = 0; i < peers.length; i++) {
            all[i] = receive(numbers, i, 1, one, i, itsTag);
        }
        for (int i = 0; i < peers.length; i++) {
            engine.await(send(new int[] {own}, 0, 1, one, i, itsTag, false));
        }
        int highest = own;
        for (int i = 0; i < peers.length; i++) {
            engine.await(all[i]);
            highest = Math.max(highest, numbers[i]);
        }
        return highest;
    }
}
