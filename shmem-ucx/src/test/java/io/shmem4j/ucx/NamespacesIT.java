// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.LongOnesFirst.TakesLong;
import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.SeveralMachines;
import io.shmem4j.testing.Thorough;
import io.shmem4j.testing.Weekly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Collections;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that share nothing but files: network namespaces with a cable between them, and names of their own. */
@TakesLong
class NamespacesIT {
    /** Name by this process, so that tests of other trees have others. */
    private static final String NAME = "shmem" + ProcessHandle.current().pid() + "n";

    @TempDir
    private Path folder;

    /** The kernel may take a second until it calls an end running, and UCX leaves out what isn't. */
    @BeforeEach
    void connect() throws IOException {
        SeveralMachines.assume();
        Assumptions.assumeTrue(run("ip netns add " + NAME + 1 + " && ip netns add " + NAME + 2 + " && ip link add cable"
            + " netns " + NAME + 1 + " type veth peer name cable netns " + NAME + 2 + " && " + up(1) + " && " + up(2)
            + " && ip netns exec " + NAME + "1 unshare -u -i true").isEmpty(),
            "this user can't make network namespaces on this machine");
        for (int node = 1; node <= 2; node++) {
            assertEquals("", run("timeout 60 sh -c 'until ip -n " + NAME + node
                + " link show cable | grep -q \"state UP\"; do sleep 0.05; done'"),
                "the cable's end that UCX looks for");
        }
    }

    @AfterEach
    void disconnect() throws IOException {
        run("ip netns del " + NAME + 1 + "; ip netns del " + NAME + 2);
    }

    private static String up(int node) {
        String ip = "ip -n " + NAME + node;
        return ip + " addr add 10.213.7." + node + "/24 dev cable && " + ip + " link set cable up && " + ip
            + " link set lo up";
    }

    /** {@return what a shell command has complained of} */
    private static String run(String command) throws IOException {
        Process process = new ProcessBuilder("/bin/sh", "-c", command).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return process.onExit().join().exitValue() == 0 ? "" : said + " ";
    }

    private List<String> job(int np, String... program) throws IOException {
        return job(np, Oshrun.program(NodesProgram.class, program));
    }

    private List<String> job(int np, List<String> program, String... options) throws IOException {
        Path script = Files.createFile(folder.resolve("start"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(script, """
            #!/bin/sh
            node=$1
            shift
            exec ip netns exec %s$node unshare -u -i /bin/sh -c 'hostname node'$node'
            exec "$@"' x "$@"
            """.formatted(NAME));
        return Oshrun.words(np, program, Stream.concat(Stream.of("--hosts", "1,2", "--starter", "exec:" + script,
            "--heap-size", "1m"), Stream.of(options)).toArray(String[]::new));
    }

    @Test
    void nodesReachEachOther() throws IOException {
        assertEquals(Collections.nCopies(4, "sums truetruetrue"), Oshrun.run(job(4, "atomics")).expect(0).outLines());
    }

    @Thorough
    @Test
    void deadPesComeBackFromBothEnds() throws IOException {
        assertEquals(4, Oshrun.run(job(4, Oshrun.program(RespawnedProgram.class, "8", "3@1", "0@4"), "--pes-per-jvm",
            "1", "--respawn", "2")).expect(0).outLines().stream().filter(line -> line.endsWith("sum 28")).count());
    }

    /** Netem where the kernel has it; elsewhere a bucket of tokens that delays what comes fast, and drops more. */
    @Thorough
    @Test
    void slowCableThatLosesPacketsIsWaitedFor() throws IOException {
        for (int node = 1; node <= 2; node++) {
            String qdisc = "tc -n " + NAME + node + " qdisc add dev cable root ";
            Assumptions.assumeTrue(run(qdisc + "netem delay 1ms loss 1%").isEmpty()
                || run(qdisc + "tbf rate 40mbit burst 8kb limit 16kb").isEmpty(),
                "this kernel or this user can't slow down a network device");
        }
        assertEquals(Collections.nCopies(2, "relayed"), Oshrun.run(job(2, "relay")).expect(0).outLines());
        Matcher dropped = Pattern.compile("dropped (\\d+)").matcher(run("tc -n " + NAME
            + "1 -s qdisc show dev cable; exit 1"));
        assertTrue(dropped.find() && Integer.parseInt(dropped.group(1)) > 0, "no packet was lost");
    }

    /** Head and agents still hear each other, so nobody but the PEs can notice: in a fetch, or in quiet. */
    @Thorough
    @Test
    void cutCableEndsAFetch() throws IOException {
        cut("fetch");
    }

    @Weekly
    @Test
    void cutCableEndsAStore() throws IOException {
        cut("store");
    }

    private void cut(String what) throws IOException {
        try (Oshrun run = Oshrun.start(job(2, what))) {
            run.awaitOutput(what, 2);
            assertEquals("", run("ip -n " + NAME + "1 link set cable down"));
            Oshrun.Result result = run.awaitEnd().expect(1);
            assertTrue(result.err().matches("(?s).*\\[PE \\d] node \\d \\(node[12]\\) can't be reached: .*"),
                result::err);
            assertFalse(result.err().contains("\tat "), result::err);
        }
    }
}
