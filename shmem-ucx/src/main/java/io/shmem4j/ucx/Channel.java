// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx;

import io.shmem4j.spi.JobMemory;
import io.shmem4j.ucx.transport.UcxException;
import io.shmem4j.ucx.transport.Worker;

/**
 * One PE's connection to the agent of a node. Methods that start an operation return its request, or 0 if the source is
 * free already.
 */
record Channel(int node, long base, Worker worker, Losses losses, long connection, long key) {
    static Channel to(int node, Card card, Worker worker, Losses losses) {
        try {
            long connection = worker.connect(card.address());
            return new Channel(node, card.base(), worker, losses, connection, worker.key(connection, card.key()));
        } catch (UcxException e) {
            throw losses.of(e.getMessage(), node);
        }
    }

    void close() {
        worker.release(key);
    }

    /** {@return a request that completes after all operations of this connection} */
    long flush() {
        try {
            return worker.flush(connection);
        } catch (UcxException e) {
            throw losses.of(e.getMessage(), node);
        }
    }

    long put(long from, long bytes, int pe, long offset) {
        return put(from, bytes, pe * JobMemory.stride() + offset);
    }

    /** Writes to an offset in the job's memory. */
    long put(long from, long bytes, long to) {
        try {
            return worker.put(connection, key, from, bytes, base + to);
        } catch (UcxException e) {
            throw losses.of(e.getMessage(), node);
        }
    }

    long get(long to, long bytes, int pe, long offset) {
        try {
            return worker.get(connection, key, to, bytes, base + pe * JobMemory.stride() + offset);
        } catch (UcxException e) {
            throw losses.of(e.getMessage(), node);
        }
    }

    long change(int operation, long operand, int bytes, int pe, long offset, long reply) {
        try {
            return worker.atomic(connection, key, operation, operand, bytes,
                base + pe * JobMemory.stride() + offset, reply);
        } catch (UcxException e) {
            throw losses.of(e.getMessage(), node);
        }
    }

    long message(long from, long bytes) {
        try {
            return worker.send(connection, from, bytes);
        } catch (UcxException e) {
            throw losses.of(e.getMessage(), node);
        }
    }
}
