// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.collective;

import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Operator;
import io.shmem4j.mpi.message.Communicator;
import io.shmem4j.mpi.message.Part;
import io.shmem4j.mpi.message.Stage;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Collectives by the algorithms of the communicator's team, through its stage, in pieces if they are long.
 *
 * <p>Each method returns false, on all members alike, before it has done anything: for objects, for operators that
 * teams do not have, and for communicators without a stage. Those are left to messages. The members' elements have
 * equal kinds and sizes, as MPI requires, but their layouts may differ.
 */
final class Staged {
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG;
    /** Bytes that go with the length of a broadcast. */
    private static final long FIRST = 120;
    /** Length of blocks from which members read where others have put them, which takes a copy less. */
    private static final long READ = 1 << 13;

    private Staged() {
    }

    private static Stage stage(Communicator comm, Part part) {
        return part.layout().kind == Kind.OBJECT ? null : comm.stage();
    }

    static boolean barrier(Communicator comm) {
        if (comm.stage() == null) {
            return false;
        }
        comm.stage().team.sync();
        return true;
    }

    /** Gives a member's elements to all. The root's length counts, so a shorter part of another member is found. */
    static boolean broadcast(Communicator comm, Part part, int root) {
        Stage stage = stage(comm, part);
        if (stage == null) {
            return false;
        }
        Bytes bytes = Bytes.of(part);
        boolean gives = comm.rank() == root;
        if (gives) {
            stage.given.set(LONG, 0, bytes.length());
            bytes.give(0, stage.given, Long.BYTES, Math.min(FIRST, bytes.length()));
        }
        stage.team.broadcast(stage.source, stage.source, Long.BYTES + FIRST, root);
        long total = stage.given.get(LONG, 0);
        if (!gives) {
            bytes.take(0, stage.given, Long.BYTES, Math.min(FIRST, total));
        }
        for (long at = FIRST; at < total; at += stage.bytes) {
            long count = Math.min(stage.bytes, total - at);
            if (gives) {
                bytes.give(at, stage.given, 0, count);
            }
            stage.team.broadcast(stage.source, stage.source, count, root);
            if (!gives) {
                bytes.take(at, stage.given, 0, count);
            }
        }
        if (!gives) {
            bytes.finish(total);
        }
        if (total > bytes.length()) {
            throw new IllegalArgumentException("a message of " + total + " bytes for a receive of " + bytes.length());
        }
        return true;
    }

    /** Collects the members' elements on all of them, in the members' order. */
    static boolean allGather(Communicator comm, Part own, Part all) {
        Stage stage = stage(comm, own);
        if (stage == null) {
            return false;
        }
        Bytes out = Bytes.of(own);
        Bytes in = Bytes.of(all);
        requireEqual(out.length() * comm.size(), in.length());
        long most = most(stage, comm);
        for (long at = 0; at < out.length(); at += most) {
            long count = Math.min(most, out.length() - at);
            out.give(at, stage.given, 0, count);
            if (count < READ) {
                stage.team.fcollect(stage.dest, stage.source, count);
                takeBlocks(in, at, stage.taken, count, comm.size());
            } else {
                readBlocks(comm, in, at, 0, count);
            }
        }
        in.finish(in.length());
        return true;
    }

    /** Gives each member a part of the elements of each, in the members' order. */
    static boolean allToAll(Communicator comm, Part own, Part all) {
        Stage stage = stage(comm, own);
        if (stage == null) {
            return false;
        }
        Bytes out = Bytes.of(own);
        Bytes in = Bytes.of(all);
        requireEqual(out.length(), in.length());
        long block = out.length() / comm.size();
        long most = most(stage, comm);
        for (long at = 0; at < block; at += most) {
            long count = Math.min(most, block - at);
            for (int member = 0; member < comm.size(); member++) {
                out.give(member * block + at, stage.given, member * count, count);
            }
            if (count < READ) {
                stage.team.alltoall(stage.dest, stage.source, count);
                takeBlocks(in, at, stage.taken, count, comm.size());
            } else {
                readBlocks(comm, in, at, comm.rank() * count, count);
            }
        }
        in.finish(in.length());
        return true;
    }

