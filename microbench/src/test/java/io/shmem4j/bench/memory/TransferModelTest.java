// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Results of the model for given throughputs, by hand. */
class TransferModelTest {
    private static final double EXACTLY = 1e-9;

    private static TransferModel.Throughputs always(double bytesPerNano) {
        TransferModel.Throughputs throughputs = new TransferModel.Throughputs();
        throughputs.put(1, bytesPerNano);
        return throughputs;
    }

    /** The sender copies 2 bytes in a nanosecond, because its stores do, the receiver 1, because its loads do. */
    private final TransferModel model = new TransferModel(always(8), always(2), always(1), always(4), 400);

    @Test
    void oneChunkIsSentAndThenReceived() {
        assertEquals(50 + 100, model.pipelined(100, 100), EXACTLY);
        assertEquals(model.sequential(100), model.pipelined(100, 200), EXACTLY);
    }

    /** 100 bytes sent, twice 100 received while the next 100 and 50 are sent, 50 received. */
    @Test
    void chunksOverlap() {
        assertEquals(50 + 100 + 100 + 50, model.pipelined(250, 100), EXACTLY);
        assertEquals(125 + 250, model.sequential(250), EXACTLY);
        assertEquals(250, model.parallel(250), EXACTLY);
    }

    /** Slots bound the shared memory of a longer message; private memory is as large as the message. */
    @Test
    void slotsAreUsedAgain() {
        TransferModel.Throughputs shared = new TransferModel.Throughputs();
        shared.put(400, 4);
        shared.put(4000, 1);
        TransferModel.Throughputs own = new TransferModel.Throughputs();
        own.put(400, 8);
        own.put(4000, 2);
        TransferModel small = new TransferModel(own, shared, shared, own, 400);
        assertEquals(4000 / 2.0, small.send(4000, 4000), EXACTLY);
        assertEquals(400 / 4.0, small.receive(400, 400), EXACTLY);
        assertEquals(4000, new TransferModel(own, shared, shared, own, 4000).send(4000, 4000), EXACTLY);
    }

    @Test
    void throughputsBetweenSizesLieOnALine() {
        TransferModel.Throughputs throughputs = new TransferModel.Throughputs();
        throughputs.put(100, 2);
        throughputs.put(400, 6);
        throughputs.put(400, 4);
        assertEquals(4, throughputs.at(200), EXACTLY);
        assertEquals(2, throughputs.at(50), EXACTLY);
        assertEquals(6, throughputs.at(1000), EXACTLY);
    }
}
