// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.shared;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.shmem4j.Shmem;
import java.util.List;
import java.util.Map;

/** Jackson writes and reads objects of a class that each PE has for itself. */
public final class Texts implements Pieces.Piece {
    /** The written value. */
    public record Point(int x, List<String> names, Map<String, Double> values) {
    }

    @Override
    public String run(Shmem shmem) throws JsonProcessingException {
        ObjectMapper mapper = new ObjectMapper();
        Point point = new Point(7, List.of("a", "b"), Map.of("k", 2.5));
        String text = mapper.writeValueAsString(point);
        return text + " " + mapper.readValue(text, Point.class).equals(point);
    }
}