    private static long most(Stage stage, Communicator comm) {
        return stage.bytes / comm.size() & -Long.BYTES;
    }

    private static void requireEqual(long sent, long received) {
        if (sent != received) {
            throw new IllegalArgumentException("the members send " + sent + " bytes to this one, which receives "
                + received);
        }
    }

    private static void takeBlocks(Bytes in, long at, MemorySegment taken, long count, int members) {
        long block = in.length() / members;
        for (int member = 0; member < members; member++) {
            in.take(member * block + at, taken, member * count, count);
        }
    }

    /** Combines the elements of the members up to this one, or before it. */
    static boolean scan(Communicator comm, Part part, Part result, Operator operator, boolean exclusive) {
        return operator == Operator.SUM && reduce(comm, part, exclusive && comm.rank() == 0 ? null : result,
            exclusive ? Operator.EXSCAN : Operator.INSCAN);
    }

    /** Reads a block of each member's source, from the same offset, the own one first. */
    private static void readBlocks(Communicator comm, Bytes in, long at, long from, long count) {
        Stage stage = comm.stage();
        int n = comm.size();
        stage.team.sync();
        for (int i = 0; i < n; i++) {
            int member = (comm.rank() + i) % n;
            comm.engine.shmem.getmem(in.memory(), in.start() + member * (in.length() / n) + at, stage.source, from,
                count, comm.group()[member]);
        }
        stage.team.sync();
    }

    /** Combines all members' elements, for those that have a part for the result. */
    static boolean reduce(Communicator comm, Part part, Part result, Operator operator) {
        Stage stage = stage(comm, part);
        if (stage == null || operator == null) {
            return false;
        }
        Kind kind = part.layout().kind;
        Bytes in = Bytes.of(part);
        Bytes out = result == null ? null : Bytes.of(result);
        for (long at = 0; at < in.length(); at += stage.bytes) {
            long count = Math.min(stage.bytes, in.length() - at);
            in.give(at, stage.given, 0, count);
            if (!reduce(stage, kind, operator, count / kind.bytes)) {
                return false;
            }
            if (out != null) {
                out.take(at, stage.given, 0, count);
            }
        }
        if (out != null) {
            out.finish(out.length());
        }
        return true;
    }

    private static boolean reduce(Stage stage, Kind kind, Operator operator, long count) {
        return switch (kind) {
            case BYTE -> ByteReduction.reduce(stage.team, operator, stage.source, count);
            case BOOLEAN -> ByteReduction.reduce(stage.team, ofBits(operator), stage.source, count);
            case CHAR -> ShortReduction.reduce(stage.team, ofUnsigned(operator), stage.shorts, count);
            case SHORT -> ShortReduction.reduce(stage.team, operator, stage.shorts, count);
            case INT -> IntReduction.reduce(stage.team, operator, stage.ints, count);
            case LONG -> LongReduction.reduce(stage.team, operator, stage.longs, count);
            case FLOAT -> FloatReduction.reduce(stage.team, operator, stage.floats, count);
            case DOUBLE -> DoubleReduction.reduce(stage.team, operator, stage.doubles, count);
            default -> false;
        };
    }

    /** {@return the operator of bytes that are 0 or 1 for one of booleans} */
    private static Operator ofBits(Operator operator) {
        return switch (operator) {
            case LAND, MIN, PROD -> Operator.BAND;
            case LOR, MAX -> Operator.BOR;
            case LXOR -> Operator.BXOR;
            default -> operator;
        };
    }

    private static Operator ofUnsigned(Operator operator) {
        return operator == Operator.MAX ? Operator.UMAX : operator == Operator.MIN ? Operator.UMIN : operator;
    }
}
