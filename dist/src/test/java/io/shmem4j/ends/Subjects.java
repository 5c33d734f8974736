// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.ends;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.Shmem;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.agrona.ErrorLog;
import io.shmem4j.agrona.PeCounters;
import io.shmem4j.channel.Channel;
import io.shmem4j.channel.Feed;
import io.shmem4j.channel.Selector;
import io.shmem4j.chronicle.SymmetricObjects;
import io.shmem4j.data.Halo;
import io.shmem4j.data.SymmetricBytes2D;
import io.shmem4j.data.SymmetricDoubles2D;
import io.shmem4j.data.SymmetricFloats2D;
import io.shmem4j.data.SymmetricInts2D;
import io.shmem4j.data.SymmetricLongs2D;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricShorts2D;
import io.shmem4j.data.SymmetricStrings;
import io.shmem4j.data.SymmetricStructs;
import io.shmem4j.irregular.batch.Batch;
import io.shmem4j.irregular.container.GlobalBytes;
import io.shmem4j.irregular.container.GlobalDoubles;
import io.shmem4j.irregular.container.GlobalFloats;
import io.shmem4j.irregular.container.GlobalInts;
import io.shmem4j.irregular.container.GlobalLongs;
import io.shmem4j.irregular.container.GlobalMap;
import io.shmem4j.irregular.container.GlobalQueue;
import io.shmem4j.irregular.container.GlobalShorts;
import io.shmem4j.irregular.container.WorkPool;
import io.shmem4j.irregular.message.Messages;
import io.shmem4j.nonblocking.NonBlocking;
import io.shmem4j.nonblocking.NonBlockingTeam;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.function.Function;
import java.util.stream.Stream;

/** All objects with an end, and those that end with them. Each is made by all PEs. */
final class Subjects {
    static final int LENGTH = 8;
    static final StructLayout STRUCT = MemoryLayout.structLayout(ValueLayout.JAVA_LONG.withName("value"));
    private static final int RING = 1 << 12;
    private static final int MAP = 1 << 15;

    /** A record that can be stored and sent. */
    record One(long value) {
    }

    private Subjects() {
    }

    static Stream<Function<Values, Subject>> all() {
        return Stream.of(arrays(), data(), teams(), channels(), messages(), containers(), teamContainers())
            .flatMap(each -> each);
    }

    /** {@return those that a job has that outlives its PEs, and that take no other PE to be made} */
    static Stream<Function<Values, Subject>> lasting() {
        return Stream.of(arrays(), data(), channels(), containers()).flatMap(each -> each);
    }

    private static Stream<Function<Values, Subject>> arrays() {
        return Stream.of(
            v -> Subject.of(v.s.allocateBytes(LENGTH)),
            v -> Subject.of(v.s.allocateShorts(LENGTH)),
            v -> Subject.of(v.s.allocateInts(LENGTH)),
            v -> Subject.of(v.s.allocateLongs(LENGTH)),
            v -> Subject.of(v.s.allocateFloats(LENGTH)),
            v -> Subject.of(v.s.allocateDoubles(LENGTH)),
            v -> part(v, whole -> whole.slice(1)),
            v -> part(v, whole -> v.s.view(whole, 1)),
            v -> part(v, whole -> whole.watch(0, 2)),
            v -> part(v, whole -> whole.watch(0)),
            v -> part(v, whole -> whole.signal(1)),
            v -> part(v, whole -> whole.lock(1)),
            v -> part(v, whole -> new Selector(v.s).add(whole.watch(0), Cmp.EQ, 1)),
            v -> Subject.of(v.s.allocateSignal()),
            v -> Subject.of(v.s.allocateSignals(2)),
            v -> Subject.of(v.s.allocateLock()));
    }

    private static Subject part(Values v, Function<SymmetricLongs, Object> part) {
        SymmetricLongs whole = v.s.allocateLongs(LENGTH);
        return Subject.of(part.apply(whole), whole);
    }

    private static Stream<Function<Values, Subject>> data() {
        return Stream.of(
            v -> Subject.of(SymmetricBytes2D.allocate(v.s, LENGTH, LENGTH)),
            v -> Subject.of(SymmetricShorts2D.allocate(v.s, LENGTH, LENGTH)),
            v -> Subject.of(SymmetricInts2D.allocate(v.s, LENGTH, LENGTH)),
            v -> Subject.of(SymmetricLongs2D.allocate(v.s, LENGTH, LENGTH)),
            v -> Subject.of(SymmetricFloats2D.allocate(v.s, LENGTH, LENGTH)),
            v -> Subject.of(SymmetricDoubles2D.allocate(v.s, LENGTH, LENGTH)),
            v -> {
                SymmetricLongs2D whole = SymmetricLongs2D.allocate(v.s, LENGTH, LENGTH);
                Halo halo = whole.halo(1, true);
                return Subject.of(halo, whole, halo);
            },
            v -> Subject.of(v.grid.halo(1, true)),
            v -> Subject.of(SymmetricRecords.allocatePublished(v.s, One.class, LENGTH)),
            v -> Subject.of(SymmetricStructs.allocate(v.s, STRUCT, LENGTH)),
            v -> Subject.of(SymmetricStrings.allocate(v.s, LENGTH, LENGTH)),
            v -> {
                SymmetricStructs whole = SymmetricStructs.allocate(v.s, STRUCT, LENGTH);
                return Subject.of(whole.longs("value"), whole);
            });
    }

