// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ScanAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/** The scan algorithms, and the choice between them. */
final class Scans {
    private static final Scan[] ALL = new Scan[ScanAlgorithm.values().length];

    static {
        ALL[ScanAlgorithm.FLAT.ordinal()] = new FlatScan();
        ALL[ScanAlgorithm.RECDBL.ordinal()] = new RecdblScan();
        ALL[ScanAlgorithm.RING.ordinal()] = new RingScan();
    }

    private Scans() {
    }

    static Scan chosen(TeamView team, CollectiveOptions options, long bytes) {
        return ALL[team.choices().of(options.scan(), Operation.SCAN, bytes)];
    }

    /**
     * An algorithm that combines, for each member, the operands of the members up to it.
     *
     * <p>A member may leave before later members enter; the group's buffer holds the data that they still need from it.
     */
    interface Scan {
        /**
         * Scans at least one element over a group of at least two members; the result may replace the source. An
         * inclusive scan counts a member's own operands. A result without operands is zero.
         */
        void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive);
    }

    /**
     * Each member reads the operands of all members before it and combines them in order. It stores a piece of the
     * result after all have read that piece of the operands, because both may be in the same memory.
     */
    private static final class FlatScan implements Scan {
        @Override
        public void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
            int members = inclusive ? team.me() + 1 : team.me();
            team.sync();
            for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
                long part = Math.min(Staging.WORK_BYTES, bytes - done);
                long result = team.staging().accumulator();
                if (members > 0) {
                    team.accumulate(Transfer.DIRECT, kernel, source + done, part, members);
                }
                team.sync();
                if (members > 0) {
                    team.copy(dest + done, result, part);
                } else {
                    team.backend().clear(dest + done, part);
                }
            }
        }
    }

    /**
     * A scan from member to member: each combines its left neighbour's result with its own operands, in its buffer, and
     * signals the next member, which reads the result there. Long operands go in segments, so all members work at the
     * same time.
     */
    private static final class RingScan implements Scan {
        private static final long SEGMENT_BYTES = 8 << 10;

        @Override
        public void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
            int me = team.me();
            boolean last = me == team.size() - 1;
            for (long done = 0; done < bytes; done += SEGMENT_BYTES) {
                long part = Math.min(SEGMENT_BYTES, bytes - done);
                long buffer = team.staging().next(part);
                long operands = source + done;
                if (me == 0) {
                    team.copy(buffer, operands, part);
                } else {
                    team.links().await(me - 1);
                    team.combine(Transfer.DIRECT, kernel, buffer, operands, me - 1, buffer, part);
                }
                if (!last) {
                    team.links().signal(me + 1);
                }
                if (inclusive) {
                    team.copy(dest + done, buffer, part);
                } else if (me > 0) {
                    team.get(dest + done, me - 1, buffer, part);
                } else {
                    team.backend().clear(dest + done, part);
                }
            }
        }
    }

    /**
     * Recursive doubling: in the stage with distance d each member combines its partial result, of the d members up to
     * itself, with that of the member d before it. Each stage's result stays in an area of its buffer.
     *
     * <p>A member with fewer than d members before it has its final result.
     */
    private static final class RecdblScan implements Scan {
        @Override
        public void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive) {
            int stages = stagesOf(team.size() - 1);
            long segment = Math.min(Staging.share(stages + 1), Staging.round(bytes));
            for (long done = 0; done < bytes; done += segment) {
                long part = Math.min(segment, bytes - done);
                long areas = team.staging().next((stages + 1) * segment);
                scan(team, kernel, dest + done, source + done, part, inclusive, areas, segment);
            }
        }

        private static void scan(TeamView team, Kernel kernel, long dest, long source, long bytes, boolean inclusive,
            long areas, long segment) {
            int me = team.me();
            team.copy(areas, source, bytes);
            for (int stage = 0; 1 << stage < team.size(); stage++) {
                int before = me - (1 << stage);
                int after = me + (1 << stage);
                if (after < team.size()) {
                    team.links().signal(after);
                }
                if (before < 0) {
                    continue;
                }
                team.links().await(before);
                long theirs = areas + Math.min(stage, stagesOf(before)) * segment;
                long mine = areas + stage * segment;
                team.combine(Transfer.DIRECT, kernel, mine + segment, mine, before, theirs, bytes);
                if (!inclusive && stage == 0) {
                    team.get(dest, before, theirs, bytes);
                } else if (!inclusive) {
                    team.combine(Transfer.DIRECT, kernel, dest, dest, before, theirs, bytes);
                }
            }
            if (inclusive) {
                team.copy(dest, areas + stagesOf(me) * segment, bytes);
            } else if (me == 0) {
                team.backend().clear(dest, bytes);
            }
        }

        /** {@return the number of stages in which a member combines: those with distances up to its number} */
        private static int stagesOf(int member) {
            return Integer.SIZE - Integer.numberOfLeadingZeros(member);
        }
    }
}
