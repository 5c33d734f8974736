// SPDX-License-Identifier: Apache-2.0
package mpi;

/** What happens after an error: always an exception. */
public final class Errhandler {
    Errhandler() {
    }
}
