// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static io.shmem4j.launch.option.LauncherOption.HOSTFILE;
import static io.shmem4j.launch.option.LauncherOption.HOSTS;
import static io.shmem4j.launch.option.LauncherOption.STARTER;

import io.shmem4j.config.HostWord;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.Options;
import io.shmem4j.spi.Host.Nodes;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The hosts of a job. */
final class HostList {
    private static final String SLURM_NODES = "SLURM_JOB_NODELIST";

    private HostList() {
    }

    private static HostWord host(String word) {
        HostWord host = HostWord.of(word);
        if (host == null) {
            String form = HostWord.notation(word);
            throw LaunchException.usage("'" + word + "' is no host; write " + form + " or " + form + ":PES");
        }
        return host;
    }

    static List<HostWord> same(String name, int count) {
        return Collections.nCopies(count, new HostWord(name, 0));
    }

    static List<HostWord> of(Options options, Map<String, String> environment) {
        if (options.has(HOSTS) && options.has(HOSTFILE)) {
            throw LaunchException.usage("the hosts come from --hosts or --hostfile, not both");
        }
        if (options.has(HOSTS)) {
            return Arrays.stream(options.text(HOSTS).split(",", -1)).map(String::strip).map(HostList::host).toList();
        }
        if (options.has(HOSTFILE)) {
            return ofFile(options);
        }
        if ("srun".equals(options.text(STARTER)) || environment.containsKey(SLURM_NODES)) {
            return ofSlurm(environment);
        }
        throw LaunchException.usage("which hosts? --hosts or --hostfile says it");
    }

    private static List<HostWord> ofFile(Options options) {
        try {
            List<HostWord> hosts = new ArrayList<>();
            for (String line : Files.readAllLines(options.path(HOSTFILE))) {
                String word = line.replaceAll("#.*", "").strip().replaceFirst("\\s+slots\\s*=\\s*(?=\\d+$)", ":");
                if (!word.isEmpty()) {
                    hosts.add(host(word));
                }
            }
            if (hosts.isEmpty()) {
                throw LaunchException.usage("--hostfile " + options.path(HOSTFILE) + " names no host");
            }
            return hosts;
        } catch (CharacterCodingException e) {
            throw LaunchException.usage("--hostfile: " + options.path(HOSTFILE) + " is no text in UTF-8");
        } catch (NoSuchFileException e) {
            throw LaunchException.usage("--hostfile: there is no file " + options.path(HOSTFILE));
        } catch (IOException e) {
            throw LaunchException.usage("--hostfile: can't read " + options.path(HOSTFILE) + ": " + e.getMessage());
        }
    }

    private static List<HostWord> ofSlurm(Map<String, String> environment) {
        String nodes = environment.get(SLURM_NODES);
        if (nodes == null) {
            throw LaunchException.usage("--starter srun takes the hosts from a Slurm allocation, and this is none"
                + " (SLURM_JOB_NODELIST is not set)");
        }
        List<String> names = ofSlurm(nodes);
        List<Integer> tasks = Nodes.ofTasks(environment.getOrDefault("SLURM_TASKS_PER_NODE", ""));
        List<HostWord> hosts = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            hosts.add(new HostWord(names.get(i), tasks.size() == names.size() ? tasks.get(i) : 0));
        }
        return hosts;
    }

    /** {@return the host names in Slurm's compact notation} */
    static List<String> ofSlurm(String nodes) {
        try {
            Process process = new ProcessBuilder("scontrol", "show", "hostnames", nodes)
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
            List<String> names = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
                .toList();
            if (process.waitFor() != 0 || names.isEmpty()) {
                throw new LaunchException(ExitStatus.LAUNCH, "scontrol does not list the hosts of " + nodes);
            }
            return names;
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "can't ask scontrol for the hosts: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException("the main thread was interrupted", e);
        }
    }
}
