// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static io.shmem4j.launch.option.LauncherOption.UCX_TLS;
import static io.shmem4j.launch.option.LauncherOption.VARIABLE;

import io.shmem4j.config.Setting;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.Installation;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.ManyNodes;
import io.shmem4j.spi.Times;
import io.shmem4j.ucx.transport.UcxVariables;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The command that starts an agent on a host: the same installation's launcher, with this process's folder and
 * variables.
 */
final class AgentCommand {
    /** Variables by which an outer srun would redirect the streams of the starter. */
    private static final Set<String> STREAM_VARIABLES = Set.of("SLURM_LABELIO", "SLURM_STDINMODE", "SLURM_STDOUTMODE");

    /**
     * Shell code that reads variables from lines up to an empty one, and exports them; {@code $1} is a line break in a
     * value.
     */
    private static final String READ_VARIABLES = "set -- \"$(printf '\\nx')\"; set -- \"${1%x}\"; while IFS= read -r"
        + " __shmem4j && [ -n \"$__shmem4j\" ]; do eval \"export $__shmem4j\"; done; ";

    private final JobLayout layout;
    private final String script;

    AgentCommand(JobLayout layout, Installation installation) {
        if (installation.script() == null) {
            throw new LaunchException(ExitStatus.LAUNCH, "jobs on several nodes need the oshrun script");
        }
        this.layout = layout;
        this.script = installation.script().toString();
    }

    /** {@return the agent's command, for {@link #start}} */
    ProcessBuilder on(String host) {
        return launcher(host, ManyNodes.AGENT).redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    /** {@return the command that removes files of dead agents on a host} */
    private ProcessBuilder cleaningOn(String host) {
        return launcher(host, ManyNodes.CLEAN + " --quiet --shm-dir " + Starter.quote(layout.options().jobFolders()
            .toString())).redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    }

    private ProcessBuilder launcher(String host, String words) {
        boolean remote = layout.starter().remote();
        StringBuilder command = new StringBuilder("cd ").append(Starter.quote(Path.of("").toAbsolutePath().toString()))
            .append(" || exit; ").append(remote ? READ_VARIABLES : "exec ");
        command.append(Starter.quote(script)).append(' ').append(words).append(" 3>&1 1>&2");
        // The agent opens its output by name, which sockets don't have.
        command.append(remote ? " | cat" : "");
        ProcessBuilder builder = new ProcessBuilder(layout.starter().on(host, command.toString()));
        builder.environment().keySet().removeAll(STREAM_VARIABLES);
        if (!remote) {
            builder.environment().putAll(variables(false));
        }
        return builder;
    }

    /**
     * Starts a command on a host. Its shell receives the variables on standard input, before the agent's messages,
     * because every user can read command lines.
     */
    Process start(ProcessBuilder command) throws IOException {
        Process process = command.start();
        if (layout.starter().remote()) {
            StringBuilder lines = new StringBuilder();
            variables(true).forEach((name, value) -> {
                // Shells accept no other names.
                if (name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
                    lines.append(name).append('=').append(Starter.quote(value).replace("\n", "'\"$1\"'"))
                        .append('\n');
                }
            });
            try {
                process.getOutputStream().write(lines.append('\n').toString().getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            } catch (IOException e) {
                // The process has ended, and its output shows why.
                return process;
            }
        }
        return process;
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
                || name.equals("CLASSPATH") || layout.options().all(VARIABLE).contains(name)) {
                variables.put(name, value);
            }
        });
        Options options = layout.options();
        if (options.has(UCX_TLS)) {
            variables.put("UCX_TLS", options.text(UCX_TLS));
        }
        return variables;
    }

    /**
     * Removes the files of agents that have died. PEs remove the files of their own agent, but an agent may die after
     * its PEs. Cleaning begins as soon as an agent has died, because it starts a JVM.
     */
    final class Cleaning {
        private final Map<Node, Process> running = new HashMap<>();

        /** Starts cleaning the host of a node whose agent has died, unless it has begun. */
        void begin(Node node) {
            if (node.facts == null || node.hasEnded() || running.containsKey(node)) {
                return;
            }
            try {
                Process process = start(cleaningOn(node.place.host()));
                process.getOutputStream().close();
                running.put(node, process);
            } catch (IOException e) {
                // The next oshrun --clean removes the files.
            }
        }

        /** Waits until the files of all nodes are removed, or a limit is reached because a host does not answer. */
        void finish(List<Node> nodes) {
            nodes.stream().filter(node -> node.gone).forEach(this::begin);
            long end = System.nanoTime() + Times.CLEANING_NANOS;
            try {
                for (Process process : running.values()) {
                    process.waitFor(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                }
            } catch (InterruptedException e) {
                throw new IllegalStateException("the main thread was interrupted", e);
            } finally {
                running.values().forEach(Process::destroy);
            }
        }
    }
}
