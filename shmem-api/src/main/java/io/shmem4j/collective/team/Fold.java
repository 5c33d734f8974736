// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/**
 * How a group of any size runs an algorithm for a power of two: the first members form pairs, whose even one, the
 * guest, gives its operands to the odd one, the host, and gets the result from it. Hosts and unpaired members are the
 * core, as many as the largest power of two that is not larger.
 */
public record Fold(int size, int core) {
    public static Fold of(int size) {
        return new Fold(size, Integer.highestOneBit(size));
    }

    private int pairs() {
        return size - core;
    }

    /** {@return whether a member leaves its part to its host, the next member} */
    public boolean guest(int member) {
        return member < 2 * pairs() && (member & 1) == 0;
    }

    /** {@return whether a member has a guest, the member before it} */
    public boolean host(int member) {
        return member < 2 * pairs() && (member & 1) == 1;
    }

    /** {@return a core member's number in the core} */
    public int number(int member) {
        return member < 2 * pairs() ? member / 2 : member - pairs();
    }

    /** {@return the member with a number in the core} */
    public int member(int number) {
        return number < pairs() ? 2 * number + 1 : number + pairs();
    }

    /** {@return the first of the members for which the core members from a number on stand} */
    public int first(int number) {
        return number < pairs() ? 2 * number : number + pairs();
    }
}
