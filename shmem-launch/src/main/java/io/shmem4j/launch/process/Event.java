// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.report.OutputFault;

/** An event that the launcher's main thread handles. Other threads only queue events. */
public sealed interface Event {
    /** A PE in a shared JVM has ended. */
    record Ended(PeProcess process, int status) implements Event { }

    record Exited(JvmProcess jvm) implements Event { }

    /** A terminating signal has arrived. */
    record Interrupted() implements Event { }

    /** A signal for the PEs has arrived. */
    record Signalled(int number) implements Event { }

    /** A second SIGINT has arrived: kill the job now. */
    record Forced() implements Event { }

    record OutputFailed(OutputFault fault) implements Event { }
}
