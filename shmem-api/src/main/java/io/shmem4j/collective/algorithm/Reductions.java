// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.algorithm;

import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.ReduceAlgorithm;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.collective.cost.Operation;
import io.shmem4j.collective.team.CounterSync;
import io.shmem4j.collective.team.Levels;
import io.shmem4j.collective.team.Links;
import io.shmem4j.collective.team.NodeMeeting;
import io.shmem4j.collective.team.Split;
import io.shmem4j.collective.team.Staging;
import io.shmem4j.collective.team.TeamView;
import io.shmem4j.spi.Kernel;

/** The reduction algorithms, and the choice between them. */
final class Reductions {
    private static final Reduction LEVELS = new LevelsReduction();
    private static final Reduction[] ALL = new Reduction[ReduceAlgorithm.values().length];

    static {
        ALL[ReduceAlgorithm.FLAT.ordinal()] = new FlatReduction();
        ALL[ReduceAlgorithm.RECDBL.ordinal()] = new RecdblReduction();
        ALL[ReduceAlgorithm.BRUCK.ordinal()] = new BruckReduction();
        ALL[ReduceAlgorithm.RABENSEIFNER.ordinal()] = new RabenseifnerReduction();
        ALL[ReduceAlgorithm.TREE.ordinal()] = new TreeReduction();
        ALL[ReduceAlgorithm.RING.ordinal()] = new RingReduction();
        ALL[ReduceAlgorithm.BLOCKS.ordinal()] = new BlocksReduction();
    }

    private Reductions() {
    }

    static Reduction chosen(TeamView team, CollectiveOptions options, long bytes) {
        if (options.reduce() != ReduceAlgorithm.AUTO) {
            return ALL[options.reduce().ordinal()];
        }
        return team.levels() == null ? fastest(team, options.transfer(), bytes) : LEVELS;
    }

    /** {@return the fastest single-node algorithm} */
    static Reduction fastest(TeamView team, Transfer transfer, long bytes) {
        Operation operation = transfer == Transfer.DIRECT ? Operation.REDUCE_DIRECT : Operation.REDUCE_PUTGET;
        return ALL[team.choices().of(ReduceAlgorithm.AUTO, operation, bytes)];
    }

    /** {@return the faster of two algorithms that combine in the order of the members} */
    static Reduction inOrder(long bytes) {
        return ALL[(bytes <= 4096 ? ReduceAlgorithm.FLAT : ReduceAlgorithm.BLOCKS).ordinal()];
    }

