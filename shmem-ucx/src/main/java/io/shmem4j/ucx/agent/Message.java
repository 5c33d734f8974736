// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** One message. */
public record Message(Kind kind, byte[] body) {
    /** {@return the body as text} */
    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    /** {@return the body's lines} */
    public List<String> lines() {
        return text().lines().toList();
    }

    /** {@return the body, to read numbers from} */
    public DataInputStream data() {
        return new DataInputStream(new ByteArrayInputStream(body));
    }
}