    private static Stream<Function<Values, Subject>> teams() {
        return Stream.of(
            v -> Subject.of(v.s.createContext()),
            v -> {
                Team team = v.s.world().splitStrided(0, 1, v.s.nPes());
                return Subject.of(team, team::free);
            },
            v -> {
                Team team = v.s.world().splitStrided(0, 1, v.s.nPes());
                return Subject.of(team.createContext(), team::free);
            },
            v -> {
                Context context = v.s.createContext();
                return Subject.of(context.session(), context);
            },
            v -> Subject.of(NonBlocking.allocate(v.s)),
            v -> {
                NonBlocking all = NonBlocking.allocate(v.s);
                NonBlockingTeam team = all.on(v.s.world(), 1);
                return Subject.of(team, team, all);
            },
            v -> {
                NonBlocking all = NonBlocking.allocate(v.s);
                return Subject.of(all.on(v.s.world(), 1), all);
            },
            v -> {
                NonBlocking all = NonBlocking.allocate(v.s);
                NonBlockingTeam team = all.on(v.s.world(), 1);
                return Subject.of(v.s.myPe() == 0 ? team.barrier() : team, all::close, team::close);
            });
    }

    private static Stream<Function<Values, Subject>> channels() {
        return Stream.of(
            v -> Subject.of(Channel.allocate(v.s, RING)),
            v -> {
                Channel channel = Channel.allocate(v.s, RING);
                return Subject.of(channel.claim(1, 1, 1), channel);
            },
            v -> {
                Channel channel = Channel.allocate(v.s, RING);
                return Subject.of(new Selector(v.s).add(channel), channel);
            },
            v -> Subject.of(Feed.allocate(v.s, 0, RING)),
            v -> {
                Feed feed = Feed.allocate(v.s, 0, RING);
                return Subject.of(feed.reader(), feed);
            },
            v -> {
                Feed feed = Feed.allocate(v.s, 1, RING);
                return Subject.of(feed.holdingReader(), feed);
            },
            v -> {
                Feed.Reader reader = Feed.allocate(v.s, 1, RING).holdingReader();
                return Subject.of(reader);
            },
            v -> {
                Feed feed = Feed.allocate(v.s, 1, RING);
                return Subject.of(new Selector(v.s).add(feed.reader()), feed);
            });
    }

    private static Stream<Function<Values, Subject>> messages() {
        return Stream.of(
            v -> Subject.of(messages(v.s)),
            v -> {
                Messages messages = messages(v.s);
                return Subject.of(v.s.myPe() == 0 ? messages.ask(1, 1, 1) : messages, () -> close(messages));
            });
    }

    private static void close(Messages messages) {
        try {
            messages.close();
        } catch (IllegalStateException _) {
            // The question has no answer.
        }
    }

    static Messages messages(Shmem s) {
        Messages messages = Messages.allocate(s);
        messages.handler((_, _) -> { });
        messages.answerer((_, _) -> 1);
        messages.open();
        return messages;
    }

    private static Stream<Function<Values, Subject>> containers() {
        return Stream.of(
            v -> Subject.of(GlobalBytes.block(v.s, LENGTH)),
            v -> Subject.of(GlobalShorts.block(v.s, LENGTH)),
            v -> Subject.of(GlobalInts.block(v.s, LENGTH)),
            v -> Subject.of(GlobalLongs.block(v.s, LENGTH)),
            v -> Subject.of(GlobalFloats.block(v.s, LENGTH)),
            v -> Subject.of(GlobalDoubles.block(v.s, LENGTH)),
            v -> Subject.of(GlobalMap.allocate(v.s, Long.class, Long.class, MAP, GlobalMap.WhenFull.REFUSE)),
            v -> Subject.of(GlobalQueue.allocate(v.s, LENGTH, 1)),
            v -> Subject.of(WorkPool.allocate(v.s, LENGTH, LENGTH)));
    }

    private static Stream<Function<Values, Subject>> teamContainers() {
        return Stream.of(
            v -> Subject.of(Batch.allocate(v.s, v.longs)),
            v -> Subject.of(GlobalLongs.block(v.s, v.s.world().splitStrided(0, 1, v.s.nPes()), LENGTH)));
    }

    /** {@return those that need flags of the JVM} */
    static Stream<Function<Values, Subject>> ofOthers() {
        return Stream.of(
            v -> Subject.of(ErrorLog.allocate(v.s, RING)),
            v -> Subject.of(PeCounters.allocate(v.s, 2)),
            v -> Subject.of(SymmetricObjects.allocate(v.s, LENGTH, LENGTH)));
    }
}
