// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Words of a command line, each as a line that has no line breaks in it. */
public final class Words {
    private Words() {
    }

    /** {@return a word as a line} */
    public static String encoded(String word) {
        return "=" + URLEncoder.encode(word, StandardCharsets.UTF_8);
    }

    /** {@return the word of a line that {@link #encoded} gives} */
    public static String decoded(String line) {
        return URLDecoder.decode(line.substring(1), StandardCharsets.UTF_8);
    }
}
