// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.failing;

import io.shmem4j.Shmem;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * A row of the table of operations: what is called, and what holds afterwards.
 *
 * @param name    the name of the row
 * @param pes     the number of PEs of its job
 * @param kind    what a caller may do after an error
 * @param methods the public methods that the row stands for, as {@code Class.method}
 * @param setUp   makes one PE's part, with its symmetric objects; called by all PEs
 */
public record Operation(String name, int pes, Kind kind, List<String> methods, Function<Shmem, Part> setUp) {
    /** What a caller may do after an error. */
    public enum Kind {
        /** Go on: the operation was not done, or done whole. */
        WHOLE,
        /**
         * All PEs take part. The caller may repeat what has not begun. Otherwise it gets an IllegalStateException from
         * the next collective, which says that an error has cut one off.
         */
        COLLECTIVE
    }

    /** {@return a row of two PEs whose operation is whole or not done} */
    public static Operation whole(String name, List<String> methods, Function<Shmem, Part> setUp) {
        return new Operation(name, 2, Kind.WHOLE, methods, setUp);
    }

    /** {@return a row of three PEs that call a collective} */
    public static Operation collective(String name, List<String> methods, Function<Shmem, Part> setUp) {
        return new Operation(name, 3, Kind.COLLECTIVE, methods, setUp);
    }

    /**
     * {@return a row in which all PEs allocate an object, and free it afterwards}
     *
     * @param type the class with the method {@code allocate}
     * @param make allocates an object, and returns what frees it
     */
    public static Operation allocation(String type, Function<Shmem, Runnable> make) {
        return allocation("allocate " + type, List.of(type + ".allocate"), shmem -> () -> make.apply(shmem));
    }

    /** {@return a row in which all PEs make an object, and free it afterwards} */
    public static Operation allocation(String name, List<String> methods, Function<Shmem, Supplier<Runnable>> setUp) {
        return collective(name, methods, shmem -> new Part() {
            private final Supplier<Runnable> make = setUp.apply(shmem);
            private Runnable free;

            @Override
            public void call() {
                free = make.get();
            }

            @Override
            public void check(Throwable thrown) {
                shmem.barrierAll();
                free.run();
            }
        });
    }

    /** One PE's part in a row. */
    public abstract static class Part {
        /** Runs on each PE before the call, for what has to be there when it begins. */
        public void before() throws Exception {
            // Most operations need nothing.
        }

        /** The operation. PE 0 calls it, all PEs call a collective; some calls of PE 0 fail inside. */
        public abstract void call() throws Exception;

        /** Runs on the other PEs while PE 0 calls the operation. Collectives don't use it. */
        public void meanwhile() throws Exception {
            // Most operations need nobody else.
        }

        /** Runs on PE 0 after a call that failed, to end what the caller ends in a finally block. */
        public void tidy(Throwable thrown) throws Exception {
            // Most operations hold nothing.
        }

        /**
         * Checks on each PE, after each call and before the next.
         *
         * @param thrown what PE 0's call has thrown, or null
         */
        public abstract void check(Throwable thrown) throws Exception;

        /** {@return whether the operation can't be called again in this job} */
        public boolean isSpent() {
            return false;
        }

        /** Runs on each PE at the end of a job. */
        public void end() throws Exception {
            // The end of the job frees most objects.
        }
    }
}
