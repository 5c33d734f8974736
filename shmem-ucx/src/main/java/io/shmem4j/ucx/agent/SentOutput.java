// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.agent;

import java.io.IOException;
import java.io.OutputStream;

/** Sends what is written to it to the head, which writes it to its own stream. */
final class SentOutput extends OutputStream {
    private final Link link;
    private final Kind kind;

    SentOutput(Link link, Kind kind) {
        this.link = link;
        this.kind = kind;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        link.send(kind, bytes, offset, length);
    }
}
