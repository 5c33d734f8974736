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
 * The network devices that the user has named. UCX begins without those that are missing or down, and finds no way to
 * other nodes later.
 */
final class Devices {
    private static final Path FABRIC = Path.of("/sys/class/infiniband");
    private static final String VARIABLE = "UCX_NET_DEVICES";

    private Devices() {
    }

    /**
     * Refuses names of which none is a device that works.
     *
     * @param environment where the user names them
     * @throws LaunchException if there is none
     */
    static void check(Map<String, String> environment) {
        String named = environment.getOrDefault(VARIABLE, "all");
        // The loopback device is always there. Lists with other signs in them are patterns, which UCX reads.
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
            // A kernel that does not tell is no reason to refuse.
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
