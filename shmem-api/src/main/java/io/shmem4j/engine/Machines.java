// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.config.HostWord;
import io.shmem4j.config.Setting;
import io.shmem4j.spi.Host.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Reads the machines of a job from the environment of a JVM that joins it, either {@code SHMEM_HOSTS} or Slurm's
 * variables. Each machine has a block of PEs.
 */
public final class Machines {
    private static final String[] NODE_COUNTS = {"SLURM_STEP_NUM_NODES", "SLURM_NNODES", "SLURM_JOB_NUM_NODES"};
    private static final String[] NODE_LISTS = {"SLURM_STEP_NODELIST", "SLURM_JOB_NODELIST"};
    private static final String[] TASKS = {"SLURM_STEP_TASKS_PER_NODE", "SLURM_TASKS_PER_NODE"};

    private final Map<String, String> environment;
    private final String job;

    public Machines(Map<String, String> environment) {
        this.environment = environment;
        this.job = Setting.JOIN.variable() + "=" + environment.get(Setting.JOIN.variable());
    }

    /**
     * {@return the machines, or null if all PEs are on this one}
     *
     * @param starter the starter's variables for rank, number of processes, and processes on the machine
     */
    public Nodes of(String[] starter, int pe, int nPes) {
        if (environment.containsKey(Setting.HOSTS.variable())) {
            return ofHosts(starter[0].startsWith("SLURM") ? "srun" : Setting.STARTER.standard(), pe, nPes);
        }
        if (starter[0].startsWith("SLURM") && !found(NODE_COUNTS, "1").equals("1")) {
            return ofSlurm(pe, nPes);
        }
        String here = environment.get(starter[2]);
        if (here != null && !here.equals(environment.get(starter[1]))) {
            throw new IllegalArgumentException(job + ": " + starter[0] + " is of a start on several machines; name "
                + "them by " + Setting.HOSTS.variable() + "=HOST:PES,HOST:PES, or start the job by oshrun --hosts");
        }
        return null;
    }

    private Nodes ofHosts(String usual, int pe, int nPes) {
        String text = Setting.HOSTS.variable() + "=" + environment.get(Setting.HOSTS.variable());
        List<String> names = new ArrayList<>();
        List<Integer> counts = new ArrayList<>();
        for (String word : environment.get(Setting.HOSTS.variable()).split(",", -1)) {
            HostWord host = HostWord.of(word.strip());
            if (host == null || host.pes() == 0) {
                throw new IllegalArgumentException(text + ": '" + word + "' is no " + HostWord.notation(word) + ":PES");
            }
            names.add(host.name());
            counts.add(host.pes());
        }
        String starter = environment.getOrDefault(Setting.STARTER.variable(), usual);
        return nodes(text, starter, String.join(",", names), counts, pe, nPes);
    }

    private Nodes ofSlurm(int pe, int nPes) {
        String hosts = found(NODE_LISTS, null);
        String tasks = found(TASKS, null);
        if (hosts == null || tasks == null) {
            throw new IllegalArgumentException(job + ": the step has several nodes, and " + (hosts == null
                ? NODE_LISTS[0] : TASKS[0]) + " is not set, which says where its tasks are; start it by srun");
        }
        List<Integer> counts = Nodes.ofTasks(tasks);
        if (counts.isEmpty()) {
            throw new IllegalArgumentException(job + ": " + tasks + " is not a list of tasks on nodes");
        }
        Nodes nodes = nodes(job + ": tasks on nodes " + tasks, environment.getOrDefault(Setting.STARTER.variable(),
            "srun"), hosts, counts, pe, nPes);
        requirePlace("SLURM_NODEID", nodes.node(), pe);
        requirePlace("SLURM_LOCALID", pe - nodes.first(), pe);
        return nodes;
    }

    private void requirePlace(String variable, int number, int pe) {
        String here = environment.getOrDefault(variable, Integer.toString(number));
        if (!here.equals(Integer.toString(number))) {
            throw new IllegalArgumentException(job + ": PE " + pe + " has " + variable + "=" + here + " and not "
                + number + ", because tasks are not dealt out in blocks; start them by srun --distribution=block");
        }
    }

    private Nodes nodes(String text, String starter, String hosts, List<Integer> counts, int pe, int nPes) {
        int sum = counts.stream().mapToInt(Integer::intValue).sum();
        if (sum != nPes) {
            throw new IllegalArgumentException(text + " are " + sum + " PEs, but the job has " + nPes);
        }
        if (counts.size() == 1) {
            return null;
        }
        if (pe < 0) {
            throw new IllegalArgumentException(text + ": on several machines each PE needs its number, "
                + Setting.PE.variable());
        }
        int node = 0;
        for (int next = counts.getFirst(); next <= pe && node < counts.size() - 1; next += counts.get(node)) {
            node++;
        }
        return new Nodes(starter, hosts, List.copyOf(counts), node);
    }

    private String found(String[] variables, String otherwise) {
        for (String variable : variables) {
            if (environment.containsKey(variable)) {
                return environment.get(variable);
            }
        }
        return otherwise;
    }
}
