// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.testing.Oshrun;
import io.shmem4j.testing.Thorough;
import io.shmem4j.ucx.node.Link.Facts;
import io.shmem4j.ucx.node.Link.Kind;
import io.shmem4j.ucx.node.Link;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Hosts that can't run a job together are refused by name before PEs start. Here scripts say what agents would. */
class UnlikeNodesIT {
    private static final String UCX = "1.13.1";

    @TempDir
    private Path folder;

    private static Facts facts(String version, String jdk, String order, String ucx, String problem) {
        return new Facts(version, jdk, order, "host", 2, ucx, problem);
    }

    private static Facts usual() {
        return facts("0.1.0", "25.0.1+8", "LITTLE_ENDIAN amd64", UCX, null);
    }

    /** {@return what oshrun says of hosts a and b} */
    private String refusal(Facts a, Facts b) throws IOException {
        announce("a", a);
        announce("b", b);
        Path script = Files.createFile(folder.resolve("start"),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(script, "#!/bin/sh\ncat '" + folder + "'/$1\nexec cat > /dev/null\n");
        Oshrun.Result result = Oshrun.run(List.of("--hosts", "a:1,b:1", "--starter", "exec:" + script, "ring"));
        assertEquals("", result.expect(125).out());
        return result.err();
    }

    private void announce(String host, Facts facts) throws IOException {
        try (OutputStream file = Files.newOutputStream(folder.resolve(host))) {
            Link link = new Link(InputStream.nullInputStream(), file);
            link.sendMark();
            link.send(Kind.HELLO, facts.text());
        }
    }

    @Thorough
    @Test
    void versionsThatDiffer() throws IOException {
        assertEquals("oshrun: node 0 (a) and node 1 (b) are not alike: one has version 0.1.0 of shmem4j, the other"
            + " 0.2.0\n", refusal(usual(), facts("0.2.0", "25.0.1+8", "LITTLE_ENDIAN amd64", UCX, null)));
    }

    @Thorough
    @Test
    void jdksThatDiffer() throws IOException {
        assertEquals("oshrun: node 0 (a) and node 1 (b) are not alike: one has JDK 25.0.1+8, the other 26+35\n",
            refusal(usual(), facts("0.1.0", "26+35", "LITTLE_ENDIAN amd64", UCX, null)));
    }

    @Thorough
    @Test
    void byteOrdersThatDiffer() throws IOException {
        assertEquals("oshrun: node 0 (a) and node 1 (b) are not alike: one has a processor LITTLE_ENDIAN amd64,"
            + " the other BIG_ENDIAN s390x\n", refusal(usual(), facts("0.1.0", "25.0.1+8", "BIG_ENDIAN s390x", UCX,
            null)));
    }

    @Test
    void hostWithoutUcx() throws IOException {
        assertEquals("oshrun: node 1 (b): libucp.so.0 can't be loaded; it is in the package libucx0 of Debian and"
            + " Ubuntu, ucx of RHEL and Fedora (not found)\n", refusal(usual(), facts("0.1.0", "25.0.1+8",
            "LITTLE_ENDIAN amd64", null, "not found")));
    }

    /** A file that is no library is what the dynamic linker finds first. */
    @Thorough
    @Test
    void agentTellsThatItCantLoadUcx() throws IOException {
        Files.createFile(folder.resolve("libucp.so.0"));
        Oshrun.Result result = Oshrun.run(Map.of("LD_LIBRARY_PATH", folder.toString()), List.of("--split", "2", "-np",
            "2", "ring")).expect(125);
        assertTrue(result.err().matches("oshrun: node [01] \\(.+\\): libucp\\.so\\.0 can't be loaded; it is in the"
            + " package libucx0 of Debian and Ubuntu, ucx of RHEL and Fedora \\(.+\\)\n"), result::err);
    }
}
