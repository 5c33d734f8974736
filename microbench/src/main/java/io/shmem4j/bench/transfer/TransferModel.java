// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.transfer;

/**
 * Predicts the time of a message that one core copies into a shared buffer in chunks while another copies them out.
 *
 * <p>The sender loads what it has written and stores to what the receiver has read: load hit M, store hit S. The
 * receiver loads what the sender has written and stores to where it stored before: load miss M, store hit M. A core
 * loads and stores at the same time, so the slower of the two decides. With n chunks of sizes C:
 * {@code T = S(C1) + sum of max(S(Ci), R(Ci-1)) for i = 2..n + R(Cn)}. Throughputs are those of a buffer as large as
 * the message.
 *
 * @param loadHitModified  throughput of the sender's loads
 * @param storeHitShared   throughput of the sender's stores
 * @param loadMissModified throughput of the receiver's loads
 * @param storeHitModified throughput of the receiver's stores
 */
record TransferModel(Throughputs loadHitModified, Throughputs storeHitShared, Throughputs loadMissModified,
    Throughputs storeHitModified) {

    /** {@return nanoseconds the sender copies} @param bytes what @param message of which message */
    double send(long bytes, long message) {
        return bytes / Math.min(loadHitModified.at(message), storeHitShared.at(message));
    }

    /** {@return nanoseconds the receiver copies} @param bytes what @param message of which message */
    double receive(long bytes, long message) {
        return bytes / Math.min(loadMissModified.at(message), storeHitModified.at(message));
    }

    /** {@return nanoseconds of a message} @param message its size @param chunk size of a chunk */
    double pipelined(long message, long chunk) {
        long first = Math.min(message, chunk);
        double time = send(first, message);
        long before = first;
        for (long done = first; done < message; done += before) {
            long next = Math.min(chunk, message - done);
            time += Math.max(send(next, message), receive(before, message));
            before = next;
        }
        return time + receive(before, message);
    }

    /** {@return nanoseconds when one copy follows the other} @param message size */
    double sequential(long message) {
        return send(message, message) + receive(message, message);
    }

    /** {@return nanoseconds when both copies run at the same time} @param message size */
    double parallel(long message) {
        return Math.max(send(message, message), receive(message, message));
    }
}
