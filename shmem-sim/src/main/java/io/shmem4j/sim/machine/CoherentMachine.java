// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import io.shmem4j.sim.machine.Machine.CacheSize;

/**
 * A chip whose cores have private, coherent caches kept in order by directories; times in nanoseconds.
 *
 * @param cores            number of cores, at most 256
 * @param lineBytes        bytes of a cache line, a power of two
 * @param directories      tag directories the lines are spread over, evenly on a ring
 * @param latency          cost of a line by owner and state
 * @param simplified       the same with one cost each for own cache, other caches and memory
 * @param deviation        how the costs vary from line to line
 * @param perReader        nanoseconds that each further reader of one line waits
 * @param activeCached     extra cost of a message whose receiver polls while it is sent
 * @param activeMemory     the same when the data came from memory
 * @param maxLines         longest transfer the fits were measured for, and the longest single event
 * @param cached           message of several lines that are in caches
 * @param fromMemory       message of several lines that are in memory
 * @param outstanding      lines that a core can wait for, in the simple model of a message
 * @param l2               second cache of a core; a line it loses has left the core
 * @param l2LatencyCycles  cycles of a hit in the second cache
 * @param l2CyclesPerLine  cycles per line when many lines are streamed from the second cache
 * @param chipGBs          bandwidth of the memory, 10^9 bytes per second
 * @param threadGBs        most of it that one thread can use
 * @param distances        what lines of cores far away cost more; null where all are alike
 * @param ring             what lines of the nearest and the farthest core cost on a ring; null without one
 * @param protocol         states and costs that take the place of the latencies and fits; null without one
 */
