// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Gives all PEs the launcher's standard input; a PE that does not read holds the others up when its pipe is full. */
public final class InputSpreader extends Thread {
    private final List<OutputStream> pipes;

    public InputSpreader(List<OutputStream> pipes) {
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
            // Nothing more to read: the same as the end.
            interrupt();
        }
        for (OutputStream pipe : pipes) {
            try {
                pipe.close();
            } catch (IOException e) {
                // The PE has ended.
                continue;
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
