// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.message.Communicator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** An ordered set of processes. */
public class Group {
    /** World numbers, null in a null group. */
    private int[] members;

    Group(int... members) {
        this.members = members;
    }

    int[] members() {
        if (members == null) {
            throw new MPIException("the group is null");
        }
        return members;
    }

    private static Group of(IntStream members) {
        return new Group(members.toArray());
    }

    private static boolean has(Group group, int member) {
        return Communicator.rank(group.members(), member) >= 0;
    }

    private Group pick(int[] ranks, boolean those) {
        int[] all = members();
        for (int rank : ranks) {
            if (rank < 0 || rank >= all.length) {
                throw new MPIException("the group has no rank " + rank);
            }
        }
        if (Arrays.stream(ranks).distinct().count() < ranks.length) {
            throw new MPIException("a rank is there twice in " + Arrays.toString(ranks));
        }
        return those ? of(Arrays.stream(ranks).map(rank -> all[rank]))
            : of(IntStream.range(0, all.length).filter(i -> Arrays.stream(ranks).noneMatch(rank -> rank == i))
                .map(i -> all[i]));
    }

    private static int[] inRanges(int[][] ranges) {
        List<Integer> ranks = new ArrayList<>();
        for (int[] range : ranges) {
            for (int rank = range[0]; range[2] > 0 ? rank <= range[1] : rank >= range[1]; rank += range[2]) {
                ranks.add(rank);
            }
        }
        return ranks.stream().mapToInt(i -> i).toArray();
    }

//#each Size/Rank/Translate/Compare/Union/Intersection/Difference/Incl/Excl/Range_incl/Range_excl/Is_null
//#row Size | Rank | Translate_ranks | Compare | Union | Intersection | Difference | Incl | Excl | Range_incl
//#     | Range_excl | Is_null
//#row getSize | getRank | translateRanks | compare | union | intersection | difference | incl | excl | rangeIncl
//#     | rangeExcl | isNull
    /** {@return the number of processes} */
    public int $Size$() {
        return members().length;
    }

    /** {@return the rank of the calling process, or {@link MPI#UNDEFINED}} */
    public int $Rank$() {
        int rank = Communicator.rank(members(), MPI.engine().shmem.myPe());
        return rank < 0 ? MPI.UNDEFINED : rank;
    }

    /** {@return the ranks that processes of one group have in another, or {@link MPI#UNDEFINED}} */
    public static int[] $Translate$(Group group1, int[] ranks1, Group group2) {
        return Arrays.stream(ranks1).map(rank -> rank == MPI.PROC_NULL ? rank
            : Communicator.rank(group2.members(), group1.members()[rank])).map(rank -> rank == -1 ? MPI.UNDEFINED
            : rank).toArray();
    }

    /** {@return {@link MPI#IDENT}, {@link MPI#SIMILAR} for the same processes in another order, or UNEQUAL} */
    public static int $Compare$(Group group1, Group group2) {
        int[] a = group1.members().clone();
        int[] b = group2.members().clone();
        if (Arrays.equals(a, b)) {
            return MPI.IDENT;
        }
        Arrays.sort(a);
        Arrays.sort(b);
        return Arrays.equals(a, b) ? MPI.SIMILAR : MPI.UNEQUAL;
    }

    /** {@return the processes of the first group, then the other ones of the second} */
    public static Group $Union$(Group group1, Group group2) {
        return of(IntStream.concat(Arrays.stream(group1.members()), Arrays.stream(group2.members())).distinct());
    }

    /** {@return the processes of both groups, in the order of the first} */
    public static Group $Intersection$(Group group1, Group group2) {
        return of(Arrays.stream(group1.members()).filter(member -> has(group2, member)));
    }

    /** {@return the processes of the first group that are not in the second} */
    public static Group $Difference$(Group group1, Group group2) {
        return of(Arrays.stream(group1.members()).filter(member -> !has(group2, member)));
    }

    /** {@return the processes of some ranks, in their order} */
    public Group $Incl$(int[] ranks) {
        return pick(ranks, true);
    }

    /** {@return the processes of all ranks but some} */
    public Group $Excl$(int[] ranks) {
        return pick(ranks, false);
    }

    /** {@return the processes of ranges of ranks: first, last, step} */
    public Group $Range_incl$(int[][] ranges) {
        return pick(inRanges(ranges), true);
    }

    /** {@return the processes outside of ranges of ranks: first, last, step} */
    public Group $Range_excl$(int[][] ranges) {
        return pick(inRanges(ranges), false);
    }

    /** {@return whether the group is null} */
    public boolean $Is_null$() {
        return members == null;
    }

//#next
    /** Makes the group null. */
    public void Free() {
        members = null;
    }

    /** Makes the group null. */
    public void free() {
        members = null;
    }
}
