// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

/** A posted receive or an arrived message, by which the other is found. */
public abstract class Entry {
    /** Source or tag of a receive that takes any. */
    public static final int ANY = -1;

    int context;
    int source;
    int tag;
    /** Position in the order of the list. */
    long number;
    Entry next;
    Entry previous;
    Entry nextInChain;
    Entry previousInChain;
    boolean listed;

    final void match(int newContext, int newSource, int newTag) {
        context = newContext;
        source = newSource;
        tag = newTag;
    }

    final boolean isWild() {
        return source == ANY || tag == ANY;
    }

    /** {@return whether a message and a receive match, one of which may have wildcards} */
    final boolean matches(int itsContext, int itsSource, int itsTag) {
        return context == itsContext
            && (source == itsSource || source == ANY || itsSource == ANY)
            && (tag == itsTag || tag == ANY || itsTag == ANY);
    }
}
