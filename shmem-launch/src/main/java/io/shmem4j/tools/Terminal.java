// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.tools;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The terminal that the view is shown on. */
final class Terminal {
    private static final File DEVICE = new File("/dev/tty");
    private static final int USUAL = 80;

    private Terminal() {
    }

    /** {@return its columns now: a person may change them while the view is renewed} */
    static int columns() {
        try {
            Process stty = new ProcessBuilder("stty", "size").redirectInput(DEVICE)
                .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            String[] size = new String(stty.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip().split(" ");
            return size.length == 2 && size[1].matches("[1-9][0-9]{0,4}") ? Integer.parseInt(size[1]) : USUAL;
        } catch (IOException e) {
            return USUAL;
        }
    }
}
