// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks the network devices that the user has named, because UCX starts without those that are missing or down, and
 * only fails at the first connection.
 */
final class Devices {
    private static final Path FABRIC = Path.of("/sys/class/infiniband");
    private static final String VARIABLE = "UCX_NET_DEVICES";

    private Devices() {
    }

    /** Refuses a list without any device that is up. */
    static void check(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "all");
        // The loopback device always exists. Lists with other characters are patterns, which only UCX understands.
        if (named.equals("all") || named.equals("lo") || !named.matches("[\\w.@:,-]+")) {
            return;
        }
        try {
            for (String name : named.replaceAll(":[^,]*", "").split(",")) {
                NetworkInterface device = NetworkInterface.getByName(name);
                if (device != null && device.isUp() || Files.exists(FABRIC.resolve(name))) {
                    return;
                }
            }
            throw new LaunchException(ExitStatus.LAUNCH, VARIABLE + "=" + named + " names no device that is up; there"
                + " are " + NetworkInterface.networkInterfaces().map(Devices::words).collect(Collectors.joining(", ")));
        } catch (SocketException e) {
            // Where the kernel does not list devices, UCX decides.
            return;
        }
    }

    private static String words(NetworkInterface device) {
        try {
            return device.getName() + (device.isUp() ? "" : " (down)");
        } catch (SocketException e) {
            return device.getName();
        }
    }
}
