// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import io.shmem4j.spi.Kernel.Operator;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * The routines that an {@link Interceptor} sees, one for all overloads. Constants have the specification's names
 * without prefix and type, extensions of the standard similar ones; reports use the Java names.
 */
public enum Routine {
    P, G, PUT, PUT_NBI, GET, GET_NBI, IPUT, IGET, IBPUT, IBGET, PUT_SIGNAL, PUT_SIGNAL_NBI, SIGNAL_ADD, SIGNAL_SET,
    ATOMIC_FETCH, ATOMIC_FETCH_NBI, ATOMIC_SET, ATOMIC_SWAP, ATOMIC_SWAP_NBI, ATOMIC_COMPARE_SWAP,
    ATOMIC_COMPARE_SWAP_NBI, ATOMIC_INC, ATOMIC_FETCH_INC, ATOMIC_FETCH_INC_NBI, ATOMIC_ADD, ATOMIC_FETCH_ADD,
    ATOMIC_FETCH_ADD_NBI, ATOMIC_AND, ATOMIC_FETCH_AND, ATOMIC_FETCH_AND_NBI, ATOMIC_OR, ATOMIC_FETCH_OR,
    ATOMIC_FETCH_OR_NBI, ATOMIC_XOR, ATOMIC_FETCH_XOR, ATOMIC_FETCH_XOR_NBI,
    FENCE, QUIET, PE_QUIET,
    WAIT_UNTIL(Family.WAITING), SIGNAL_WAIT_UNTIL(Family.WAITING), TEST(Family.WAITING), SET_LOCK(Family.WAITING),
    TEST_LOCK(Family.WAITING), CLEAR_LOCK(Family.WAITING),
    AND_REDUCE(Family.REDUCTION), OR_REDUCE(Family.REDUCTION), XOR_REDUCE(Family.REDUCTION),
    MAX_REDUCE(Family.REDUCTION), MIN_REDUCE(Family.REDUCTION), SUM_REDUCE(Family.REDUCTION),
    PROD_REDUCE(Family.REDUCTION), SUM_INSCAN(Family.REDUCTION), SUM_EXSCAN(Family.REDUCTION),
    BARRIER_ALL(Family.COLLECTIVE), SYNC_ALL(Family.COLLECTIVE), TEAM_SYNC(Family.COLLECTIVE),
    BROADCAST(Family.COLLECTIVE), COLLECT(Family.COLLECTIVE), FCOLLECT(Family.COLLECTIVE),
    ALLTOALL(Family.COLLECTIVE), ALLTOALLS(Family.COLLECTIVE), ALLTOALLV(Family.COLLECTIVE), GATHER(Family.COLLECTIVE),
    SCATTER(Family.COLLECTIVE), MALLOC(Family.COLLECTIVE), REALLOC(Family.COLLECTIVE), FREE(Family.COLLECTIVE),
    TEAM_SPLIT_STRIDED(Family.COLLECTIVE), TEAM_SPLIT_2D(Family.COLLECTIVE), TEAM_SPLIT(Family.COLLECTIVE),
    TEAM_OF(Family.COLLECTIVE), TEAM_DESTROY(Family.COLLECTIVE),
    SEND, PUBLISH, POLL(Family.WAITING), TAKE(Family.WAITING), FINISH(Family.COLLECTIVE);

    /** Groups in the totals of a profile. */
    public enum Family {
        /** Reductions and scans. */
        REDUCTION,
        /** All other collectives. */
        COLLECTIVE,
        /** Put, get, atomics, signals, ordering. */
        REMOTE,
        /** Waits and tests of variables, signals and locks. */
        WAITING
    }

    private final Family family;

    Routine() {
        this(Family.REMOTE);
    }

    Routine(Family family) {
        this.family = family;
    }

    public Family family() {
        return family;
    }

    /** {@return whether its bytes are moved from one memory to another} */
    public boolean moves() {
        return family != Family.WAITING && this != MALLOC && this != REALLOC && this != FREE;
    }

    /** {@return whether programs call it in a loop until it finds something} */
    public boolean looks() {
        return this == TEST || this == POLL;
    }

    /** {@return its Java name, with the class if several classes have a method of that name} */
    public String text() {
        return switch (this) {
            case MALLOC -> "allocate";
            case REALLOC -> "reallocate";
            case SIGNAL_WAIT_UNTIL -> "Signal.waitUntil";
            case SET_LOCK -> "ShmemLock.lock";
            case TEST_LOCK -> "ShmemLock.tryLock";
            case CLEAR_LOCK -> "ShmemLock.unlock";
            case TEAM_OF -> "Team.of";
            case TEAM_DESTROY -> "Team.free";
            case SEND, PUBLISH, POLL, TAKE -> name().toLowerCase(Locale.ROOT);
            case FINISH -> "Channel.finish";
            case ATOMIC_FETCH, ATOMIC_FETCH_NBI, ATOMIC_SET -> camelCase(inC());
            default -> camelCase(inC().replaceFirst("^(atomic|team)_", ""));
        };
    }

    /** {@return its name in the specification, without prefix and type, or an empty string if it is not there} */
    public String inC() {
        return compareTo(SEND) < 0 ? name().toLowerCase(Locale.ROOT) : "";
    }

    private static String camelCase(String words) {
        return Pattern.compile("_(.)").matcher(words).replaceAll(found -> found.group(1).toUpperCase(Locale.ROOT));
    }

    public static Routine reduction(Operator operator) {
        return switch (operator) {
            case AND -> AND_REDUCE;
            case OR -> OR_REDUCE;
            case XOR -> XOR_REDUCE;
            case MAX, UMAX -> MAX_REDUCE;
            case MIN, UMIN -> MIN_REDUCE;
            case SUM -> SUM_REDUCE;
            case PROD, COMPLEX_PROD -> PROD_REDUCE;
        };
    }
}
