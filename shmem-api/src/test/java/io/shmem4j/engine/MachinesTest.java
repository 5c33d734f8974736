// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.spi.Host.Nodes;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The machines that an environment describes, and what is refused of it. */
class MachinesTest {
    private static final String STEP = " SLURM_NNODES=2 SLURM_STEP_NODELIST=n[7-8]";

    private static Nodes nodes(String words, int pe, int nPes) {
        Map<String, String> environment = new HashMap<>(Map.of("SHMEM_JOIN", "j"));
        for (String word : words.replace(" STEP", STEP).strip().split(" ")) {
            environment.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
        }
        String[] starter = environment.containsKey("RANK") ? new String[] {"RANK", "WORLD_SIZE", "LOCAL_WORLD_SIZE"}
            : words.matches(".*(SLURM_| STEP).*") ? new String[] {"SLURM_PROCID", "SLURM_NTASKS", ""}
            : new String[] {"PMI_RANK", "PMI_SIZE", ""};
        return new Machines(environment).of(starter, pe, nPes);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SHMEM_HOSTS=a:2,b:3 | 1 | 5 | node 0, 2 from PE 0, of a,b by ssh",
        "SHMEM_HOSTS=[fe80::1%eth0]:2,u@[::1]:3 | 1 | 5 | node 0, 2 from PE 0, of fe80::1%eth0,u@::1 by ssh",
        "SHMEM_HOSTS=a:2,b:3 SHMEM_STARTER=exec:/s | 2 | 5 | node 1, 3 from PE 2, of a,b by exec:/s",
        "SHMEM_HOSTS=a:1,b:1,c:2 RANK=3 WORLD_SIZE=4 LOCAL_WORLD_SIZE=2 | 3 | 4 | node 2, 2 from PE 2, of a,b,c by ssh",
        "SHMEM_HOSTS=a:1,b:1 SLURM_PROCID=1 | 1 | 2 | node 1, 1 from PE 1, of a,b by srun",
        "SLURM_STEP_TASKS_PER_NODE=2(x2) STEP | 3 | 4 | node 1, 2 from PE 2, of n[7-8] by srun",
        "SLURM_STEP_TASKS_PER_NODE=3,1 STEP SLURM_NODEID=1 SLURM_LOCALID=0 | 3 | 4 "
            + "| node 1, 1 from PE 3, of n[7-8] by srun",
        "SLURM_TASKS_PER_NODE=1(x2) SLURM_JOB_NUM_NODES=2 SLURM_JOB_NODELIST=n[7-8] SHMEM_STARTER=ssh | 0 | 2 "
            + "| node 0, 1 from PE 0, of n[7-8] by ssh"})
    void eachPeKnowsItsMachine(String words, int pe, int nPes, String described) {
        Nodes nodes = nodes(words, pe, nPes);
        assertEquals(described, "node " + nodes.node() + ", " + nodes.count() + " from PE " + nodes.first() + ", of "
            + nodes.hosts() + " by " + nodes.starter());
    }

    @ParameterizedTest
    @CsvSource({"SHMEM_HOSTS=a:2", "SLURM_NNODES=1 SLURM_TASKS_PER_NODE=2", "SLURM_NNODES=2 SLURM_STEP_NUM_NODES=1",
        "RANK=0 WORLD_SIZE=2 LOCAL_WORLD_SIZE=2"})
    void oneMachineNeedsNoAgent(String words) {
        assertEquals(null, nodes(words, 0, 2));
        assertEquals(null, nodes(words, -1, 2), "it may choose a PE");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SHMEM_HOSTS=a:2,b | 0 | SHMEM_HOSTS=a:2,b: 'b' is no HOST:PES",
        "SHMEM_HOSTS=a:2, | 0 | SHMEM_HOSTS=a:2,: '' is no HOST:PES",
        "SHMEM_HOSTS=a:2,-b:2 | 0 | SHMEM_HOSTS=a:2,-b:2: '-b:2' is no HOST:PES",
        "SHMEM_HOSTS=a:2,b:0 | 0 | SHMEM_HOSTS=a:2,b:0: 'b:0' is no HOST:PES",
        "SHMEM_HOSTS=a:2,::1:2 | 0 | SHMEM_HOSTS=a:2,::1:2: '::1:2' is no [IPv6-ADDRESS]:PES",
        "SHMEM_HOSTS=a:2,[::1] | 0 | SHMEM_HOSTS=a:2,[::1]: '[::1]' is no [IPv6-ADDRESS]:PES",
        "SHMEM_HOSTS=a:2,b:1 | 0 | SHMEM_HOSTS=a:2,b:1 are 3 PEs, but the job has 4",
        "SHMEM_HOSTS=a:2,b:2 | -1 | SHMEM_HOSTS=a:2,b:2: on several machines each PE needs its number, SHMEM_PE",
        "SLURM_STEP_TASKS_PER_NODE=2,x STEP | 0 | SHMEM_JOIN=j: 2,x is not a list of tasks on nodes",
        "SLURM_STEP_NUM_NODES=2 SLURM_STEP_NODELIST=n[7-8] | 0 | SHMEM_JOIN=j: the step has several nodes, and "
            + "SLURM_STEP_TASKS_PER_NODE is not set",
        "SLURM_STEP_TASKS_PER_NODE=2(x2) STEP SLURM_NODEID=1 | 1 | SHMEM_JOIN=j: PE 1 has SLURM_NODEID=1 and not 0, "
            + "because tasks are not dealt out in blocks; start them by srun --distribution=block",
        "SLURM_STEP_TASKS_PER_NODE=2(x2) STEP SLURM_NODEID=1 SLURM_LOCALID=1 | 2 | SHMEM_JOIN=j: PE 2 has "
            + "SLURM_LOCALID=1 and not 0",
        "RANK=1 WORLD_SIZE=4 LOCAL_WORLD_SIZE=2 | 1 | SHMEM_JOIN=j: RANK is of a start on several machines"})
    void whatIsWrongIsSaid(String words, int pe, String problem) {
        String message = assertThrows(IllegalArgumentException.class, () -> nodes(words, pe, 4)).getMessage();
        assertTrue(message.startsWith(problem), message);
    }
}
