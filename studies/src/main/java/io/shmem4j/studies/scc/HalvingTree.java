// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.scc;

/**
 * The tree that halves a range of cores: the lowest core is the parent of the middle one, and each half is again such a
 * range.
 *
 * @param node the core, relative to the root
 * @param cores size of the whole range
 */
record HalvingTree(int node, int cores) {
    /** A step of the lowest core of a range, or of its middle core. */
    interface Step {
        void run(int low, int middle, int high);
    }

    /** Visits the steps of this node from the root downwards. */
    void down(Step lowest, Step middlemost) {
        walk(0, cores, true, lowest, middlemost);
    }

    /** Visits the steps of this node upwards to the root. */
    void up(Step lowest, Step middlemost) {
        walk(0, cores, false, lowest, middlemost);
    }

    private void walk(int low, int high, boolean down, Step lowest, Step middlemost) {
        if (high - low <= 1) {
            return;
        }
        int middle = (low + high + 1) / 2;
        int from = node < middle ? low : middle;
        int end = node < middle ? middle : high;
        if (!down) {
            walk(from, end, false, lowest, middlemost);
        }
        if (node == low) {
            lowest.run(low, middle, high);
        } else if (node == middle) {
            middlemost.run(low, middle, high);
        }
        if (down) {
            walk(from, end, true, lowest, middlemost);
        }
    }
}
