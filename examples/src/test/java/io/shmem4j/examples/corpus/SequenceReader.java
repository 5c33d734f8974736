// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

/**
 * dora-rs issue 3288, the reader: nothing keeps its load of the frame before its second load of the sequence number.
 */
public final class SequenceReader {
    private SequenceReader() {
    }

    public static void main(String[] args) {
        SequencedFrame.run(true, args.length > 0);
    }
}
