// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

/**
 * A stream of remote accesses with its own ordering and completion: put, get, atomics, signals, fence and quiet.
 *
 * <p>The routines come from the chain of classes this one ends, one link for each element type and family. PE numbers
 * are those of the context's team.
 */
public abstract sealed class Context extends DoublesAtomicContext permits RootHeap {
    Context(Library library, int start, int stride, int size) {
        super(library, start, stride, size);
    }
}
