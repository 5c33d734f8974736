// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.nas.npb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ResultBlockTest {
    private static JsonObject line(double seconds, Result.Verification verification, Map<String, String> variant) {
        return JsonParser.parseString(ResultBlock.json(new Result("IS", NpbClass.A, "8388608", 10, 1, seconds, 2,
            83.9 / seconds, "keys ranked", verification, variant, List.of(), 5, 2))).getAsJsonObject();
    }

    /** The names that bench report reads. */
    @Test
    void aLineHasWhatPlotsAreMadeOf() {
        JsonObject line = line(1, Result.Verification.SUCCESSFUL, Map.of("Transfer", "direct", "Loops", "scalar",
            "Reduction", "auto", "Machine", "simulated", "Rehearsal", "none"));
        assertTrue(line.keySet().containsAll(Set.of("benchmark", "class", "pes", "mops", "warmup", "iterations",
            "verified", "transfer", "loops", "reduction", "machine", "rehearsal")), line::toString);
        assertTrue(line.get("verified").getAsBoolean());
    }

    @Test
    void aLineIsJsonWhateverItSays() {
        JsonObject line = line(0, Result.Verification.NOT_PERFORMED, Map.of("Transfer", "a \"word\"", "Rehearsal",
            "a\tb"));
        assertEquals("a \"word\"", line.get("transfer").getAsString());
        assertEquals("a\tb", line.get("rehearsal").getAsString());
        assertTrue(line.get("mops").isJsonNull() && line.get("verified").isJsonNull(), line::toString);
    }
}
