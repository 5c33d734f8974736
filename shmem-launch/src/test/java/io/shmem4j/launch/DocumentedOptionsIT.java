// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.inspect.Oshstat;
import io.shmem4j.launch.option.HelpText;
import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Launcher page, manual pages and completion script name every option. */
class DocumentedOptionsIT {
    private static final Set<String> OSHRUN = HelpText.commandLine().getCommandSpec().optionsMap().keySet();
    private static final Set<String> OSHSTAT = Oshstat.commandLine().getCommandSpec().optionsMap().keySet();

    private static String text(String file) throws IOException {
        return Files.readString(Oshrun.home().resolve(file));
    }

    private static List<String> missing(Set<String> options, String file) throws IOException {
        String text = text(file).replace("\\fB", "`").replace("\\fR", "`").replace("\\", "");
        return options.stream().filter(name -> !text.matches("(?s).*[`( ]" + name + "[\\s`=<,.'].*")).sorted().toList();
    }

    @Test
    void filesNameEveryOption() throws IOException {
        assertEquals(List.of(), missing(OSHRUN, "docs/launcher.md"));
        assertEquals(List.of(), missing(OSHRUN, "dist/src/main/share/man/man1/oshrun.1"));
        assertEquals(List.of(), missing(OSHSTAT, "dist/src/main/share/man/man1/oshstat.1"));
        String script = "dist/src/main/share/bash-completion/completions/oshrun";
        assertEquals(List.of(), missing(OSHRUN, script));
        assertEquals(List.of(), missing(OSHSTAT, script));
    }
}
