// SPDX-License-Identifier: Apache-2.0
package simtest;

import io.shmem4j.Shmem;
import io.shmem4j.legacy.LegacyShmem;
import io.shmem4j.sim.time.VirtualTime;
import io.shmem4j.sim.time.WorkKind;

/** PE 1 ends in the way its arguments say, while the others still compute. */
public final class Ends {
    private Ends() {
    }

    /**
     * Runs it.
     *
     * @param args how, with which status, and whether after finalize or in a thread of the program
     */
    public static void main(String... args) throws InterruptedException {
        int status = Integer.parseInt(args[1]);
        String when = String.join(" ", args);
        if (when.contains("legacy")) {
            legacy(args[0], status);
            return;
        }
        if (args[0].equals("return")) {
            leave();
            return;
        }
        int me;
        try (Shmem shmem = Shmem.init()) {
            me = shmem.myPe();
            int number = me;
            Thread forgotten = new Thread(() -> System.out.println("a forgotten hook of " + number));
            Runtime.getRuntime().addShutdownHook(forgotten);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook of " + number)));
            Runtime.getRuntime().removeShutdownHook(forgotten);
            if (me == 1 && !when.contains("finalize")) {
                end(shmem, args[0], status, when.contains("thread"));
            }
            VirtualTime.work(shmem, WorkKind.SCALAR, 1000);
            if (!when.contains("finalize")) {
                shmem.barrierAll();
            }
        }
        if (me == 1) {
            end(null, args[0], status, when.contains("thread"));
        }
        System.out.println("finished " + me);
    }

    private static void leave() {
        Shmem shmem = Shmem.init();
        if (shmem.myPe() != 1) {
            shmem.finish();
        }
    }

    /** Nobody calls finalize, and PE 1 is not waited for. */
    @SuppressWarnings("deprecation")
    private static void legacy(String how, int status) {
        LegacyShmem.startPes(0);
        if (LegacyShmem.myPe() == 1) {
            end(LegacyShmem.shmem(), how, status);
        }
        VirtualTime.work(LegacyShmem.shmem(), WorkKind.SCALAR, 1000);
    }

    private static void end(Shmem shmem, String how, int status, boolean inThread) throws InterruptedException {
        if (inThread) {
            Thread thread = new Thread(() -> end(shmem, how, status), "ender");
            thread.start();
            thread.join();
            if (!how.equals("throw")) {
                System.out.println("the thread has gone on");
            }
        } else {
            end(shmem, how, status);
        }
    }

    private static void end(Shmem shmem, String how, int status) {
        switch (how) {
            case "exit" -> System.exit(status);
            case "runtime" -> Runtime.getRuntime().exit(status);
            case "halt" -> Runtime.getRuntime().halt(status);
            case "global_exit" -> shmem.globalExit(status);
            default -> throw new IllegalStateException("thrown on purpose");
        }
    }
}
