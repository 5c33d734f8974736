// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import io.shmem4j.launch.LaunchException;
import java.util.ArrayList;
import java.util.List;

/**
 * The command that starts another command on a host and carries its standard streams.
 *
 * @param words  of the command line before the host
 * @param after  of the command line after the host
 * @param remote whether the host is another machine, where a shell needs all variables in the command
 * @param joined whether the starter takes the command as one word, as ssh does
 */
record Starter(List<String> words, List<String> after, boolean remote, boolean joined) {
    static Starter here() {
        return new Starter(List.of(), List.of(), false, false);
    }

    static Starter of(String option) {
        String kind = option == null ? "ssh" : option;
        if (kind.equals("ssh")) {
            return new Starter(List.of("ssh", "-o", "BatchMode=yes", "-o", "ConnectTimeout=15", "-o",
                "ServerAliveInterval=5"), List.of(), true, true);
        }
        if (kind.equals("srun")) {
            return new Starter(List.of("srun", "--nodes=1", "--ntasks=1", "--overlap", "--cpu-bind=none", "-w"),
                List.of(), true, false);
        }
        if (kind.startsWith("exec:") && kind.length() > "exec:".length()) {
            return new Starter(List.of(kind.substring("exec:".length())), List.of(), true, false);
        }
        throw LaunchException.usage("--starter takes ssh, srun or exec:PATH, not " + option);
    }

    /** {@return the command line that runs a shell's command on a host} */
    List<String> on(String host, String command) {
        List<String> all = new ArrayList<>(words);
        if (remote) {
            all.add(host);
            all.addAll(after);
        }
        if (joined) {
            all.add("exec /bin/sh -c " + quoted(command));
        } else {
            all.addAll(List.of("/bin/sh", "-c", command));
        }
        return all;
    }

    /** {@return the end of a message: the command that shows users what the starter waits for} */
    String trial(String host) {
        return remote ? "; try: " + String.join(" ", words) + " " + host + " true" : "";
    }

    /** {@return a word that a shell takes as it is} */
    static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
