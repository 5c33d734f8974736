// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.team;

/**
 * Lets a group of any size run an algorithm for a power of two. The first members form pairs: the even one, the guest,
 * passes its operands to the odd one, the host, and gets the result back. Hosts and unpaired members form the core. Its
 * size is the largest power of two that is not above the group's.
 */
public record Fold(int size, int core) {
    public static Fold of(int size) {
        return new Fold(size, Integer.highestOneBit(size));
    }

    private int pairs() {
        return size - core;
    }

    /** {@return whether a member leaves its work to its host, the next member} */
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

    /** {@return the first of the members that the core members from a number on stand for} */
    public int first(int number) {
        return number < pairs() ? 2 * number : number + pairs();
    }
}
