// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * Runs classes with a method {@code run(pe, nPes)} on all PEs, one after the other, and compares what each PE gets from
 * it: PEs that stood in each other's way would get different results. Each PE prints a line for each class.
 */
public final class Pieces {
    /** Kind of a class. */
    public interface Piece {
        /**
         * {@return what is the same on all PEs}
         *
         * @param shmem for pieces that have to meet
         * @throws Exception of a library
         */
        String run(Shmem shmem) throws Exception;
    }

    private Pieces() {
    }

    /**
     * Runs the pieces.
     *
     * @param names their classes
     */
    public static void main(String[] names) throws Exception {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs mine = shmem.allocateLongs(1);
            SymmetricLongs all = shmem.allocateLongs(shmem.nPes());
            for (String name : names) {
                Piece piece = (Piece) Class.forName(name).getDeclaredConstructor().newInstance();
                String result = piece.run(shmem);
                mine.set(0, result.hashCode());
                shmem.world().fcollect(all, mine, 1);
                for (int pe = 0; pe < shmem.nPes(); pe++) {
                    if (all.get(pe) != result.hashCode()) {
                        throw new IllegalStateException(name + " gives PE " + shmem.myPe() + " '" + result
                            + "', and PE " + pe + " something else");
                    }
                }
                System.out.println(piece.getClass().getSimpleName() + " on PE " + shmem.myPe() + ": " + result);
            }
            shmem.finish();
        }
    }
}
