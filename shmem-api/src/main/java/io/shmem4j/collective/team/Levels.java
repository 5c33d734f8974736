// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

import io.shmem4j.algorithm.BarrierAlgorithm;
import io.shmem4j.algorithm.CollectiveOptions;
import io.shmem4j.algorithm.Transfer;
import io.shmem4j.spi.Backend;
import io.shmem4j.spi.SystemLayout;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The two levels of a team that spans nodes: its members on this node, and the leaders, each the first member on its
 * node. Data travel between nodes only through leaders.
 *
 * <p>Leaders use no cells but those of {@link Links}, because members wait for all other cells at the holder, which may
 * be on another node.
 */
public final class Levels {
    private final int[] firsts;
    private final int node;
    private final TeamView here;
    private final TeamView leaders;
    private final NodeMeeting meeting;

    private Levels(Group group, int[] firsts) {
        this.firsts = firsts;
        this.node = node(group.me());
        Group members = group.part(firsts[node], firsts[node + 1] - firsts[node],
            group.slot() + SystemLayout.SLOTS_OF_NODES);
        this.here = new TeamView(members, null);
        CollectiveOptions options = CollectiveOptions.environment();
        here.follow(options.withBarrier(BarrierAlgorithm.AUTO));
        this.meeting = new NodeMeeting(members);
        this.leaders = members.me() == 0 ? leaders(group) : null;
        if (leaders != null) {
            leaders.follow(options.withBarrier(BarrierAlgorithm.DISSEMINATION).withTransfer(Transfer.PUTGET));
        }
    }

    private TeamView leaders(Group group) {
        int[] worlds = new int[nodes()];
        for (int i = 0; i < worlds.length; i++) {
            worlds[i] = group.world(firsts[i]);
        }
        return new TeamView(new Group(group.backend(), worlds[0], 1, worlds.length, node,
            group.slot() + 2 * SystemLayout.SLOTS_OF_NODES, group.calls(), worlds, group), null);
    }

    /** {@return the levels of a group; null if it is on one node, or if a node's members are not contiguous in it} */
    static Levels of(Group group) {
        Backend backend = group.backend();
        if (backend.node(0) == backend.node(backend.nPes() - 1)) {
            return null;
        }
        int[] firsts = new int[group.size() + 1];
        BitSet seen = new BitSet();
        int last = -1;
        for (int i = 0; i < group.size(); i++) {
            int node = backend.node(group.world(i));
            if (node != last) {
                if (seen.get(node)) {
                    return null;
                }
                firsts[seen.cardinality()] = i;
                seen.set(node);
                last = node;
            }
        }
        int nodes = seen.cardinality();
        firsts[nodes] = group.size();
        return nodes == 1 ? null : new Levels(group, Arrays.copyOf(firsts, nodes + 1));
    }

    public int nodes() {
        return firsts.length - 1;
    }

    public int node() {
        return node;
    }

    public int mostOnANode() {
        int most = 0;
        for (int node = 0; node < nodes(); node++) {
            most = Math.max(most, firsts[node + 1] - firsts[node]);
        }
        return most;
    }

    public int node(int member) {
        int at = Arrays.binarySearch(firsts, member);
        return at >= 0 ? at : -at - 2;
    }

    /** {@return the team index of the first member on a node; for the number of nodes, the team's size} */
    public int first(int node) {
        return firsts[node];
    }

    public TeamView here() {
        return here;
    }

    /** {@return the leaders, indexed by node; null if this member is not a leader} */
    public TeamView leaders() {
        return leaders;
    }

    /** {@return the meeting in which the members on this node wait for their leader} */
    public NodeMeeting meeting() {
        return meeting;
    }
}
