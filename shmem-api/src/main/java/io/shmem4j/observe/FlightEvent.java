// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.observe;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

@Category("shmem4j")
abstract sealed class FlightEvent extends Event {
    @Label("PE")
    @Description("Number of the PE")
    int pe;

    @Label("Place")
    @Description("The line of the program that called the library")
    String place;

    @Name("io.shmem4j.Collective")
    @Label("Collective")
    @Description("A collective call of a PE")
    @Category("shmem4j")
    @Threshold("1 ms")
    static final class CollectiveEvent extends FlightEvent {
        @Label("Operation")
        String operation;

        @Label("Algorithm")
        @Description("The algorithm chosen by the options or the cost table")
        String algorithm;

        @Label("Bytes")
        @DataAmount
        long bytes;

        @Label("Team")
        @Description("Number of PEs, the first one and the stride if it is not the world team")
        String team;

        @Label("Last to Arrive")
        @Description("The PE that called it last, -1 if unknown; only for teams of all PEs")
        int last = -1;
    }

    @Name("io.shmem4j.Transfer")
    @Label("Transfer")
    @Description("A put, a get, an atomic operation or a signal")
    @Category("shmem4j")
    @Threshold("1 ms")
    static final class TransferEvent extends FlightEvent {
        @Label("Routine")
        String routine;

        @Label("Peer")
        @Description("The PE whose memory is accessed, -1 for none or many")
        int peer;

        @Label("Bytes")
        @DataAmount
        long bytes;
    }

    /** A wait, from the time at which the PE first yields. */
    @Name("io.shmem4j.Wait")
    @Label("Wait")
    @Description("A PE waits for another one, or for a variable of its own")
    @Category("shmem4j")
    @Threshold("1 ms")
    static final class WaitEvent extends FlightEvent {
        @Label("Routine")
        String routine;

        @Label("PE Waited For")
        @Description("-1 if it waits for several PEs or for any")
        int peer;

        @Label("Object")
        @Description("The symmetric object that holds the variable")
        String object;
    }

    /** A session, from init to finish or close. */
    @Name("io.shmem4j.Session")
    @Label("Session")
    @Description("From the end of init to the start of finish or close")
    @Category("shmem4j")
    @Enabled
    @Threshold("0 ms")
    static final class SessionEvent extends FlightEvent {
        @Label("PEs")
        int pes;

        @Label("Symmetric Heap")
        @DataAmount
        long heap;

        @Label("Backend")
        String backend;
    }
}
