// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.error;

//#files Name/Base/when
//#row FreedObject | IllegalStateException implements ShmemFailure
//#    | A use of a symmetric object after it was freed, or after the library was finalized.
//#row HeapExhausted | ShmemException
//#    | The symmetric heap has no free block of the requested size. All PEs get this exception,
//#    and no object has changed.
//#row InvalidPe | IndexOutOfBoundsException implements ShmemFailure | A PE number outside the team of the call.
//#row JobAborted | ShmemException | The job is being ended: another PE failed, or a PE called {@code globalExit}.
//#row NodeUnreachable | ShmemException | Another node of the job no longer answers, or could never be reached.
//#row NotInitialized | IllegalStateException implements ShmemFailure
//#    | A call before init, after finalize, or on a context or team that is gone.
//#row SymmetricIndex | IndexOutOfBoundsException implements ShmemFailure
//#    | An index or count outside a symmetric object, or outside the other array of the call.
//#row WaitTimeout | ShmemException | A wait has not ended within the limit of {@code Shmem.within}.
//#row SymmetricMismatch | ShmemException | PEs made different symmetric allocations where all must make the same.
/** $when$ */
public final class $Name$Exception extends $Base$ {
    private static final long serialVersionUID = 1;

    /**
     * Called by the library.
     *
     * @param message what happened, on which PE, and what to do
     */
    public $Name$Exception(String message) {
        super(message);
    }
}
