// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.race.cases;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;

/** Syncs of teams, and other collectives. Lines of a race are marked by 1 and 2. */
final class CollectiveCases {
    private CollectiveCases() {
    }

    static void teamSyncOfOthersRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Team half = s.world().splitStrided(0, 1, 2);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 2); // 1
            s.quiet();
        }
        if (half.isMember()) {
            half.sync();
        }
        if (s.myPe() == 2) {
            a.get(0); // 2
        }
    }

    static void teamSyncClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Team half = s.world().splitStrided(0, 1, 2);
        if (half.isMember()) {
            if (s.myPe() == 0) {
                s.p(a, 0, 1, 1);
                s.quiet();
            }
            half.sync();
            if (s.myPe() == 1) {
                a.get(0);
            }
        }
    }

    static void reduceOrdersClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.quiet();
        }
        s.world().sumReduce(out, in, 1);
        if (s.myPe() == 1) {
            a.get(0);
        }
    }

    static void reduceWithoutQuietRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1); // 1
        }
        s.world().sumReduce(out, in, 1);
        if (s.myPe() == 1) {
            a.get(0); // 2
        }
    }

    static void putIntoSourceOfReduceRacy(Shmem s) {
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(in, 0, 1, 1); // 1
        }
        s.world().sumReduce(out, in, 1); // 2
    }

    static void getFromDestOfReduceRacy(Shmem s) {
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        s.world().sumReduce(out, in, 1); // 1
        if (s.myPe() == 0) {
            s.p(out, 0, 1, 1); // 2
        }
    }

    static void reduceResultUsedClean(Shmem s) {
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        for (int i = 0; i < 5; i++) {
            in.set(0, i);
            s.world().sumReduce(out, in, 1);
            out.get(0);
        }
    }

    static void broadcastOrdersRootClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.quiet();
        }
        s.world().broadcast(out, in, 1, 0);
        if (s.myPe() == 1) {
            a.get(0);
            out.set(0, 2);
        }
    }

    static void broadcastOrdersNoOtherRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 2) {
            s.p(a, 0, 1, 1); // 1
            s.quiet();
        }
        s.world().broadcast(out, in, 1, 0);
        if (s.myPe() == 1) {
            a.get(0); // 2
        }
    }

    static void putIntoDestOfBroadcastRacy(Shmem s) {
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 2) {
            s.p(out, 0, 4, 1); // 1
        }
        s.world().broadcast(out, in, 1, 0); // 2
    }

    static void collectivesInALoopClean(Shmem s) {
        SymmetricLongs in = s.allocateLongs(4);
        SymmetricLongs out = s.allocateLongs(4L * s.nPes());
        for (int i = 0; i < 5; i++) {
            in.fill(i);
            s.world().fcollect(out, in, 4);
            out.get(i);
            s.world().broadcast(out, in, 4, i % s.nPes());
            out.get(3);
            s.world().alltoall(out, in, 1);
            out.get(0);
            s.world().collect(out, in, s.myPe() % 2);
        }
    }

    static void putIntoDestOfCollectRacy(Shmem s) {
        SymmetricLongs in = s.allocateLongs(4);
        SymmetricLongs out = s.allocateLongs(4L * s.nPes());
        if (s.myPe() == 2) {
            s.p(out, 1, 4, 1); // 1
        }
        s.world().collect(out, in, 1); // 2
    }

    static void collectsClean(Shmem s) {
        SymmetricLongs in = s.allocateLongs(8);
        SymmetricLongs out = s.allocateLongs(8);
        in.fill(1);
        s.barrierAll();
        s.world().fcollect(out, in, 1);
        out.get(s.nPes() - 1);
        s.barrierAll();
        s.world().alltoall(out, in, 1);
        out.get(s.nPes() - 1);
        in.fill(2);
        s.barrierAll();
        s.world().sumInscan(out, in, 2);
        out.get(0);
    }

    static void alltoallSourcePutRacy(Shmem s) {
        SymmetricLongs in = s.allocateLongs(8);
        SymmetricLongs out = s.allocateLongs(8);
        if (s.myPe() == 2) {
            s.p(in, 1, 1, 0); // 1
        }
        s.world().alltoall(out, in, 1); // 2
    }

    static void scanOrdersLowerClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 1);
            s.quiet();
        }
        s.world().sumInscan(out, in, 1);
        if (s.myPe() == 1) {
            a.get(0);
        }
    }

    static void scanOrdersNoHigherRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        SymmetricLongs in = s.allocateLongs(1);
        SymmetricLongs out = s.allocateLongs(1);
        if (s.myPe() == 1) {
            s.p(a, 0, 1, 0); // 1
            s.quiet();
        }
        s.world().sumInscan(out, in, 1);
        if (s.myPe() == 0) {
            a.get(0); // 2
        }
    }

    static void strideOfAlltoallsClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2L * s.nPes());
        SymmetricLongs b = s.allocateLongs(2L * s.nPes());
        s.world().alltoalls(b, a, 2, 2, 1);
        if (s.myPe() == 0) {
            s.p(b, 1, 4, 2);
        }
    }

    static void putIntoDestOfAlltoallsRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(2L * s.nPes());
        SymmetricLongs b = s.allocateLongs(2L * s.nPes());
        s.world().alltoalls(b, a, 2, 2, 1); // 1
        if (s.myPe() == 0) {
            s.p(b, 2, 4, 2); // 2
        }
    }

    static void inPlaceReductionRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(4);
        s.world().sumReduce(a, a, 4); // 1
        if (s.myPe() == 0) {
            s.put(a, 0, new long[1], 0, 1, 1); // 2
        }
    }

    static void rowThenColumnClean(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Team.Grid grid = s.world().split2d(2);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 3);
            s.quiet();
        }
        grid.row().sync();
        grid.column().sync();
        if (s.myPe() == 3) {
            a.get(0);
        }
    }

    static void rowAloneRacy(Shmem s) {
        SymmetricLongs a = s.allocateLongs(1);
        Team.Grid grid = s.world().split2d(2);
        if (s.myPe() == 0) {
            s.p(a, 0, 1, 3); // 1
            s.quiet();
        }
        grid.row().sync();
        if (s.myPe() == 3) {
            a.get(0); // 2
        }
    }
}
