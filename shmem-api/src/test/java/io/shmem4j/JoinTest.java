// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The PE that the environment makes of a JVM that joins a job, and refusals before anything is joined. */
class JoinTest {
    private static Map<String, String> environment(String words) {
        Map<String, String> environment = new HashMap<>(Map.of("SHMEM_JOIN", "j"));
        for (String word : words.strip().split(" ")) {
            if (!word.isEmpty()) {
                environment.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1));
            }
        }
        return environment;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "SHMEM_PE=2 SHMEM_NPES=4 | db-7 | PE 2 of 4 of job j",
        "SHMEM_NPES=4 | db-7 | any PE of 4 of job j",
        "SHMEM_NPES=4 KUBERNETES_SERVICE_HOST=10.0.0.1 | prices-3 | PE 3 of 4 of job j",
        "SHMEM_NPES=4 KUBERNETES_SERVICE_HOST=10.0.0.1 | prices-7f9c | any PE of 4 of job j",
        "SLURM_PROCID=1 SLURM_NTASKS=3 | a | PE 1 of 3 of job j",
        "SLURM_PROCID=1 SLURM_NTASKS=3 SLURM_STEP_NUM_NODES=1 SLURM_NNODES=2 | a | PE 1 of 3 of job j",
        "SLURM_PROCID=1 SLURM_NTASKS=3 SHMEM_NPES=8 | a | PE 1 of 8 of job j",
        "PMI_RANK=0 PMI_SIZE=2 | a | PE 0 of 2 of job j",
        "OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=2 | a | PE 1 of 2 of job j",
        "RANK=3 WORLD_SIZE=4 LOCAL_WORLD_SIZE=4 | a | PE 3 of 4 of job j",
        "SLURM_PROCID=0 SLURM_NTASKS=4 OMPI_COMM_WORLD_RANK=1 OMPI_COMM_WORLD_SIZE=2 OMPI_COMM_WORLD_LOCAL_SIZE=2 | a"
            + " | PE 1 of 2 of job j",
        "SLURM_PROCID=0 SLURM_NTASKS=1 RANK=1 WORLD_SIZE=2 LOCAL_WORLD_SIZE=2 | a | PE 1 of 2 of job j",
        "SLURM_PROCID=1 SLURM_NTASKS=3 RANK=0 WORLD_SIZE=9 | a | PE 1 of 3 of job j",
        "RANK=3 WORLD_SIZE=4 SHMEM_PE=0 SHMEM_NPES=1 | a | PE 0 of 1 of job j"})
    void startersSayWhichPe(String words, String host, String part) {
        assertEquals(part, Join.fromEnvironment(environment(words), host).toString());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", value = {
        "- | SHMEM_JOIN=j is set, but nothing says how many PEs the job has",
        "SHMEM_PE=0 | SHMEM_JOIN=j is set, but nothing says how many PEs the job has",
        "SHMEM_NPES=two | SHMEM_NPES=two is not a whole number",
        "SHMEM_NPES=0 | a job has 1 PE or more, not 0",
        "SHMEM_NPES=2 SHMEM_PE=-1 | PEs are numbered from 0, there is no PE -1",
        "SHMEM_NPES=2 SHMEM_JOIN=a/b | a job's name has 1 to 64 letters, digits, '-' and '_', not \"a/b\"",
        "SLURM_PROCID=1 SLURM_NTASKS=4 SLURM_NNODES=2 | SHMEM_JOIN=j: the step has several nodes, and "
            + "SLURM_STEP_NODELIST is not set, which says where its tasks are; start it by srun",
        "RANK=1 WORLD_SIZE=4 LOCAL_WORLD_SIZE=2 | SHMEM_JOIN=j: RANK is of a start on several machines; name them by "
            + "SHMEM_HOSTS=HOST:PES,HOST:PES, or start the job by oshrun --hosts"})
    void whatIsWrongIsSaid(String words, String problem) {
        String message = assertThrows(IllegalArgumentException.class, () -> Join.fromEnvironment(
            environment(words == null ? "" : words), "a")).getMessage();
        assertTrue(message.startsWith(problem), message);
    }

    @Test
    void numbersAreCheckedFirst() {
        assertEquals("job j of 2 PEs has no PE 2; they go from 0 to 1", assertThrows(IllegalArgumentException.class,
            () -> Shmem.join("j", 2, 2)).getMessage());
        assertEquals("job j: set the number of PEs with pes(n)", assertThrows(IllegalArgumentException.class,
            () -> Join.named("j").init()).getMessage());
        assertEquals("job j: takeOver() continues a fault-tolerant job; call faultTolerant(), too", assertThrows(
            IllegalArgumentException.class, () -> Join.named("j").pes(1).takeOver().init()).getMessage());
        assertEquals("job j: a time limit is 0 or more, not PT-1S", assertThrows(IllegalArgumentException.class,
            () -> Join.named("j").timeout(Duration.ofSeconds(-1))).getMessage());
        assertEquals("job j: a heap has 1 byte or more, not 0", assertThrows(IllegalArgumentException.class,
            () -> Join.named("j").heapSize("0k")).getMessage());
        assertEquals("job j: a heap has 1 byte or more, not -1", assertThrows(IllegalArgumentException.class,
            () -> Join.named("j").heapSize(-1)).getMessage());
    }
}
