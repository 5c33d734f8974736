// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.node;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.launch.LaunchException;
import io.shmem4j.launch.option.CommandLineReader;
import io.shmem4j.spi.Host.Nodes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PEs of each node, and refusals. */
class JobLayoutTest {
    @TempDir
    private static Path folder;

    private static String places(String line) {
        List<String> words = List.of(line.split(" "));
        CommandLineReader.Read read = CommandLineReader.read(words, true);
        UcxLauncher.refuseOptionsOfOneNode(read);
        return JobLayout.of(words, read).nodes().stream()
            .map(place -> place.host() + " " + place.first() + "+" + place.count()).collect(Collectors.joining(", "));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--split 2 -np 5 ring | localhost 0+2, localhost 2+3",
        "--hosts a:4,b:2 ring | a 0+4, b 4+2",
        "--hosts a:4,b:2 -np 5 ring | a 0+4, b 4+1",
        "--hosts a:4,b:2 -np 4 ring | a 0+4",
        "--hosts a,b,c -np 7 ring | a 0+2, b 2+2, c 4+3",
        "--hosts [::1]:4,[2001:DB8::10]:2 ring | ::1 0+4, 2001:DB8::10 4+2",
        "--hosts u@[::1],[fe80::1%eth0],u@a,10.0.0.1 -np 4 ring | u@::1 0+1, fe80::1%eth0 1+1, u@a 2+1, 10.0.0.1 3+1",
    })
    void pesComeInBlocks(String line, String expected) {
        assertEquals(expected, places(line));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', value = {
        "--split 3 -np 2 ring | each of 3 nodes runs at least 1 PE",
        "--split 0 ring | at least 1 node",
        "--split 2 --hosts a ring | leave out --hosts",
        "--hosts a:4,b ring | either all hosts or none",
        "--hosts a:4 -np 5 ring | the hosts have 4 PEs",
        "--hosts a:0 ring | 'a:0' is no host",
        "--hosts -oProxyCommand=x ring | is no host",
        "--hosts a:1, ring | '' is no host",
        "--hosts , ring | '' is no host",
        "--hosts ::1 ring | '::1' is no host; write [IPv6-ADDRESS] or [IPv6-ADDRESS]:PES",
        "--hosts 2001:db8::10 ring | '2001:db8::10' is no host; write [IPv6-ADDRESS] or",
        "--hosts [::1]4 ring | '[::1]4' is no host; write [IPv6-ADDRESS] or",
        "--hosts [::1]:0 ring | '[::1]:0' is no host",
        "--hosts -o@[::1] ring | '-o@[::1]' is no host",
        "--hosts n[7-8] ring | 'n[7-8]' is no host; write HOST or",
        "--hosts a --starter rsh ring | not rsh",
        "--ucx-tls tcp ring | which hosts?",
        "--hosts a --trace t.json ring | --trace works on one node only",
        "--split 2 --keep-files ring | --keep-files works on one node only",
        "--split 2 --checkpoint c ring | --checkpoint works on one node only",
        "--split 2 --exit-report r.json ring | --exit-report works on one node only",
        "--hostfile no/such/file ring | there is no file no/such/file",
    })
    void whatCannotWorkIsRefused(String line, String expected) {
        LaunchException refused = assertThrows(LaunchException.class, () -> places(line));
        assertEquals(2, refused.status());
        assertTrue(refused.getMessage().contains(expected), refused::getMessage);
    }

    @Test
    void hostFileHasCommentsAndEmptyLines() throws Exception {
        Path file = Files.writeString(folder.resolve("hosts"), "# ours\n\nnear:2 # fast\nfar slots=1 # as Open MPI\n");
        assertEquals("near 0+2, far 2+1", places("--hostfile " + file + " ring"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"a slots=x", "a slots=1 max_slots=2", "a:1 b:1", "a,b", "a:1\tb:1", "\ufeffa:1",
        "a\u0007:1", "a:", ":1", "a:-1", "a:1.5"})
    void wrongLinesOfAHostFileAreRefused(String line) throws Exception {
        Path file = Files.writeString(folder.resolve("wrong"), "near:2\n" + line + "\n");
        LaunchException refused = assertThrows(LaunchException.class, () -> places("--hostfile " + file + " ring"));
        assertEquals(2, refused.status());
        assertEquals("'" + line + "' is no host; write HOST or HOST:PES", refused.getMessage());
    }

    @Test
    void aHostFileInAnotherEncodingIsRefused() throws Exception {
        Path file = Files.write(folder.resolve("other"), new byte[] {'a', (byte) 0xff, '\n'});
        LaunchException refused = assertThrows(LaunchException.class, () -> places("--hostfile " + file + " ring"));
        assertTrue(refused.getMessage().endsWith("other is no text in UTF-8"), refused::getMessage);
    }

    @Test
    void slurmCountsTasks() {
        assertEquals(List.of(4, 4, 3), Nodes.ofTasks("4(x2),3"));
        assertEquals(List.of(), Nodes.ofTasks(""));
    }

    @Test
    void shellTakesQuotedWordsAsTheyAre() throws Exception {
        String word = "it's \"a\" $HOME `x` \\ b";
        List<String> command = Starter.of("exec:/usr/bin/env").on("-", "printf %s " + Starter.quote(word));
        Process process = new ProcessBuilder(command.subList(2, command.size())).start();
        assertEquals(word, new String(process.getInputStream().readAllBytes()));
    }
}
