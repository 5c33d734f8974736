// SPDX-License-Identifier: Apache-2.0
//#types: -indices $call$ expected found value
package io.shmem4j.irregular.container;

import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.engine.Fault;
import io.shmem4j.engine.Library;
import io.shmem4j.irregular.batch.LongAction;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.lane.Follow;
//#if int long double
import java.util.Arrays;
import java.util.stream.LongStream;
//#end

/**
 * A distributed array of {@code long}, accessed by global index.
 *
 * <p>Allocation and {@link #free} are collective over all PEs. PEs outside of the array's team have no elements and
 * can't access any. {@link #get} and {@link #set} access an element at once. If some PE is on another node, a
 * {@link Batch} makes the other accesses, which are complete after {@link #quiet} or {@link #barrier}.
 */
public final class GlobalLongs implements AutoCloseable {
    private static final int PIECE = 1 << 12;

    private final Shmem shmem;
    private final Team team;
    private final Context context;
    private final int me;
    private final Distribution distribution;
    /** Number of elements that this PE can access: all, or 0 outside of the team. */
    private final long reach;
    private final SymmetricLongs part;
    private final SymmetricLongs own;
    private final Batch batch;

    /** Receives an element. */
    @FunctionalInterface
    public interface Action {
        /**
         * Receives an element.
         *
         * @param index its global index
         * @param value its value
         */
        void accept(long index, long value);
    }

    private GlobalLongs(Shmem shmem, Team team, Distribution distribution) {
        if (team != shmem.world() && Library.outlives()) {
            throw new IllegalStateException(Fault.where() + ": a job that outlives its PEs has no global arrays over a "
                + "team, since teams end with a death; make one over all PEs");
        }
        this.shmem = shmem;
        this.team = team;
        this.distribution = distribution;
        this.me = team.myPe();
        this.reach = me < 0 ? 0 : distribution.length();
        this.context = team == shmem.world() || me < 0 ? shmem : team.createContext();
        // PEs outside of the team do not know its size.
        long most = Math.max(1, me < 0 ? 0 : distribution.largest());
        this.part = shmem.allocateLongs(team == shmem.world() ? most : shmem.world().maxReduce(most))
            .named("GlobalLongs");
        this.own = part.slice(0, me < 0 ? 0 : distribution.size(me));
        this.batch = shmem.shared().nPes() == shmem.nPes() ? null : Batch.allocate(shmem, team, part);
    }

//#throws element IndexOutOfBoundsException if there is no such element
//#throws value IndexOutOfBoundsException if there is no such element, or no such value
//#param length number of elements
//#param indices the global indices
//#param values the values
//#param team the PEs that have elements
//#param block number of elements of a block
    /** {@return an array of zeros with one block per PE} Collective over all PEs. @params */
    public static GlobalLongs block(Shmem shmem, long length) {
        return block(shmem, shmem.world(), length);
    }

    /** {@return an array of zeros over a team, with one block per PE} Collective over all PEs. @params */
    public static GlobalLongs block(Shmem shmem, Team team, long length) {
        return Library.whole(() -> new GlobalLongs(shmem, team, Distribution.block(length, pes(team))));
    }

    /** {@return an array of zeros distributed one by one} Collective over all PEs. @params */
    public static GlobalLongs cyclic(Shmem shmem, long length) {
        return cyclic(shmem, shmem.world(), length);
    }

    /** {@return an array of zeros over a team, distributed one by one} Collective over all PEs. @params */
    public static GlobalLongs cyclic(Shmem shmem, Team team, long length) {
        return Library.whole(() -> new GlobalLongs(shmem, team, new Distribution(length, pes(team), 1)));
    }

    /** {@return an array of zeros distributed in blocks} Collective over all PEs. @params */
    public static GlobalLongs blockCyclic(Shmem shmem, long length, long block) {
        return blockCyclic(shmem, shmem.world(), length, block);
    }

    /** {@return an array of zeros over a team, distributed in blocks} Collective over all PEs. @params */
    public static GlobalLongs blockCyclic(Shmem shmem, Team team, long length, long block) {
        return Library.whole(() -> new GlobalLongs(shmem, team, new Distribution(length, pes(team), block)));
    }

