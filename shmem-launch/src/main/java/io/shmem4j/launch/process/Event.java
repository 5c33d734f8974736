// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.process;

import io.shmem4j.report.OutputFault;

/** An event of a running job. Other threads put events in a queue, and the launcher's main thread acts on them. */
public sealed interface Event {
    /** A PE has ended in a JVM that it shares. */
    record Ended(PeProcess process, int status) implements Event { }

    record Exited(JvmProcess jvm) implements Event { }

    /** This process got a signal that ends it. */
    record Interrupted() implements Event { }

    /** This process got a signal that is meant for the PEs. */
    record Signalled(int number) implements Event { }

    /** This process got SIGINT again: the job shall end at once. */
    record Forced() implements Event { }

    record OutputFailed(OutputFault fault) implements Event { }
}
