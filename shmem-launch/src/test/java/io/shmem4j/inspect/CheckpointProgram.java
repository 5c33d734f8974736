// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.inspect;

import io.shmem4j.Shmem;
import io.shmem4j.Signal;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import java.util.Arrays;

/**
 * Every PE adds its right neighbour's value to its own, round after round, with a checkpoint before each; with
 * {@code die K} the last PE kills itself when round K begins, with {@code once K} unless the job goes on from a
 * checkpoint, with {@code wait} they go on for ever.
 */
public final class CheckpointProgram {
    private static final int ROUNDS = 20;

    private CheckpointProgram() {
    }

    /**
     * Runs it.
     *
     * @param args length of the values, then what to do
     * @throws Exception never
     */
    public static void main(String[] args) throws Exception {
        int length = Integer.parseInt(args[0]);
        int last = args.length > 2 ? Integer.parseInt(args[2]) : -1;
        boolean endless = args.length == 2;
        try (Shmem shmem = Shmem.init()) {
            int me = shmem.myPe();
            Team halves = shmem.world().splitStrided(0, 1, shmem.nPes());
            SymmetricLongs values = shmem.allocateLongs(length).named("values");
            SymmetricLongs round = shmem.allocateLongs(1).named("round");
            Signal done = shmem.allocateSignal();
            values.fill(me + 1);
            boolean doomed = last >= 0;
            for (int i = 0; endless || i < ROUNDS; i++) {
                round.set(0, i);
                if (shmem.checkpoint()) {
                    i = (int) round.get(0);
                    doomed = last >= 0 && args[1].equals("die");
                    System.out.println("on PE " + me + " from round " + i);
                }
                if (doomed && i == last) {
                    // PEs that share the JVM have printed their lines.
                    shmem.barrierAll();
                    if (me == shmem.nPes() - 1) {
                        Runtime.getRuntime().exec(new String[] {"kill", "-KILL",
                            Long.toString(ProcessHandle.current().pid())}).waitFor();
                    }
                }
                long[] theirs = new long[length];
                shmem.get(theirs, 0, values, 0, length, (me + 1) % shmem.nPes());
                halves.sync();
                for (int k = 0; k < length; k++) {
                    values.set(k, 31 * values.get(k) + theirs[k]);
                }
                shmem.signalAdd(done, 1, (me + 1) % shmem.nPes());
                if (endless && i == 0) {
                    System.out.println("ready");
                }
            }
            shmem.barrierAll();
            System.out.println(me + " " + Arrays.hashCode(values.toArray()) + " " + done.fetch());
        }
    }
}