    /**
     * An algorithm that reduces over a group and gives every member the result.
     *
     * <p>No member can leave before all have entered, so the group's buffer is free again, see {@link Staging#entered}.
     * The order in which elements are combined depends only on the call's arguments and the group, and in a tree on its
     * shape, which follows from the cost table and the number of cores.
     */
    interface Reduction {
        /** Reduces at least one element over a group of at least two members; the result may replace the source. */
        void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes);
    }

    /**
     * Every member owns a block: it combines that block of all sources and stores the result in every dest.
     *
     * <p>Each byte is read once and written once, and no transfer waits for another, so the cost is two barriers and
     * the time of the memory. It works in place, too, because only the owner of a block accesses that block of any
     * member.
     */
    private static final class BlocksReduction implements Reduction {
        @Override
        public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
            Split split = team.split(bytes, kernel.elementBytes(), team.size());
            long end = split.start(team.me() + 1);
            team.sync();
            for (long at = split.start(team.me()); at < end; at += Staging.WORK_BYTES) {
                long part = Math.min(Staging.WORK_BYTES, end - at);
                long result = dest + at;
                if (dest == source) {
                    result = team.accumulate(transfer, kernel, source + at, part, team.size());
                    team.copy(dest + at, result, part);
                } else {
                    team.accumulate(transfer, kernel, result, source + at, part, team.size());
                }
                for (int step = 1; step < team.size(); step++) {
                    team.put((team.me() + step) % team.size(), dest + at, result, part);
                }
            }
            team.sync();
        }
    }

    /**
     * One member reads all operands, combines them in the order of the members, and distributes the result.
     *
     * <p>Short operands are in the group's buffer. The last member to arrive combines them, and each other member waits
     * once, so there are few context switches if members outnumber cores. The first member combines long operands in
     * place, between two barriers.
     *
     * <p>Ordering: an arrival is an addition to one counter, a full fence, so the last member sees all operands; it
     * publishes by a release store that the others acquire. A result in the publishing cell is replaced only when all
     * have arrived again, which they do after they have read it.
     */
    private static final class FlatReduction implements Reduction {
        private static final long SHORT_BYTES = Staging.WORK_BYTES;

        @Override
        public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
            if (bytes <= SHORT_BYTES) {
                lastComputes(team, transfer, kernel, dest, source, bytes);
            } else {
                firstComputes(team, transfer, kernel, dest, source, bytes);
            }
        }

        private static void lastComputes(TeamView team, Transfer transfer, Kernel kernel, long dest, long source,
            long bytes) {
            CounterSync arrivals = team.arrivals();
            long operands = team.staging().fresh();
            long result = bytes <= Staging.ANNOUNCED_BYTES ? arrivals.data() : operands + SHORT_BYTES;
            team.copy(operands, source, bytes);
            if (arrivals.enter()) {
                team.put(0, result, team.accumulate(transfer, kernel, operands, bytes, team.size()), bytes);
                arrivals.publish();
            } else {
                arrivals.await();
            }
            team.get(dest, 0, result, bytes);
            team.staging().entered();
        }

        private static void firstComputes(TeamView team, Transfer transfer, Kernel kernel, long dest, long source,
            long bytes) {
            team.sync();
            if (team.me() == 0) {
                for (long done = 0; done < bytes; done += Staging.WORK_BYTES) {
                    long part = Math.min(Staging.WORK_BYTES, bytes - done);
                    long result = team.accumulate(transfer, kernel, source + done, part, team.size());
                    for (int i = 0; i < team.size(); i++) {
                        team.put(i, dest + done, result, part);
                    }
                }
            }
            team.sync();
        }
    }

    /**
     * A reduction in two levels: the members on each node reduce, their leaders reduce the nodes' results, and pass the
     * result to the members on their nodes.
     *
     * <p>Short operands are in the members' buffers, where the leader combines them while the others wait; a few bytes
     * travel in the cache line that ends their wait. Long operands take a single-node algorithm, then a broadcast.
     */
    private static final class LevelsReduction implements Reduction {
        private static final long SHORT_BYTES = Staging.WORK_BYTES;
        private static final Reduction FEW = new RecdblReduction();
        private static final Reduction MANY = new RabenseifnerReduction();

        @Override
        public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
            Levels levels = team.levels();
            if (bytes <= SHORT_BYTES) {
                leaderCombines(levels, transfer, kernel, dest, source, bytes);
            } else {
                allCombine(levels, transfer, kernel, dest, source, bytes);
            }
            team.staging().entered();
        }

        private static void leaderCombines(Levels levels, Transfer transfer, Kernel kernel, long dest, long source,
            long bytes) {
            TeamView here = levels.here();
            NodeMeeting meeting = levels.meeting();
            long operands = here.staging().fresh();
            long result = bytes <= Staging.ANNOUNCED_BYTES ? meeting.data() : operands + SHORT_BYTES;
            here.copy(operands, source, bytes);
            if (meeting.arrive()) {
                long sum = here.accumulate(transfer, kernel, operands, bytes, here.size());
                // Leaders put into each other's results, and only the accumulator has the same offset on all nodes.
                FEW.reduce(levels.leaders(), Transfer.PUTGET, kernel, sum, sum, bytes);
                here.copy(result, sum, bytes);
                meeting.dismiss();
            }
            here.get(dest, 0, result, bytes);
            here.staging().entered();
        }

        private static void allCombine(Levels levels, Transfer transfer, Kernel kernel, long dest, long source,
            long bytes) {
            TeamView here = levels.here();
            if (here.size() == 1) {
                here.copy(dest, source, bytes);
            } else {
                Reductions.fastest(here, transfer, bytes).reduce(here, transfer, kernel, dest, source, bytes);
            }
            if (levels.leaders() != null) {
                MANY.reduce(levels.leaders(), Transfer.PUTGET, kernel, dest, dest, bytes);
            }
            if (here.size() > 1) {
                Broadcasts.fastest(here, bytes).broadcast(here, dest, dest, bytes, 0);
            }
        }
    }

    /**
     * A ring: each block travels around it once to be combined with every member's operands, and once more to be stored
     * everywhere. Blocks have equal sizes, and all of them travel at once.
     *
     * <p>A member combines its left neighbour's block with its own operands into one of two buffers in turn, where the
     * right neighbour reads it. It refills a buffer after the right neighbour has acknowledged it.
     *
     * <p>In the first step it reads the left neighbour's operands in place: the neighbour can't replace them before
     * this member's combination has gone around the ring. In the second round a finished block is stored in the right
     * neighbour's dest: that neighbour's operands are already part of it and are not needed any more, even in place.
     */
    private static final class RingReduction implements Reduction {
        private static final long BUFFER_BYTES = Staging.share(2);

        @Override
        public void reduce(TeamView team, Transfer transfer, Kernel kernel, long dest, long source, long bytes) {
            long segment = BUFFER_BYTES * team.size();
            for (long done = 0; done < bytes; done += segment) {
                Split split = team.split(Math.min(segment, bytes - done), kernel.elementBytes(), team.size());
                combineAround(team, transfer, kernel, dest + done, source + done, split);
                spreadAround(team, dest + done, split);
                team.staging().entered();
            }
        }

        private static void combineAround(TeamView team, Transfer transfer, Kernel kernel, long dest, long source,
            Split split) {
            Links links = team.links();
            int size = team.size();
            int left = Math.floorMod(team.me() - 1, size);
            int right = (team.me() + 1) % size;
            long buffers = team.staging().fresh();
            int read = 0;
            team.signal(right);
            for (int step = 0; step < size - 1; step++) {
                int block = Math.floorMod(team.me() - step - 1, size);
                long at = split.start(block);
                boolean last = step == size - 2;
                while (step >= 2 && read < step && !last) {
                    links.await(right);
                    read++;
                }
                links.await(left);
                long theirs = step == 0 ? source + at : buffers + (step - 1 & 1) * BUFFER_BYTES;
                long to = last ? dest + at : buffers + (step & 1) * BUFFER_BYTES;
                team.combine(transfer, kernel, to, source + at, left, theirs, split.length(block));
                team.signal(left);
                if (!last) {
                    team.signal(right);
                }
            }
            for (; read < size - 1; read++) {
                links.await(right);
            }
        }

        private static void spreadAround(TeamView team, long dest, Split split) {
            Links links = team.links();
            int size = team.size();
            int left = Math.floorMod(team.me() - 1, size);
            int right = (team.me() + 1) % size;
            for (int step = 0; step < size - 1; step++) {
                int block = Math.floorMod(team.me() + 1 - step, size);
                team.put(right, dest + split.start(block), dest + split.start(block), split.length(block));
                team.signal(right);
                links.await(left);
            }
        }
    }
}
