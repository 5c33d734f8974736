// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.irregular;

import io.shmem4j.Shmem;
import java.util.LinkedHashMap;
import java.util.Map;

/** An irregular program in several forms, which all must give the same sum. */
abstract class Work {
    final Shmem shmem;
    final int me;
    final int n;
    private final Map<String, Form> forms = new LinkedHashMap<>();

    /** One form of the program. */
    interface Form {
        /** Runs it on this PE. Returns this PE's part of the sum. */
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

    /** Adds the forms that all programs with one distributed array have. */
    final void forms(Form plain, Form byConveyor, Form byBatch, Form byArray) {
        form("plain", plain);
        form("conveyor", byConveyor);
        form("batch", byBatch);
        form("global", byArray);
    }

    final Map<String, Form> forms() {
        return forms;
    }

    /** {@return number of items of each PE, by which the time is divided} */
    abstract int items();
}