public record CoherentMachine(String name, String title, int cores, int threadsPerCore, double clockMHz, int lineBytes,
        int directories, LineLatency latency, LineLatency simplified, LatencyDeviation deviation, double perReader,
        double activeCached, double activeMemory, int maxLines, MultiLineFit cached, MultiLineFit fromMemory,
        int outstanding, CacheSize l1, CacheSize l2, double l2LatencyCycles, double l2CyclesPerLine, long memoryBytes,
        double chipGBs, double threadGBs, IssueCosts issue, CoreDistances distances, RingLatency ring,
        Protocol protocol) implements Machine {
    private static final int MOST_CORES = 256;

    /** {@return a machine of this kind} */
    public static CoherentMachine load(String nameOrPath) {
        if (MachineFile.load(nameOrPath) instanceof CoherentMachine coherent) {
            return coherent;
        }
        throw MachineFile.refusal(nameOrPath, "$.kind", "must be coherent here, not mesh");
    }

    @Override
    public int vectorBytes() {
        return issue.vectorBytes();
    }

    @Override
    public long memoryOfPe(int pes) {
        return memoryBytes / pes;
    }

    public double cyclesToNs(double cycles) {
        return cycles * 1000 / clockMHz;
    }

    /** {@return the machine with one latency each for own cache, other caches and memory} */
    public CoherentMachine withSimplifiedLatency() {
        return new CoherentMachine(name, title, cores, threadsPerCore, clockMHz, lineBytes, directories, simplified,
            simplified, deviation, perReader, activeCached, activeMemory, maxLines, cached, fromMemory, outstanding, l1,
            l2, l2LatencyCycles, l2CyclesPerLine, memoryBytes, chipGBs, threadGBs, issue, distances, null, protocol);
    }

    static CoherentMachine read(Section root) {
        try (root; Section contention = root.optional("contention");
                Section active = root.optional("activeOverheadNs");
                Section first = root.section("l1"); Section second = root.section("l2");
                Section memory = root.section("memory")) {
            int lineBytes = root.whole("lineBytes", 16, 1024);
            if (Integer.bitCount(lineBytes) != 1) {
                throw root.wrong("lineBytes", "must be a power of two, not " + lineBytes);
            }
            int cores = root.whole("cores", 1, MOST_CORES);
            CoreDistances distances = root.has("distances")
                ? root.read("distances", part -> CoreDistances.read(part, cores)) : null;
            Protocol protocol = root.has("protocol")
                ? root.read("protocol", part -> Protocol.read(part, lineBytes)) : null;
            if (protocol != null && (distances == null || cores > Long.SIZE)) {
                throw root.wrong("protocol", "needs distances, and at most " + Long.SIZE + " cores");
            }
            LineLatency latency = protocol == null || root.has("latencyNs") ? root.read("latencyNs", LineLatency::read)
                : LineLatency.of(protocol);
            double threadGBs = memory.positive("threadGBs");
            double l2Latency = second.positive("latencyCycles");
            Transfers transfers = Transfers.read(root, latency, lineBytes / threadGBs);
            return new CoherentMachine(root.text("name"), root.text("title"), cores,
                root.has("threadsPerCore") ? root.whole("threadsPerCore", 1, 64) : 1, root.positive("clockMHz"),
                lineBytes,
                root.has("directories") ? root.whole("directories", 1, 1 << 16) : cores, latency,
                root.has("simplifiedNs") ? root.read("simplifiedNs", LineLatency::simple) : latency.simplified(),
                root.has("deviationNs") ? root.read("deviationNs", LatencyDeviation::read) : LatencyDeviation.NONE,
                contention.orNone("perReaderNs"), active.orNone("cached"), active.orNone("memory"),
                transfers.maxLines(), transfers.cached(), transfers.memory(), transfers.outstanding(),
                CacheSize.read(first, lineBytes), CacheSize.read(second, lineBytes),
                l2Latency, second.positive("cyclesPerLine"), memory.memory("bytes", cores, 0),
                memory.positive("chipGBs"), threadGBs, root.has("issue") ? root.read("issue", IssueCosts::read)
                    : new IssueCosts(1, 1, 1, 2 * Double.BYTES, l2Latency, 1, 0, 1),
                distances, root.has("ring") ? root.read("ring", RingLatency::read) : null, protocol);
        }
    }

    /**
     * Transfers of several lines. Without fits, lines arrive at a thread's rate after the first one's latency.
     *
     * @param outstanding lines that a core can wait for
     */
    private record Transfers(int maxLines, MultiLineFit cached, MultiLineFit memory, int outstanding) {
        private static final String FIELD = "multiLineNs";
        private static final int MOST = 128;
        private static final int OUTSTANDING = 10;

        static Transfers read(Section root, LineLatency latency, double line) {
            return root.has(FIELD) ? root.read(FIELD, multi -> new Transfers(multi.whole("maxLines", 1, 4096),
                multi.read("cached", MultiLineFit::read), multi.read("memory", MultiLineFit::read),
                multi.has("outstanding") ? multi.whole("outstanding", 1, 1024) : OUTSTANDING))
                : new Transfers(MOST, new MultiLineFit(line, latency.remoteExclusive, latency.remoteExclusive),
                    new MultiLineFit(line, latency.memory, latency.memory), OUTSTANDING);
        }
    }

    /** Nanoseconds of a line in the cache of the next core of a ring, and of the opposite one, by the line's state. */
    public record RingLatency(StateLatency adjacent, StateLatency opposite) {
        static RingLatency read(Section section) {
            return new RingLatency(section.read("adjacent", StateLatency::read),
                section.read("opposite", StateLatency::read));
        }
    }

    /** Nanoseconds of a line in another core's cache by its state, and their standard deviations over directories. */
    public record StateLatency(double modified, double exclusive, double shared, double deviationModified,
            double deviationExclusive, double deviationShared) {
        static StateLatency read(Section section) {
            return new StateLatency(section.positive("modified"), section.positive("exclusive"),
                section.positive("shared"), section.atLeast("deviationModified", 0),
                section.atLeast("deviationExclusive", 0), section.atLeast("deviationShared", 0));
        }
    }

    /**
     * Costs of local work on a core whose threads take turns.
     *
     * @param cyclesBetween least cycles between two instructions of a thread
     * @param scalarCycles issue slots of a scalar operation
     * @param vectorCycles issue slots of a vector instruction
     * @param vectorBytes bytes a vector instruction works on
     * @param randomAccessCycles cycles of an access to an unpredictable place of the working set
     * @param slowestCore time of all this on the first core over that on the others
     * @param interruptNs nanoseconds for which the operating system takes the last core
     * @param interruptEveryNs mean nanoseconds from one such moment to the next
     */
    public record IssueCosts(int cyclesBetween, double scalarCycles, double vectorCycles, int vectorBytes,
            double randomAccessCycles, double slowestCore, double interruptNs, double interruptEveryNs) {
        /** The simulator's unit of time, in nanoseconds. */
        private static final double PICOSECOND = 1e-3;

        static IssueCosts read(Section section) {
            boolean interrupts = section.has("interruptNs") || section.has("interruptEveryNs");
            double every = interrupts ? section.atLeast("interruptEveryNs", PICOSECOND) : 1;
            if (interrupts && section.atLeast("interruptNs", 0) >= every) {
                throw section.wrong("interruptEveryNs", "must be more than interruptNs");
            }
            return new IssueCosts(section.whole("cyclesBetween", 1, 64), section.positive("scalarCycles"),
                section.positive("vectorCycles"), section.whole("vectorBytes", 1, 4096),
                section.positive("randomAccessCycles"),
                section.has("slowestCore") ? section.positive("slowestCore") : 1,
                interrupts ? section.atLeast("interruptNs", 0) : 0, every);
        }
    }

    /** Standard deviations, in nanoseconds, of fetching different lines: the location of a line's directory matters. */
    public record LatencyDeviation(double own, double ownShared, double modified, double exclusive, double shared,
        double memory) {
        static final LatencyDeviation NONE = new LatencyDeviation(0, 0, 0, 0, 0, 0);

        static LatencyDeviation read(Section section) {
            return new LatencyDeviation(section.atLeast("own", 0),
                section.atLeast(section.has("ownShared") ? "ownShared" : "own", 0), section.atLeast("modified", 0),
                section.atLeast("exclusive", 0), section.atLeast("shared", 0), section.atLeast("memory", 0));
        }
    }

    /**
     * Nanoseconds of a message of N lines: T(N) = o N + q - p / N.
     *
     * @param o cost of one more line
     * @param q start-up
     * @param p part of the start-up that more lines hide
     */
    public record MultiLineFit(double o, double q, double p) {
        public double time(double lines) {
            return o * lines + q - p / lines;
        }

        static MultiLineFit read(Section section) {
            MultiLineFit fit = new MultiLineFit(section.positive("o"), section.atLeast("q", 0),
                section.atLeast("p", 0));
            if (fit.p > fit.q) {
                throw section.wrong("p", "must not exceed q, or one line would start before it is asked for");
            }
            return fit;
        }
    }

    /** Nanoseconds in which a core gets a line, by the line's holder and state. */
    public record LineLatency(double ownModified, double ownExclusive, double ownShared, double remoteModified,
            double remoteExclusive, double remoteShared, double memory) {
        private static final double NANO = 1e-3;

        /** {@return what a protocol's accesses cost, for models} */
        static LineLatency of(Protocol protocol) {
            double own = protocol.load() * NANO;
            return new LineLatency(own, own, own, protocol.latency().modified() * NANO,
                protocol.latency().exclusive() * NANO, protocol.latency().third() * NANO,
                protocol.latency().memory() * NANO);
        }

        static LineLatency simple(Section section) {
            double own = section.positive("own");
            double remote = section.positive("remote");
            if (remote <= own) {
                throw section.wrong("remote", "must be more than the cost of the own cache, " + own);
            }
            return new LineLatency(own, own, own, remote, remote, remote, section.positive("memory"));
        }

        LineLatency simplified() {
            return new LineLatency(ownExclusive, ownExclusive, ownExclusive, remoteExclusive, remoteExclusive,
                remoteExclusive, memory);
        }

        static LineLatency read(Section section) {
            try (Section own = section.section("own"); Section remote = section.section("remote")) {
                LineLatency latency = new LineLatency(own.positive("modified"), own.positive("exclusive"),
                    own.positive("shared"), remote.positive("modified"), remote.positive("exclusive"),
                    remote.positive("shared"), section.positive("memory"));
                double slowestOwn = Math.max(latency.ownModified, Math.max(latency.ownExclusive, latency.ownShared));
                for (String state : new String[] {"modified", "exclusive", "shared"}) {
                    if (remote.positive(state) <= slowestOwn) {
                        throw remote.wrong(state, "must be more than the cost of the own cache, " + slowestOwn);
                    }
                }
                return latency;
            }
        }
    }
}
