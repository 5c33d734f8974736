// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** The checks by the names that the file of published results gives them. */
public final class Checks {
    private final Map<String, Supplier<Result>> byId = new LinkedHashMap<>();

    public void add(String id, Supplier<Result> check) {
        if (byId.put(id, check) != null) {
            throw new IllegalStateException("two checks are called " + id);
        }
    }

    public boolean has(String id) {
        return byId.containsKey(id);
    }

    public Result run(String id) {
        return byId.get(id).get();
    }
}
