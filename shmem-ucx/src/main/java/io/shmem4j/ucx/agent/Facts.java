// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.util.List;

/**
 * Versions and machine of a node. The nodes of a job have the first three in common.
 *
 * @param order   of bytes, and the processor's name
 * @param host    the node's own name
 * @param cores   that its PEs share
 * @param ucx     version of UCX, or null
 * @param problem why there is none
 */
public record Facts(String version, String jdk, String order, String host, int cores, String ucx, String problem) {
    public String text() {
        return String.join("\n", version, jdk, order, host, Integer.toString(cores), ucx == null ? "-" : ucx,
            problem == null ? "-" : problem.replace('\n', ' '));
    }

    /** {@return the facts that a text holds} */
    public static Facts of(List<String> lines) {
        return new Facts(lines.get(0), lines.get(1), lines.get(2), lines.get(3),
            Integer.parseInt(lines.get(4)), lines.get(5).equals("-") ? null : lines.get(5),
            lines.get(6).equals("-") ? null : lines.get(6));
    }

    /** {@return how another node differs, or null} */
    public String difference(Facts other) {
        return !version.equals(other.version) ? "version " + version + " of shmem4j, the other " + other.version
            : !jdk.equals(other.jdk) ? "JDK " + jdk + ", the other " + other.jdk
            : !order.equals(other.order) ? "a processor " + order + ", the other " + other.order : null;
    }
}
