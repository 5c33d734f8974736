// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.node;

import io.shmem4j.hang.PartWaits;
import io.shmem4j.shm.JobFiles;
import io.shmem4j.shm.NodePart;
import java.io.OutputStream;

/** Connects a node's part of a job with the other parts. */
public abstract class NodeAgent {
    public abstract NodePart part();

    /** {@return where what PEs and launcher write to descriptor 1 or 2 goes} */
    public abstract OutputStream output(int descriptor);

    /** {@return bytes of heap that every PE of the job gets, where this node can give so many} */
    public abstract long heap(long bytes);

    /** Makes the node's memory accessible to other nodes, and returns when theirs is; before the first PE starts. */
    public abstract void open(JobFiles files);

    /** {@return whether the head wants to know where this node's PEs are} */
    public abstract boolean asked();

    public abstract void tell(PartWaits waits);

    /** Tells the head whether nothing moves here: all PEs that are left wait, and have for a while. */
    public abstract void stuck(boolean whether);

    /** Tells the head that a PE has waited for as long as the user wants to hear of. */
    public abstract void waitedLong();

    /** The job is over on this node; where its PEs have ended by themselves, returns when all others have. */
    public abstract void over(boolean ended);

    public abstract void summary(String line);
}
