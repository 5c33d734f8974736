// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static io.shmem4j.launch.option.LauncherOption.HOSTFILE;
import static io.shmem4j.launch.option.LauncherOption.HOSTS;
import static io.shmem4j.launch.option.LauncherOption.NP;
import static io.shmem4j.launch.option.LauncherOption.SPLIT;
import static io.shmem4j.launch.option.LauncherOption.STARTER;

import io.shmem4j.config.HostWord;
import io.shmem4j.join.JoinedJob;
import io.shmem4j.launch.ExitStatus;
import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.Machine;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.launch.option.Options;
import io.shmem4j.launch.plan.Planner;
import io.shmem4j.shm.OwnJobs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The nodes of a job with their PEs.
 *
 * @param nodes   nodes in the order of their PEs
 * @param words   the command line of every part
 * @param joined  null unless JVMs have joined the job
 */
record JobLayout(List<Place> nodes, Starter starter, List<String> words, Options options, Joined joined) {
    /** Facts about a joined job; {@code end} is the deadline for all nodes to arrive, in nanoTime. */
    record Joined(String name, long end) { }

    private static final int JOINED_WORDS = 6;

    /** The part of one node; {@code first} is the world number of its first PE. */
    record Place(String host, int first, int count) { }

    static JobLayout of(List<String> words, CommandLineReader.Read segment) {
        Options options = segment.options();
        if (options.has(NP) && options.whole(NP) < 1) {
            throw LaunchException.usage("-n " + options.whole(NP) + ": a job has at least 1 PE");
        }
        Planner.takeHeaps(options, options);
        List<HostWord> hosts;
        if (options.has(SPLIT)) {
            if (options.has(HOSTS) || options.has(HOSTFILE) || options.has(STARTER)) {
                throw LaunchException.usage("--split makes nodes of this machine; leave out --hosts, --hostfile and"
                    + " --starter");
            }
            if (options.whole(SPLIT) < 1) {
                throw LaunchException.usage("--split " + options.whole(SPLIT) + ": a job has at least 1 node");
            }
            hosts = HostList.same("localhost", options.whole(SPLIT));
        } else {
            hosts = HostList.of(options, System.getenv());
        }
        List<Place> places = places(hosts, options.whole(NP));
        List<String> all = new ArrayList<>();
        if (!options.has(NP)) {
            all.add("-np");
            all.add(Integer.toString(places.getLast().first() + places.getLast().count()));
        }
        all.addAll(words);
        return new JobLayout(places, starter(options), all, options, null);
    }

    /**
     * {@return the layout of a joined job}
     *
     * @param wanted words from PE 0: name, folder of jobs, milliseconds until the deadline, starter, hosts, PEs per
     *               host
     */
    static JobLayout ofJoined(List<String> wanted) {
        if (wanted.size() != JOINED_WORDS) {
            throw LaunchException.usage("--head: only JVMs that join a job on several nodes start it");
        }
        Joined joined = new Joined(wanted.get(0), System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(
            Long.parseLong(wanted.get(2))));
        List<String> hosts = wanted.get(4).contains("[") ? HostList.ofSlurm(wanted.get(4))
            : List.of(wanted.get(4).split(","));
        String[] counts = wanted.get(5).split(",");
        if (counts.length != hosts.size()) {
            throw new LaunchException(ExitStatus.LAUNCH, "job " + joined.name() + " has PEs on " + counts.length
                + " nodes, but " + wanted.get(4) + " names " + hosts.size());
        }
        List<Place> places = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < counts.length; i++) {
            places.add(new Place(hosts.get(i), first, Integer.parseInt(counts[i])));
            first += places.getLast().count();
        }
        List<String> words = new ArrayList<>(List.of(JoinedPart.WORD, wanted.get(1)));
        try {
            words.addAll(List.of(JoinedJob.facts(OwnJobs.joined(Path.of(wanted.get(1)), joined.name() + ".0"))
                .split("\n")));
        } catch (IOException e) {
            throw new LaunchException(ExitStatus.LAUNCH, "job " + joined.name() + " has ended before its nodes were "
                + "there: " + e.getMessage(), e);
        }
        return new JobLayout(places, Starter.of(wanted.get(3)), words, CommandLineReader.read(List.of("--quiet",
            "--shm-dir", wanted.get(1)), true).options(), joined);
    }

    private static Starter starter(Options options) {
        boolean named = options.has(STARTER) || options.has(HOSTS) || options.has(HOSTFILE);
        return options.has(SPLIT) ? Starter.here() : Starter.of(named ? options.text(STARTER) : "srun");
    }

    /** {@return blocks of PEs: hosts filled in order if they have numbers of PEs, else equal parts} */
    static List<Place> places(List<HostWord> hosts, Integer np) {
        boolean counted = hosts.stream().allMatch(host -> host.pes() > 0);
        if (!counted && hosts.stream().anyMatch(host -> host.pes() > 0)) {
            throw LaunchException.usage("either all hosts or none have a number of PEs, as in a:4,b:4");
        }
        int slots = counted ? hosts.stream().mapToInt(HostWord::pes).sum() : Integer.MAX_VALUE;
        int all = np != null ? np : counted ? slots : Math.max(Machine.cores(), hosts.size());
        if (all > slots) {
            throw LaunchException.usage("-n " + all + ": the hosts have " + slots + " PEs");
        }
        List<Place> places = new ArrayList<>();
        int first = 0;
        for (int i = 0; i < hosts.size() && first < all; i++) {
            int count = counted ? Math.min(hosts.get(i).pes(), all - first)
                : (int) ((long) all * (i + 1) / hosts.size()) - first;
            if (count == 0) {
                throw LaunchException.usage("-n " + all + ": each of " + hosts.size() + " nodes runs at least 1 PE");
            }
            places.add(new Place(hosts.get(i).name(), first, count));
            first += count;
        }
        return places;
    }
}
