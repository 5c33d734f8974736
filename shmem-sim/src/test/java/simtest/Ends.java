// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Shmem;
import io.shmem4j.work.WorkKind;

/** PE 1 ends in the way its arguments say, while the others still compute. */
public final class Ends {
    private Ends() {
    }

    /**
     * Runs it.
     *
     * @param args how, with which status, and whether after finalize
     */
    public static void main(String[] args) {
        int me;
        try (Shmem shmem = Shmem.init()) {
            me = shmem.myPe();
            if (args.length < 3) {
                end(shmem, args[0], Integer.parseInt(args[1]));
                shmem.work(WorkKind.SCALAR, 1000);
                shmem.barrierAll();
            }
        }
        if (me == 1) {
            System.exit(Integer.parseInt(args[1]));
        }
        System.out.println("finished " + me);
    }

    private static void end(Shmem shmem, String how, int status) {
        if (shmem.myPe() == 1) {
            switch (how) {
                case "exit" -> System.exit(status);
                case "global_exit" -> shmem.globalExit(status);
                default -> throw new IllegalStateException("thrown on purpose");
            }
        }
    }
}
