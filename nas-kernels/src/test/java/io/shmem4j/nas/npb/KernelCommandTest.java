// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.CommandLines;
import io.shmem4j.report.UsageException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class KernelCommandTest {
    private static KernelCommand read(String line) {
        KernelCommand command = new KernelCommand("", (npbClass, given) -> null, "", KernelCommand.iterations());
        CommandLines.read(new CommandLine(command.spec()), line.split(" "));
        return command;
    }

    @Test
    void valuesFollowAsAWordOrBehindAnEqualsSign() {
        KernelCommand command = read("--class w --warmup=3 --json --transfer PutGet");
        assertEquals(NpbClass.W, command.<NpbClass>value("--class"));
        assertEquals(3, command.<Integer>value("--warmup"));
        assertEquals(Transfer.PUTGET, command.<Transfer>value("--transfer"));
        assertTrue(command.json());
        assertFalse(read("--class=A").json());
    }

    @ParameterizedTest
    @ValueSource(strings = {"--klass W", "W", "--class", "--json=1", "--class Q", "--warmup x", "--warmup -1",
        "--warmup 1e3", "--transfer get"})
    void mistakesAreRefused(String line) {
        assertThrows(UsageException.class, () -> read(line));
    }
}
