// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

/**
 * Sees every call of a program into the library, as the {@code pshmem} names allow in C.
 *
 * <p>{@code SHMEM_PROFILE} names the class, which needs a public constructor without parameters; {@code 1} selects the
 * built-in profile. One object serves all PEs and threads of a process, so it must be thread-safe. If none is selected,
 * the calls to it are compiled away. It does not see accesses by {@code ptr}, nor those to elements of views.
 *
 * <p>The arguments of a call are the calling PE's backend, the routine, the bytes it moves, and its target: the world
 * number of the accessed PE, -1 for none or many, or the team of a collective. Its end also has the result of
 * {@code enter}.
 */
public abstract class Interceptor {
    /** Called when a PE has initialised the library. */
    public abstract void begin(Backend backend);

    /** Called when a PE is about to end its session; other PEs may still run. */
    public abstract void end(Backend backend);

    /** Called when a routine starts; {@return a value for {@link #leave}} */
    public abstract long enter(Backend backend, Routine routine, int peer, long bytes);

    /** Called when a routine has returned; not if it failed. */
    public abstract void leave(Backend backend, Routine routine, int peer, long bytes, long token);

    /**
     * Called when a collective of a team starts; by default a call without a peer. {@return a value for
     * {@link #leave(Backend, Routine, Members, long, long)}}
     */
    public long enter(Backend backend, Routine routine, Members team, long bytes) {
        return enter(backend, routine, -1, bytes);
    }

    /** Called when a collective of a team has returned; not if it failed. */
    public void leave(Backend backend, Routine routine, Members team, long bytes, long token) {
        leave(backend, routine, -1, bytes, token);
    }

    /**
     * Called when the program calls {@code pcontrol}.
     *
     * @param level   0 or less: off; 1: on; 2: on, and print the data so far; above 2: the tool decides
     * @param details further arguments of the program
     */
    public abstract void control(Backend backend, int level, Object... details);

    /** The members that take part in a collective call; the text of this object is the team's name. */
    public interface Members {
        int size();

        /** {@return the world number of a member} */
        int world(int index);

        /** {@return the name of a call's algorithm in options, or null if it has no choice} */
        String algorithm(Routine routine, long bytes);
    }
}
