// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;

/**
 * dora-rs issue 3288: a frame between two stores of its sequence number, of which the second may come before the frame.
 * Its reader loads the number again, to which an early load of the frame may not belong; {@code SequenceReader} shows
 * that.
 */
public final class SequencedFrame {
    private SequencedFrame() {
    }

    public static void main(String[] args) {
        run(args.length > 0, true);
    }

    static void run(boolean writerFences, boolean readerFences) {
        try (Shmem shmem = Shmem.init()) {
            SymmetricLongs sequence = shmem.allocateLongs(1).named("sequence");
            SymmetricLongs frame = shmem.allocateLongs(1).named("frame");
            if (shmem.myPe() == 0) {
                for (int i = 1; i <= 2; i++) {
                    shmem.p(sequence, 0, 2 * i - 1, 1);
                    shmem.fence();
                    shmem.p(frame, 0, i, 1);
                    if (writerFences) {
                        shmem.fence();
                    }
                    shmem.p(sequence, 0, 2 * i, 1);
                    shmem.fence();
                }
                return;
            }
            long before;
            long value;
            do {
                before = sequence.get(0);
                while (before == 0 || before % 2 == 1) {
                    Thread.onSpinWait();
                    before = sequence.get(0);
                }
                shmem.quiet();
                value = frame.get(0);
                if (readerFences) {
                    shmem.quiet();
                }
            } while (sequence.get(0) != before);
            if (value != before / 2) {
                throw new AssertionError("frame " + value + " at number " + before);
            }
        }
    }
}
