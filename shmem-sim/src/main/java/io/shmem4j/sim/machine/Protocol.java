// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.sim.machine;

import io.shmem4j.sim.machine.Machine.CacheSize;

/**
 * A protocol of cores with a shared last cache in each group, and what accesses cost by the state that they find.
 *
 * @param third          last cache of a group; it contains what the cores of its group have
 * @param latency        time of a single access
 * @param line           time by which each further line of a stream occupies the path beyond the first cache
 * @param load           picoseconds in which the first cache loads a line
 * @param store          picoseconds in which it stores a line, at the same time as it loads another
 * @param flush          picoseconds of flushing a line
 * @param past           picoseconds of storing a line past the caches, after it was loaded
 * @param writeBack      picoseconds by which a store to a line of memory takes longer than a load; it goes back there
 * @param ownedWriteBack whether an own line in state O is written back to memory before it is modified again
 */
public record Protocol(Kind kind, CacheSize third, Costs latency, Costs line, long load, long store, long flush,
        long past, long writeBack, boolean ownedWriteBack) {
    /** Intel's and AMD's. */
    public enum Kind { MESIF, MOESI }

    static Protocol read(Section section, int lineBytes) {
        return new Protocol(section.choice("states", Kind.values()), section.read("third", third ->
            CacheSize.read(third, lineBytes)), section.read("latencyNs", Costs::read),
            section.read("lineNs", Costs::read),
            section.nanos("loadNs"), section.nanos("storeNs"), section.nanos("flushNs"), section.nanos("pastNs"),
            section.nanos("writeBackNs"), section.whole("ownedWriteBack", 0, 1) == 1);
    }

    /**
     * Picoseconds of an access by what it finds; far is what another group has or a distant memory.
     *
     * @param second     in the core's second cache
     * @param third      in the group's last cache, and no other core has to be asked
     * @param modified   in state M or O in another core
     * @param exclusive  in state E in another core
     * @param invalidate copies of other cores end because of a store
     */
    public record Costs(long second, long third, long modified, long exclusive, long invalidate, long memory,
            long farModified, long farShared, long farInvalidate, long farMemory) {
        static Costs read(Section section) {
            return new Costs(section.nanos("second"), section.nanos("third"), section.nanos("modified"),
                section.nanos("exclusive"), section.nanos("invalidate"), section.nanos("memory"),
                section.nanos("farModified"), section.nanos("farShared"), section.nanos("farInvalidate"),
                section.nanos("farMemory"));
        }
    }
}
