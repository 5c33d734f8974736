// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.head;

import java.io.IOException;
import java.io.OutputStream;

/** Writes the output of all nodes to a stream of the head, and ends a node's open line before another node's. */
final class NodeOutput {
    private final OutputStream stream;
    private Node unfinished;

    NodeOutput(OutputStream stream) {
        this.stream = stream;
    }

    /** Writes what a node has sent. */
    void write(Node node, byte[] bytes) throws IOException {
        if (bytes.length == 0) {
            return;
        }
        if (unfinished != null && unfinished != node) {
            stream.write('\n');
        }
        stream.write(bytes);
        unfinished = bytes[bytes.length - 1] == '\n' ? null : node;
    }
}
