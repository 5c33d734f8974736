// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples;

import java.util.Arrays;

/** Runs examples in turn, each in a session of its own. An argument is the name of a class with its words. */
final class Programs {
    private Programs() { }

    public static void main(String[] args) throws Exception {
        for (String arg : args) {
            String[] words = arg.split(" ");
            Class.forName("io.shmem4j.examples." + words[0]).getMethod("main", String[].class)
                .invoke(null, (Object) Arrays.copyOfRange(words, 1, words.length));
        }
    }
}
