// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import java.lang.foreign.MemorySegment;

/** An operator on a type: combines two arrays element by element. */
public abstract class Kernel {
    private final Operator operator;
    private final int elementBytes;
    private final boolean ordered;

    /**
     * For subclasses.
     *
     * @param operator     what it does
     * @param elementBytes bytes of an element; of a pair, for complex products
     * @param ordered      whether the order of three operands may show in the result
     */
    protected Kernel(Operator operator, int elementBytes, boolean ordered) {
        this.operator = operator;
        this.elementBytes = elementBytes;
        this.ordered = ordered;
    }

    /** {@return what it does} */
    public final Operator operator() {
        return operator;
    }

    /** {@return bytes of what must not be split: an element, or a pair for complex products} */
    public final int elementBytes() {
        return elementBytes;
    }

    /** {@return whether the order of three operands may show in the result, as in sums of floating-point numbers} */
    public final boolean ordered() {
        return ordered;
    }

    /**
     * Combines: {@code to[i] = left[i] op right[i]}; {@code to} may be either of them.
     *
     * @param to    exactly the result
     * @param left  exactly the left operands
     * @param right exactly the right operands
     */
    public abstract void apply(MemorySegment to, MemorySegment left, MemorySegment right);

    /**
     * Combines four in their order: {@code to[i] = first[i] op second[i] op third[i] op fourth[i]}; {@code to} may be
     * the first or the second, and the bits are those of three combinations of two.
     *
     * @param to     exactly the result
     * @param first  exactly the first operands
     * @param second exactly the second operands
     * @param third  exactly the third operands
     * @param fourth exactly the fourth operands
     */
    public void apply(MemorySegment to, MemorySegment first, MemorySegment second, MemorySegment third,
        MemorySegment fourth) {
        apply(to, first, second);
        apply(to, to, third);
        apply(to, to, fourth);
    }
}
