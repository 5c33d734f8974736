// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi;

import java.util.Arrays;
import mpi.MPI;

/** Programs of a few lines, most of which do not end well. */
final class Small {
    private Small() {
    }

    public static void main(String[] args) throws ClassNotFoundException {
        if (args[0].equals("on request")) {
            // The launcher sets it for --mpj-args, and gives the words.
            System.setProperty("shmem4j.mpj.args", "true");
        }
        if (args[0].equals("arguments") || args[0].equals("on request")) {
            System.out.println(Arrays.toString(MPI.Init(Arrays.copyOfRange(args, 1, args.length))));
            MPI.Finalize();
            return;
        }
        MPI.Init(args);
        int me = MPI.COMM_WORLD.Rank();
        switch (args[0]) {
            case "receive" -> {
                MPI.COMM_WORLD.Send(new int[1], 0, 1, MPI.INT, 1 - me, 8);
                MPI.COMM_WORLD.Recv(new int[1], 0, 1, MPI.INT, 1 - me, 7);
            }
            case "send" -> MPI.COMM_WORLD.sSend(new int[1], 1, MPI.INT, 1 - me, 9);
            default -> Class.forName("mpi.File");
        }
        MPI.Finalize();
    }
}
