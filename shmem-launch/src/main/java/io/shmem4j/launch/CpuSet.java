// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.stream.IntStream;

/** A set of CPUs, in the kernel's notation {@code 0-3,8}. */
public final class CpuSet {
    /** Above the kernel's limit; larger numbers are typing errors. */
    private static final int LIMIT = 1 << 16;

    static final CpuSet NONE = new CpuSet(new BitSet());

    private final BitSet cpus;

    private CpuSet(BitSet cpus) {
        this.cpus = cpus;
    }

    static CpuSet of(int cpu) {
        BitSet cpus = new BitSet();
        cpus.set(cpu);
        return new CpuSet(cpus);
    }

    /** {@return the number of online CPUs, including those this process may not use; 0 if unknown} */
    public static int online() {
        try {
            return parse(Files.readString(Path.of("/sys/devices/system/cpu/online"))).size();
        } catch (IOException | IllegalArgumentException e) {
            return 0;
        }
    }

    public static CpuSet parse(String list) {
        return parse(list, ",");
    }

    static CpuSet parse(String list, String separator) {
        return new CpuSet(numbers(list, separator, LIMIT, "cpu"));
    }

    /** {@return the numbers of a list; an IllegalArgumentException says what is wrong with it} */
    public static BitSet numbers(String list, String separator, int limit, String what) {
        BitSet numbers = new BitSet();
        for (String part : list.strip().split("[" + separator + "]", -1)) {
            int dash = part.indexOf('-');
            int first = number(list, dash < 0 ? part : part.substring(0, dash), limit, what);
            int last = dash < 0 ? first : number(list, part.substring(dash + 1), limit, what);
            if (last < first) {
                throw new IllegalArgumentException(list.strip() + ": " + part + " is no range");
            }
            numbers.set(first, last + 1);
        }
        return numbers;
    }

    private static int number(String list, String text, int limit, String what) {
        try {
            int number = Integer.parseInt(text.strip());
            if (number >= 0 && number < limit) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + list.strip() + "' is no list of " + what + "s such as 0-3,8", e);
        }
        throw new IllegalArgumentException(list.strip() + ": there is no " + what + " " + text.strip());
    }

    public CpuSet and(CpuSet other) {
        BitSet both = (BitSet) cpus.clone();
        both.and(other.cpus);
        return new CpuSet(both);
    }

    public CpuSet or(CpuSet other) {
        BitSet either = (BitSet) cpus.clone();
        either.or(other.cpus);
        return new CpuSet(either);
    }

    public CpuSet without(CpuSet other) {
        BitSet rest = (BitSet) cpus.clone();
        rest.andNot(other.cpus);
        return new CpuSet(rest);
    }

    public boolean has(int cpu) {
        return cpus.get(cpu);
    }

    public boolean isEmpty() {
        return cpus.isEmpty();
    }

    public int size() {
        return cpus.cardinality();
    }

    /** {@return the lowest CPU, or -1} */
    int first() {
        return cpus.nextSetBit(0);
    }

    IntStream stream() {
        return cpus.stream();
    }

    /** {@return the kernel's bit mask, lowest CPUs first} */
    public long[] mask() {
        return cpus.toLongArray();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CpuSet set && cpus.equals(set.cpus);
    }

    @Override
    public int hashCode() {
        return cpus.hashCode();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int first = cpus.nextSetBit(0); first >= 0;) {
            int end = cpus.nextClearBit(first);
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (end - first > 1) {
                text.append(end - first == 2 ? "," : "-").append(end - 1);
            }
            first = cpus.nextSetBit(end);
        }
        return text.toString();
    }
}