    /** {@return the number of PEs, 1 on a PE outside of the team} */
    private static int pes(Team team) {
        return Math.max(1, team.nPes());
    }

    /** {@return number of elements} */
    public long length() {
        return distribution.length();
    }

    /** {@return the distribution of the elements} */
    public Distribution distribution() {
        return distribution;
    }

    /** Stores an element. @params @throws element */
    public void set(long index, long value) {
        check(index);
        context.p(part, distribution.offset(index), value, distribution.pe(index));
    }

//#param index its global index
//#each call/p/does/given/passed
//#row put | p | Stores an element, as a batch does | , long value | value,
//#row swap: atomicSet | atomicSet | Stores an element atomically | , long value | value,
//#row atomic: add | add | Adds to an element atomically | , long value | value,
//#row atomic: inc | inc | Adds 1 to an element atomically | |
//#row atomic: and | and | Ands a value to an element atomically | , long value | value,
//#row atomic: or | or | Ors a value to an element atomically | , long value | value,
//#row atomic: xor | xor | Xors a value to an element atomically | , long value | value,
    /** $does$. @params @throws element */
    public void $call$(long index$given$) {
        check(index);
        if (batch == null) {
            context.$p$(part, distribution.offset(index), $passed$distribution.pe(index));
        } else {
            batch.$p$(part, distribution.offset(index), $passed$distribution.pe(index));
        }
    }

//#next
//#param expected the expected value
//#each call/near/does/what/given/passed
//#row get | g | Fetches an element | element | |
//#row swap: atomicFetch | atomicFetch | Fetches an element atomically | element | |
//#row swap: swap | swap | Replaces an element atomically | old value | , long value | value,
//#row atomic: compareSwap | compareSwap | Replaces an element atomically if it has the expected value | old value
//#     | , long expected, long value | expected, value,
//#row atomic: fetchInc | fetchInc | Adds 1 to an element atomically | value before | |
//#row atomic: fetchAdd | fetchAdd | Adds to an element atomically | value before | , long value | value,
//#row atomic: fetchAnd | fetchAnd | Ands a value to an element atomically | value before | , long value | value,
//#row atomic: fetchOr | fetchOr | Ors a value to an element atomically | value before | , long value | value,
//#row atomic: fetchXor | fetchXor | Xors a value to an element atomically | value before | , long value | value,
    /** {@return the $what$} $does$. @params @throws element */
    public long $call$(long index$given$) {
        check(index);
        return context.$near$(part, distribution.offset(index), $passed$distribution.pe(index));
    }

    /** $does$, as a batch does. @params @param action receives the $what$, in {@link #quiet} at the latest @throws
     * element */
    public void $call$(long index$given$, LongAction action) {
        check(index);
        if (batch == null) {
            Fault.required(action, "action");
            long found = context.$near$(part, distribution.offset(index), $passed$distribution.pe(index));
            Follow.run(() -> action.accept(found));
        } else {
            batch.$call$(part, distribution.offset(index), $passed$distribution.pe(index), action);
        }
    }

//#next
    private void check(long index) {
        if (index < 0 || index >= reach) {
            throw outside(index);
        }
    }

    private IndexOutOfBoundsException outside(long index) {
        return new IndexOutOfBoundsException(Fault.where() + ": a global array of " + length()
            + " elements has no element " + index + (me < 0 ? " for a PE outside of its team" : ""));
    }

//#if atomic
    /**
     * Adds a value to elements atomically.
     *
     * @param indices the global indices; an element can occur several times
     * @param value   the value to add
     * @throws element
     */
    public void addAll(long[] indices, long value) {
        if (batch == null && distribution.inBits) {
            addAll(context, part, indices, value, reach, distribution.blockBits, distribution.roundBits);
            return;
        }
        for (long index : indices) {
            add(index, value);
        }
    }

    /** The loop uses local variables only, because an atomic invalidates fields in registers. */
    private void addAll(Context c, SymmetricLongs target, long[] indices, long value, long count, int blockBits,
        int roundBits) {
        long inBlock = (1L << blockBits) - 1;
        int pes = (1 << roundBits - blockBits) - 1;
        for (long index : indices) {
            if (index < 0 || index >= count) {
                throw outside(index);
            }
            c.add(target, index >> roundBits << blockBits | index & inBlock, value, (int) (index >> blockBits) & pes);
        }
    }

