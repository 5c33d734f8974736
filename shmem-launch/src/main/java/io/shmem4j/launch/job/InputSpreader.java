// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.job;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Copies the launcher's standard input to all PEs. A PE that doesn't read blocks the rest once its pipe is full. */
final class InputSpreader extends Thread {
    private final List<OutputStream> pipes;

    InputSpreader(List<OutputStream> pipes) {
        super("input");
        this.pipes = new ArrayList<>(pipes);
        setDaemon(true);
        start();
    }

    @Override
    public void run() {
        byte[] buffer = new byte[8192];
        try {
            for (int count = System.in.read(buffer); count >= 0 && !pipes.isEmpty(); count = System.in.read(buffer)) {
                int length = count;
                pipes.removeIf(pipe -> !write(pipe, buffer, length));
            }
        } catch (IOException e) {
            // Treated as the end of the input.
        }
        for (OutputStream pipe : pipes) {
            try {
                pipe.close();
            } catch (IOException e) {
                // The PE has ended.
            }
        }
    }

    private static boolean write(OutputStream pipe, byte[] buffer, int count) {
        try {
            pipe.write(buffer, 0, count);
            pipe.flush();
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
