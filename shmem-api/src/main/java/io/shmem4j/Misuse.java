// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import io.shmem4j.engine.Check;
import io.shmem4j.engine.Fault;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.NotInitializedException;
import io.shmem4j.error.SymmetricIndexException;

/** The exceptions for wrong use of symmetric objects, contexts and teams. */
final class Misuse {
    private Misuse() {
    }

    static RuntimeException index(Symmetric object, long index, long count) {
        if (object.block.freed) {
            return new FreedObjectException(Fault.where() + ": " + object.name() + " was freed at "
                + object.block.freedAt + "; it had been allocated at " + object.block.site);
        }
        return new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("element", index, count,
            describe(object), object.length()));
    }

    static RuntimeException bytes(Symmetric object, long first, long count) {
        return new SymmetricIndexException(Fault.where() + ": " + Fault.outOfBounds("byte", first, count,
            describe(object), object.byteSize()));
    }

    private static String describe(Symmetric object) {
        boolean part = object.byteSize() != object.block.bytes;
        return (part ? "the part of " : "") + object.name() + " (allocated at " + object.block.site + ")";
    }

    /** Null for the dest, or else the source, although some member has elements. */
    static NullPointerException leftOut(Symmetric dest, String reason) {
        return new NullPointerException(Fault.where() + ": the " + (dest == null ? "dest" : "source") + " is null, but "
            + reason + "; all members pass the same symmetric objects, whether they use them or not");
    }

    static RuntimeException closed(Context context) {
        return context instanceof Shmem ? Fault.notInitialized()
            : new NotInitializedException(Fault.where() + ": this context was closed");
    }

    static RuntimeException pe(Context context, int pe) {
        if (!context.open()) {
            return closed(context);
        }
        int size = context.size();
        return new InvalidPeException(Fault.where() + ": there is no PE " + pe + "; " + context.team() + " has "
            + (size == 1 ? "PE 0 only" : "PEs 0 to " + (size - 1)));
    }

    static RuntimeException team(Team team) {
        return new NotInitializedException(Fault.where() + ": this PE is not a member of " + team
            + (team.isFreed() ? ", which was freed" : "; ask isMember() first"));
    }

    static InvalidPeException member(Team team, int pe) {
        return new InvalidPeException(Fault.where() + ": there is no PE " + pe + " in " + team + ", which has PEs 0 to "
            + (team.nPes() - 1));
    }

    /** Refuses a source that partly overlaps the result; with {@code inPlace} both may be the same. */
    static void overlap(Symmetric dest, long to, long destBytes, Symmetric source, long from, long sourceBytes,
        boolean inPlace) {
        if (Check.ARGUMENTS && overlaps(to, destBytes, from, sourceBytes) && !(inPlace && to == from)) {
            throw new IllegalArgumentException(Fault.where() + ": dest and source overlap: bytes "
                + span(dest, to, destBytes) + " and " + span(source, from, sourceBytes));
        }
    }

    /** Refuses a local copy between ranges that overlap. */
    static void localOverlap(Symmetric dest, long to, Symmetric source, long from, long bytes) {
        if (overlaps(to, bytes, from, bytes)) {
            throw new IllegalArgumentException(Fault.where() + ": the target is this PE, and dest and source overlap: "
                + "bytes " + span(dest, to, bytes) + " and " + span(source, from, bytes));
        }
    }

    static boolean overlaps(long to, long destBytes, long from, long sourceBytes) {
        return destBytes > 0 && sourceBytes > 0 && to < from + sourceBytes && from < to + destBytes;
    }

    private static String span(Symmetric object, long from, long bytes) {
        long first = from - object.block.offset;
        return "[" + first + ", " + (first + bytes) + ") of " + object.name();
    }
}
