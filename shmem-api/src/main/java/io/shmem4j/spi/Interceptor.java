// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/**
 * Sees every call of a program into the library, the role of the {@code pshmem} names in C.
 *
 * <p>{@code SHMEM_PROFILE} names the class, which needs a public constructor without parameters; {@code 1} selects the
 * built-in profile. There is one for all PEs and threads of a process, so it must be thread-safe. If none is selected,
 * the calls to it are compiled away. Access by {@code ptr} and by element through views is not seen.
 *
 * <p>A call comes with the calling PE's backend, the routine, the bytes it moves, and its target: the world number of
 * the accessed PE, -1 for none or many, or the team of a collective. Its end comes with the result of {@code enter}.
 */
public abstract class Interceptor {
    /** A PE has initialised the library. */
    public abstract void begin(Backend backend);

    /** A PE is about to end its session; other PEs may still run. */
    public abstract void end(Backend backend);

    /** A routine starts; {@return a value for {@link #leave}} */
    public abstract long enter(Backend backend, Routine routine, int peer, long bytes);

    /** A routine has returned; not called when it failed. */
    public abstract void leave(Backend backend, Routine routine, int peer, long bytes, long token);

    /**
     * A collective of a team starts; what does not override it sees a call without a peer. {@return what
     * {@link #leave(Backend, Routine, Members, long, long)} gets}
     */
    public long enter(Backend backend, Routine routine, Members team, long bytes) {
        return enter(backend, routine, -1, bytes);
    }

    /** A collective of a team has returned; not called when it failed. */
    public void leave(Backend backend, Routine routine, Members team, long bytes, long token) {
        leave(backend, routine, -1, bytes, token);
    }

    /**
     * The program called {@code pcontrol}.
     *
     * @param level   0 or less: off; 1: on; 2: on, and print what has been gathered; above 2: the tool decides
     * @param details further arguments of the program
     */
    public abstract void control(Backend backend, int level, Object... details);

    /** The PEs that make a collective call, for an {@link Interceptor}; its text is the team's name. */
    public interface Members {
        int size();

        /** {@return the world number of a member} */
        int world(int index);

        /** {@return the algorithm of a call, by its name in options; null without a choice} */
        String algorithm(Routine routine, long bytes);
    }
}