    /** Adds a value to each element atomically. @params @param values the values to add @throws value */
    public void addAll(long[] indices, long[] values) {
        for (int i = 0; i < indices.length; i++) {
            add(indices[i], values[i]);
        }
    }

//#end
    /** Stores elements. @params @throws value */
    public void setAll(long[] indices, long[] values) {
        for (int i = 0; i < indices.length; i++) {
            put(indices[i], values[i]);
        }
    }

    /**
     * {@return the elements at global indices} On simulated machines of several chips, the other PEs of the team call
     * it as well, or poll.
     *
     * @param indices the indices
     * @throws element
     */
    public long[] gather(long[] indices) {
        long[] values = new long[indices.length];
        for (int i = 0; i < indices.length; i++) {
            int at = i;
            get(indices[i], value -> values[at] = value);
        }
        if (batch != null) {
            batch.quiet();
        }
        return values;
    }

    /** Completes this PE's accesses. */
    public void quiet() {
        // Refuses a freed array.
        part.heapOffset();
        if (batch == null) {
            context.quiet();
        } else {
            batch.quiet();
        }
    }

    /** Completes the accesses of all PEs of the team, and waits for these PEs. */
    public void barrier() {
        // Refuses a freed array.
        part.heapOffset();
        if (batch != null) {
            batch.barrier();
        } else if (me >= 0) {
            context.quiet();
            team.sync();
        }
    }

    /** {@return this PE's elements, in the order of their global indices} */
    public SymmetricLongs own() {
        return own;
    }

    /**
     * {@return the global index of one of this PE's elements}
     *
     * @param offset its index among them
     */
    public long indexOfOwn(long offset) {
        return distribution.index(me, offset);
    }

    /**
     * Passes each of this PE's elements to an action.
     *
     * @param action the action
     */
    public void forEachOwn(Action action) {
        for (long offset = 0; offset < own.length();) {
            long index = distribution.index(me, offset);
            for (long run = distribution.run(index); run > 0; run--) {
                action.accept(index++, own.get(offset++));
            }
        }
    }

//#if int long double
    /** {@return this PE's elements as they are now} */
    public LongStream stream() {
        return Arrays.stream(own.toArray());
    }

//#end
    /**
     * Passes elements of all PEs to an action, in the order of their indices. The next piece is fetched meanwhile.
     *
     * @param from   global index of the first element
     * @param to     global index after the last element
     * @param action the action
     * @throws IndexOutOfBoundsException if there are no such elements
     */
    public void forEach(long from, long to, Action action) {
        java.util.Objects.checkFromToIndex(from, to, reach);
        long[] piece = new long[PIECE];
        long[] next = new long[PIECE];
        int count = fetch(from, to, piece);
        context.quiet();
        for (long index = from; index < to;) {
            int following = fetch(index + count, to, next);
            for (int i = 0; i < count; i++) {
                action.accept(index + i, piece[i]);
            }
            context.quiet();
            index += count;
            count = following;
            long[] done = piece;
            piece = next;
            next = done;
        }
    }

    /** Starts to fetch the elements that fit into an array, and {@return their number} */
    private int fetch(long from, long to, long[] piece) {
        int count = 0;
        for (long index = from; index < to && count < piece.length;) {
            int run = (int) Math.min(Math.min(distribution.run(index), to - index), piece.length - count);
            context.getNbi(piece, count, part, distribution.offset(index), run, distribution.pe(index));
            count += run;
            index += run;
        }
        return count;
    }

    /** Frees the memory; collective over all PEs. */
    public void free() {
        if (batch != null) {
            batch.free();
        }
        if (context != shmem) {
            context.close();
        }
        part.free();
    }

    /**
     * Frees the memory without waiting; all PEs close in the same order, see {@link io.shmem4j.Symmetric#close}.
     *
     * @throws IllegalStateException if this PE's accesses are incomplete, see {@link Batch#close}; the memory is freed
     *     all the same
     */
    @Override
    public void close() {
        try (part; batch) {
            if (context != shmem) {
                context.close();
            }
        }
    }

    @Override
    public String toString() {
        return "GlobalLongs[" + length() + "]";
    }
}
