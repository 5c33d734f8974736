// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.irregular;

import io.shmem4j.Shmem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Runs SPMD cases, each in a session of its own; PE 0 prints the name of each when all PEs have done it. A check that
 * fails ends the job.
 */
final class Cases {
    private static final Map<String, Consumer<Shmem>> ALL = new LinkedHashMap<>();

    static {
        MessageCases.all(ALL);
        ReplyCases.all(ALL);
        BatchCases.all(ALL);
        ArrayCases.all(ALL);
        ContainerCases.all(ALL);
        SharedCases.all(ALL);
        LimitCases.all(ALL);
    }

    private Cases() {
    }

    public static void main(String[] args) {
        List<String> wanted = List.of(args);
        for (Map.Entry<String, Consumer<Shmem>> each : ALL.entrySet()) {
            if (wanted.isEmpty() || wanted.contains(each.getKey())) {
                try (Shmem shmem = Shmem.init()) {
                    each.getValue().accept(shmem);
                    shmem.barrierAll();
                    if (shmem.myPe() == 0) {
                        System.out.println("passed " + each.getKey());
                    }
                    shmem.finish();
                }
            }
        }
    }

    /** {@return names of all cases} */
    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static void equal(Object expected, Object found, String what) {
        if (!Objects.equals(expected, found)) {
            throw new AssertionError("PE " + Shmem.current().myPe() + ": " + what + " is " + found + ", not "
                + expected);
        }
    }

    /** Checks that a call is refused, with words in the message. */
    static void refused(Class<? extends RuntimeException> kind, String words, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            if (kind.isInstance(e) && e.getMessage().contains(words)) {
                return;
            }
            throw e;
        }
        throw new AssertionError("PE " + Shmem.current().myPe() + ": no exception with: " + words);
    }
}
