// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ucx.transport;

import io.shmem4j.error.ShmemException;
import java.io.IOException;

/** Thrown if a call of UCX has failed, or a connection without UCX. */
public final class UcxException extends ShmemException {
    private static final long serialVersionUID = 1;

    UcxException(String what, int status) {
        super("UCX: " + what + ": " + Ucp.describe(status));
    }

    UcxException(String what, Throwable cause) {
        super("UCX: " + what + ": " + cause, cause);
    }

    /** Describes the failure of a connection without UCX. */
    public UcxException(String what, IOException cause) {
        super(what + ": " + (cause.getMessage() == null ? cause : cause.getMessage()), cause);
    }
}
