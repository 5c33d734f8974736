// SPDX-License-Identifier: Apache-2.0
/** Symmetric memory as agrona's buffers: messages, counters, logs of errors. */
@SuppressWarnings({"requires-automatic", "requires-transitive-automatic"}) // agrona has no descriptor.
module io.shmem4j.agrona {
    requires transitive io.shmem4j;
    requires transitive io.shmem4j.channel;
    requires transitive org.agrona;
    // PEs have no launcher.
    requires static io.shmem4j.launch;

    provides io.shmem4j.inspect.CounterReader with io.shmem4j.agrona.AgronaCounterReader;

    exports io.shmem4j.agrona;
}
