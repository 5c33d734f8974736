// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import static io.shmem4j.launch.option.LauncherOption.UCX_TLS;
import static io.shmem4j.launch.option.LauncherOption.VARIABLE;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.node.ManyNodes;
import io.shmem4j.launch.option.Options;
import io.shmem4j.ucx.lib.UcxVariables;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What a starter runs on each host: the launcher of the same installation, in the same folder, with the variables. */
final class AgentCommand {
    private static final Path NOTHING = Path.of("/dev/null");

    private final JobLayout layout;
    private final String script;

    AgentCommand(JobLayout layout, Installation installation) {
        if (installation.script() == null) {
            throw new LaunchException(ExitStatus.LAUNCH, "jobs on several nodes need the oshrun script");
        }
        this.layout = layout;
        this.script = installation.script().toString();
    }

    /** {@return the command that starts a node's agent} */
    ProcessBuilder on(String host) {
        return launcher(host, ManyNodes.AGENT);
    }

    /** {@return the command that removes what dead agents have left on a host} */
    ProcessBuilder cleaningOn(String host) {
        return launcher(host, "--clean --quiet").redirectInput(NOTHING.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD).redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private ProcessBuilder launcher(String host, String option) {
        boolean remote = layout.starter().remote();
        StringBuilder command = new StringBuilder("cd ").append(Starter.quoted(Path.of("").toAbsolutePath().toString()))
            .append(" && ").append(remote ? "" : "exec ").append("env");
        variables(remote).forEach((name, value) ->
            command.append(' ').append(Starter.quoted(name + "=" + value)));
        command.append(' ').append(Starter.quoted(script)).append(' ').append(option).append(" 3>&1 1>&2");
        // The agent opens its way to the head by name, which no socket has.
        command.append(remote ? " | cat" : "");
        return new ProcessBuilder(layout.starter().on(host, command.toString()))
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private Map<String, String> variables(boolean remote) {
        Map<String, String> variables = new TreeMap<>(UcxVariables.STANDARD);
        if (!remote) {
            variables.put("UCX_NET_DEVICES", "lo");
            variables.put(Setting.CORES.variable(),
                Integer.toString(Math.max(1, Machine.cores() / layout.nodes().size())));
        }
        System.getenv().forEach((name, value) -> {
            if (name.startsWith("SHMEM_") || name.startsWith("SMA_") || name.startsWith("UCX_")
                || layout.options().all(VARIABLE).contains(name)) {
                variables.put(name, value);
            }
        });
        Options options = layout.options();
        if (options.has(UCX_TLS)) {
            variables.put("UCX_TLS", options.text(UCX_TLS));
        }
        return variables;
    }
}
