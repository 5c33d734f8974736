// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.shmem4j.launch.option.HelpText;
import io.shmem4j.testing.Oshrun;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The page of the launcher names every option. */
class DocumentedOptionsIT {
    @Test
    void thePageNamesEveryOption() throws IOException {
        String page = Files.readString(Oshrun.home().resolve("docs/launcher.md"));
        List<String> missing = HelpText.commandLine().getCommandSpec().optionsMap().keySet().stream()
            .filter(name -> !page.matches("(?s).*[`( ]" + name + "[`=< ,.)].*")).sorted().toList();
        assertEquals(List.of(), missing);
    }
}
