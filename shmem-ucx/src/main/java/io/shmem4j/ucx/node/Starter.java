// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.launch.LaunchException;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that runs another command on a host and connects its standard streams.
 *
 * @param words  the command line before the host
 * @param remote whether the host is another machine, so that variables have to be sent to it
 * @param joined whether the starter takes the command as one word, as ssh does
 */
record Starter(List<String> words, boolean remote, boolean joined) {
    static Starter here() {
        return new Starter(List.of(), false, false);
    }

    static Starter of(String option) {
        String kind = option == null ? "ssh" : option;
        if (kind.equals("ssh")) {
            return new Starter(List.of("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15", "-o",
                "ServerAliveInterval=5"), true, true);
        }
        if (kind.equals("srun")) {
            return new Starter(List.of("srun", "--nodes=1", "--ntasks=1", "--overlap", "--cpu-bind=none", "-w"), true,
                false);
        }
        if (kind.startsWith("exec:") && kind.length() > "exec:".length()) {
            return new Starter(List.of(kind.substring("exec:".length())), true, false);
        }
        throw LaunchException.usage("--starter takes ssh, srun or exec:PATH, not " + option);
    }

    /** {@return the command line that runs a shell command on a host} */
    List<String> on(String host, String command) {
        List<String> all = new ArrayList<>(words);
        if (remote) {
            all.add(host);
        }
        if (joined) {
            all.add("exec /bin/sh -c " + quote(command));
        } else {
            all.addAll(List.of("/bin/sh", "-c", command));
        }
        return all;
    }

    /** {@return the end of a message: a command that shows what the starter waits for} */
    String trial(String host) {
        return remote ? "; try: " + String.join(" ", words) + " " + host + " true" : "";
    }

    /** {@return the word, quoted for a shell} */
    static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
