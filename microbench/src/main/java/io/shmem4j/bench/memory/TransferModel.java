// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import java.util.Map;
import java.util.TreeMap;

/**
 * Predicts the time of a message that one core copies into a shared buffer in chunks while another copies them out.
 *
 * <p>The sender loads data that it has written (load hit M) and stores to a slot that the receiver has emptied (store
 * hit S under MESI, store hit O under MOESI). The receiver loads data that the sender has written (load miss M) and
 * stores to memory that it stored to before (store hit M). A core loads and stores at the same time, so the slower of
 * the two decides. With n chunks of sizes C: {@code T = S(C1) + sum of max(S(Ci), R(Ci-1)) for i = 2..n + R(Cn)}.
 * Throughputs of private memory are measured on a buffer of the message's size, those of slots on a buffer as large as
 * the used slots.
 *
 * @param loadHitModified  throughput of the sender's loads
 * @param storeHitShared   throughput of the sender's stores
 * @param loadMissModified throughput of the receiver's loads
 * @param storeHitModified throughput of the receiver's stores
 * @param slots            bytes of all slots
 */
record TransferModel(Throughputs loadHitModified, Throughputs storeHitShared, Throughputs loadMissModified,
    Throughputs storeHitModified, long slots) {

    double send(long bytes, long message) {
        return bytes / Math.min(loadHitModified.at(message), storeHitShared.at(Math.min(message, slots)));
    }

    double receive(long bytes, long message) {
        return bytes / Math.min(loadMissModified.at(Math.min(message, slots)), storeHitModified.at(message));
    }

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

    /** {@return nanoseconds when one copy follows the other} */
    double sequential(long message) {
        return send(message, message) + receive(message, message);
    }

    /** {@return nanoseconds when both copies run at the same time} */
    double parallel(long message) {
        return Math.max(send(message, message), receive(message, message));
    }

    /** Bytes per nanosecond of one kind of access by buffer size, with values between the measured sizes. */
    static final class Throughputs {
        private final TreeMap<Long, Double> bySize = new TreeMap<>();

        void put(long size, double bytesPerNano) {
            bySize.merge(size, bytesPerNano, Math::max);
        }

        /** {@return the throughput at a size, on a line through its neighbours on a logarithmic axis} */
        double at(long size) {
            Map.Entry<Long, Double> low = bySize.floorEntry(size);
            Map.Entry<Long, Double> high = bySize.ceilingEntry(size);
            if (low == null || high == null) {
                return (low == null ? high : low).getValue();
            }
            if (low.getKey().equals(high.getKey())) {
                return low.getValue();
            }
            double part = Math.log((double) size / low.getKey()) / Math.log((double) high.getKey() / low.getKey());
            return low.getValue() + part * (high.getValue() - low.getValue());
        }
    }
}
