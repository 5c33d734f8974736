// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.report;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The style of all HTML pages, for light and dark screens. */
public final class PageStyle {
    private PageStyle() {
    }

    /** {@return the style sheet for inclusion in a page} */
    public static String css() {
        try (InputStream in = PageStyle.class.getResourceAsStream("page.css")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the style sheet can't be read", e);
        }
    }
}
