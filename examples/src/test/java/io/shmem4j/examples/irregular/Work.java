// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import java.util.LinkedHashMap;
import java.util.Map;

/** A program in several forms that give the same sum. */
abstract class Work {
    final Shmem shmem;
    final int me;
    final int n;
    private final Map<String, Form> forms = new LinkedHashMap<>();

    /** One form of the program. */
    interface Form {
        /** Returns this PE's part of the sum. */
        long run();
    }

    Work(Shmem shmem) {
        this.shmem = shmem;
        this.me = shmem.myPe();
        this.n = shmem.nPes();
    }

    final void form(String name, Form form) {
        forms.put(name, form);
    }

    final Map<String, Form> forms() {
        return forms;
    }
}
