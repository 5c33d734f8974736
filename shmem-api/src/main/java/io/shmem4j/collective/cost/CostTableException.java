// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.collective.cost;

/** A table of costs that can't be used; the message starts with the file, the line and the field. */
public final class CostTableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CostTableException(String file, int line, String field, String problem) {
        super(file + ":" + line + ": " + field + ": " + problem);
    }
}
