// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.memory;

import java.util.Map;
import java.util.TreeMap;

/** Bytes per nanosecond of one kind of access by buffer size, with values between the measured sizes. */
final class Throughputs {
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
