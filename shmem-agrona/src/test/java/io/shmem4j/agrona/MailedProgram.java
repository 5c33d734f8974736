// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.agrona;

import io.shmem4j.Cmp;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.error.PeFailedException;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** PE 1 dies with an error in its log, counters and unread letters; its next life goes on, and PE 0 says with what. */
public final class MailedProgram {
    private static final int LETTERS = 3;

    private MailedProgram() {
    }

    public static void main(String[] args) {
        try (Shmem shmem = Shmem.init()) {
            ErrorLog log = ErrorLog.allocate(shmem, 16_001);
            PeCounters counters = PeCounters.allocate(shmem, 4);
            Channel channel = Channel.allocate(shmem, 4096);
            SymmetricLongs sent = shmem.allocateLongs(1);
            SymmetricLongs received = shmem.allocateLongs(1);
            if (shmem.myPe() == 1) {
                log.add(new IllegalStateException("life " + shmem.incarnation()));
                counters.counter("first of life " + shmem.incarnation()).set(shmem.incarnation());
            }
            if (shmem.isFirstIncarnation()) {
                first(shmem, counters, channel, sent);
            }
            shmem.recover();
            if (shmem.myPe() == 1) {
                shmem.p(received, 0, channel.poll(BufferMessages.handler(
                    (type, buffer, index, length) -> { })), 0);
            }
            shmem.barrierAll();
            if (shmem.myPe() == 0) {
                log.read(1, (count, first, last, text) -> System.out.println(count + " " + text.lines().findFirst()
                    .orElseThrow()));
                CountersReader reader = counters.of(1);
                reader.forEach((id, type, key, label) -> System.out.println(label + ": "
                    + reader.getCounterValue(id)));
                System.out.println(received.get(0) + " letters");
            }
            shmem.finish();
        }
    }

    private static void first(Shmem shmem, PeCounters counters, Channel channel, SymmetricLongs sent) {
        if (shmem.myPe() == 1) {
            counters.counter("second of life 1").set(1);
            sent.waitUntil(0, Cmp.EQ, 1);
            Runtime.getRuntime().halt(1);
        }
        for (int letter = 0; letter < LETTERS; letter++) {
            channel.send(1, 1, BufferMessages.memory(new UnsafeBuffer(new byte[8]), 0, 8));
        }
        shmem.atomicSet(sent, 0, 1, 1);
        try {
            shmem.barrierAll();
        } catch (PeFailedException e) {
            return;
        }
        throw new AssertionError("PE 1 has come to the barrier");
    }
}
