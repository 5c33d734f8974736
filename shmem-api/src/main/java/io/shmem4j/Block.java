// SPDX-License-Identifier: Apache-2.0
package io.shmem4j;

import java.util.Locale;

/** One allocation of the symmetric heap; every handle to part of it points here. */
final class Block {
    final long offset;
    final long bytes;
    final long alignment;
    final String type;
    final String site;
    /** Its place in the table of objects, -1 where it has none. */
    int entry = -1;
    /** Written under the library's lock; read plainly on every access, because freeing while others use is misuse. */
    boolean freed;
    String freedAt;
    private final Library library;
    private String name;

    Block(Library library, long offset, long bytes, long alignment, String type, String name, String site) {
        this.library = library;
        this.offset = offset;
        this.bytes = bytes;
        this.alignment = alignment;
        this.type = type;
        this.name = name;
        this.site = site;
    }

    Library library() {
        return library;
    }

    String name() {
        return name;
    }

    void rename(String newName) {
        name = newName;
        library.allocations().renamed(this);
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s (%d bytes, allocated at %s)", name, bytes, site);
    }
}
