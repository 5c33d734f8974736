// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import java.util.Map;

/** Runs each program in all its forms and compares the sums of their results. */
public final class IrregularPrograms {
    private static final int ITEMS = 1000;

    private IrregularPrograms() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            compare(shmem, "triangles", new Triangles(shmem, ITEMS));
            compare(shmem, "jaccard", new Jaccard(shmem, ITEMS));
            compare(shmem, "sssp", new ShortestPaths(shmem, ITEMS));
            shmem.finish();
        }
    }

    private static void compare(Shmem shmem, String program, Work work) {
        Long expected = null;
        for (Map.Entry<String, Work.Form> form : work.forms().entrySet()) {
            shmem.barrierAll();
            long sum = shmem.world().sumReduce(form.getValue().run());
            expected = expected == null ? (Long) sum : expected;
            if (sum != expected) {
                throw new AssertionError(program + " by " + form.getKey() + ": " + sum + ", not " + expected);
            }
        }
        if (shmem.myPe() == 0) {
            System.out.println(program + " " + expected);
        }
    }
}
