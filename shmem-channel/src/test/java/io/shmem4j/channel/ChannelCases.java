// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.channel;

import static io.shmem4j.testing.Cases.equal;
import static io.shmem4j.testing.Cases.refused;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.error.InvalidPeException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Messages of channels. */
final class ChannelCases {
    private ChannelCases() {
    }

    private static int length(int number, int longest) {
        SplittableRandom random = new SplittableRandom(number);
        return switch (number % 8) {
            case 0, 1, 2 -> random.nextInt(64);
            case 3, 4 -> random.nextInt(longest + 1);
            case 5 -> longest - random.nextInt(20);
            case 6 -> longest + 1 + random.nextInt(20);
            default -> random.nextInt(6 * longest);
        };
    }

    private static byte[] content(int from, int number, int length) {
        byte[] bytes = new byte[length];
        new SplittableRandom(from * 10_000L + number).nextBytes(bytes);
        return bytes;
    }

    private static void check(int from, long number, MemorySegment memory, long offset, long length, int longest) {
        equal((long) length((int) number, longest), length, "length of message " + number);
        byte[] expected = content(from, (int) number, (int) length);
        equal(-1L, MemorySegment.mismatch(MemorySegment.ofArray(expected), 0, length, memory, offset, offset + length),
            "first difference in message " + number + " of " + length + " bytes");
    }

    /** PE 0 sends messages of many lengths in all forms of memory to each PE, itself last. */
    static void messagesOfAnyLengthArriveInOrder(Shmem shmem) {
        Channel channel = Channel.allocate(shmem);
        int longest = channel.longest();
        int count = 60;
        long[] next = {0};
        Channel.Handler handler = (from, tag, memory, offset, length) -> {
            equal(0, from, "sender");
            equal(next[0]++, tag, "tag");
            check(from, tag, memory, offset, length, longest);
        };
        for (int i = 0; shmem.myPe() == 0 && i < count; i++) {
            byte[] bytes = content(0, i, length(i, longest));
            for (int pe = shmem.nPes() - 1; pe >= 0; pe--) {
                switch (i % 3) {
                    case 0 -> channel.send(pe, i, MemorySegment.ofArray(bytes));
                    case 1 -> channel.send(pe, i, ByteBuffer.allocateDirect(bytes.length).put(bytes).flip());
                    default -> {
                        MemorySegment around = Arena.ofAuto().allocate(bytes.length + 16L);
                        MemorySegment.copy(bytes, 0, around, JAVA_BYTE, 3, bytes.length);
                        channel.send(pe, i, around, 3, bytes.length);
                    }
                }
            }
        }
        while (next[0] < count) {
            channel.take(handler);
        }
        channel.free();
    }

    static void allSendToAllAtOnce(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int longest = channel.longest();
        int count = 50;
        long[] next = new long[shmem.nPes()];
        Channel.Handler handler = (from, tag, memory, offset, length) -> {
            equal(next[from]++, tag, "tag");
            check(from, tag, memory, offset, length, longest);
        };
        for (int i = 0; i < count; i++) {
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                byte[] bytes = content(shmem.myPe(), i, length(i, longest));
                channel.send(pe, i, MemorySegment.ofArray(bytes));
            }
            if (i % 10 == 9) {
                channel.poll(handler);
            }
        }
        channel.finish(handler);
        for (long each : next) {
            equal((long) count, each, "messages");
        }
        channel.free();
    }

    /** Each message is sent on until its tag is 0, from handlers, more than the rings hold. */
    static void handlersSendOn(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int me = shmem.myPe();
        int n = shmem.nPes();
        long[] handled = {0};
        MemorySegment out = MemorySegment.ofArray(new byte[900]);
        Channel.Handler handler = (_, tag, _, _, length) -> {
            handled[0]++;
            equal(900L, length, "length");
            for (int i = 0; tag > 0 && i < 2; i++) {
                channel.send((me + 1 + i) % n, tag - 1, out);
            }
        };
        for (int round = 0; round < 2; round++) {
            channel.send((me + 1) % n, 6, out);
            channel.finish(handler);
        }
        SymmetricLongs all = shmem.allocateLongs(1);
        shmem.add(all, 0, handled[0], 0);
        shmem.barrierAll();
        equal(me == 0 ? 2L * n * 127 : 0, all.get(0), "messages in all");
        all.free();
        channel.free();
    }

    static void offersAreRefusedWithoutRoom(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int last = shmem.nPes() - 1;
        MemorySegment message = MemorySegment.ofArray(new byte[500]);
        int sent = 0;
        if (shmem.myPe() == 0) {
            while (channel.offer(last, sent, message)) {
                sent++;
            }
            equal(true, sent >= 6 && sent <= 8, "room for " + sent + " messages");
        }
        shmem.barrierAll();
        long[] got = {0};
        Channel.Handler handler = (_, tag, _, _, _) -> equal(got[0]++, tag, "tag");
        if (shmem.myPe() == last) {
            channel.poll(handler, 3);
            equal(3L, got[0], "messages of a limited poll");
            channel.poll(handler);
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            equal(true, channel.offer(last, sent, message), "room again");
        }
        channel.finish(handler);
        equal(true, shmem.myPe() != last || got[0] >= 7, "messages");
        channel.free();
    }

    static void offersOfLongMessagesLeaveWithLaterCalls(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int last = shmem.nPes() - 1;
        byte[] bytes = content(0, 1, 1 << 16);
        long[] got = {0};
        Channel.Handler handler = (_, tag, memory, offset, length) -> {
            equal(got[0]++, tag, "tag");
            equal(1L << 16, length, "length");
            equal(-1L, MemorySegment.mismatch(memory, offset, offset + length, MemorySegment.ofArray(bytes), 0, length),
                "first byte that differs");
        };
        if (shmem.myPe() == 0) {
            byte[] source = bytes.clone();
            equal(true, channel.offer(last, 0, MemorySegment.ofArray(source)), "offer");
            Arrays.fill(source, (byte) 0);
            equal(false, channel.offer(last, 1, MemorySegment.ofArray(bytes)), "offer without room");
        }
        shmem.barrierAll();
        if (shmem.myPe() == 0) {
            while (!channel.offer(last, 1, MemorySegment.ofArray(bytes))) {
                channel.poll(handler);
            }
        } else if (shmem.myPe() == last) {
            channel.take(handler);
        }
        channel.finish(handler);
        equal(shmem.myPe() == last ? 2L : 0, got[0], "messages");
        channel.free();
    }

    static void claimsAreWrittenInPlace(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int next = (shmem.myPe() + 1) % shmem.nPes();
        int count = 100;
        long[] sum = {0};
        Channel.Handler handler = (_, tag, memory, offset, length) -> {
            equal(24L, length, "length");
            equal(tag * tag, memory.get(JAVA_LONG_UNALIGNED, offset + 16), "last word");
            sum[0] += memory.get(JAVA_LONG_UNALIGNED, offset);
        };
        for (int i = 0; i < count; i++) {
            try (Claim claim = channel.claim(next, i, 24)) {
                claim.memory().set(JAVA_LONG_UNALIGNED, 0, i);
                claim.memory().set(JAVA_LONG_UNALIGNED, 16, (long) i * i);
                if (i % 3 != 0) {
                    claim.commit();
                    refused(IllegalStateException.class, "the claim is closed", claim::commit);
                }
            }
        }
        Claim open = channel.claim(next, 0, 8);
        refused(IllegalStateException.class, "claim for PE " + next + " is open",
            () -> channel.send(next, 0, MemorySegment.ofArray(new byte[1])));
        open.close();
        channel.finish(handler);
        equal(sumOfOthers(count), sum[0], "sum");
        channel.free();
    }

    private static long sumOfOthers(int count) {
        long sum = 0;
        for (int i = 0; i < count; i++) {
            sum += i % 3 == 0 ? 0 : i;
        }
        return sum;
    }

    static void symmetricMemoryStaysWhereItIs(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int length = 300_000;
        SymmetricBytes source = shmem.allocateBytes(length + 8L);
        int me = shmem.myPe();
        int next = (me + 1) % shmem.nPes();
        int before = (me + shmem.nPes() - 1) % shmem.nPes();
        for (int round = 0; round < 3; round++) {
            byte[] bytes = content(me, round, length);
            source.set(8, bytes);
            boolean[] got = {false};
            int number = round;
            Channel.Handler handler = (from, tag, memory, offset, size) -> {
                equal(before, from, "sender");
                equal((long) number, tag, "tag");
                equal((long) length, size, "length");
                equal(-1L, MemorySegment.mismatch(MemorySegment.ofArray(content(from, number, length)), 0, length,
                    memory, offset, offset + length), "difference");
                got[0] = true;
            };
            channel.send(next, round, source, 8, length);
            source.set(8, new byte[length]);
            while (!got[0]) {
                channel.take(handler);
            }
            shmem.barrierAll();
        }
        source.free();
        channel.free();
    }

    static void longMessagesLandWhereTheReceiverWants(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int me = shmem.myPe();
        int next = (me + 1) % shmem.nPes();
        byte[] place = new byte[100_000];
        MemorySegment landing = MemorySegment.ofArray(place);
        channel.landing((_, tag, length) -> tag == 1 && length == 100_000 ? landing : null);
        channel.send(next, 0, MemorySegment.ofArray(content(me, 0, 50_000)));
        channel.send(next, 1, MemorySegment.ofArray(content(me, 1, 100_000)));
        channel.send(next, 2, MemorySegment.ofArray(content(me, 2, 100)));
        int[] got = {0};
        channel.finish((from, tag, memory, offset, length) -> {
            equal((long) got[0]++, tag, "tag");
            equal(tag == 1, memory.heapBase().filter(array -> array == place).isPresent(), "landing of " + tag);
            equal(-1L, MemorySegment.mismatch(MemorySegment.ofArray(content(from, (int) tag, (int) length)), 0, length,
                memory, offset, offset + length), "difference");
        });
        equal(3, got[0], "messages");
        channel.free();
    }

    static void takeWaitsForTheNextMessage(Shmem shmem) {
        Channel channel = Channel.allocate(shmem);
        int me = shmem.myPe();
        int next = (me + 1) % shmem.nPes();
        long[] token = {0};
        Channel.Handler handler = (_, tag, _, _, _) -> token[0] = tag;
        int rounds = 200;
        for (int i = 0; i < rounds; i++) {
            if (me == 0) {
                channel.send(next, token[0] + 1, MemorySegment.ofArray(new byte[0]));
                channel.take(handler);
            } else {
                channel.take(handler);
                channel.send(next, token[0] + 1, MemorySegment.ofArray(new byte[0]));
            }
        }
        equal(me == 0 ? (long) rounds * shmem.nPes() : (long) (rounds - 1) * shmem.nPes() + me, token[0], "token");
        channel.free();
    }

    static void takeEndsAtItsLimit(Shmem shmem) {
        Channel channel = Channel.allocate(shmem);
        Channel.Handler none = (_, tag, _, _, _) -> equal(-1L, tag, "tag");
        equal(false, channel.take(Duration.ofMillis(2), none), "a message");
        equal(false, channel.take(Duration.ZERO, none), "a message");
        shmem.barrierAll();
        channel.send(shmem.myPe(), -1, MemorySegment.ofArray(new byte[3]));
        equal(true, channel.take(Duration.ofSeconds(60), none), "a message");
        channel.free();
    }

    static void aTeamHasItsOwnNumbers(Shmem shmem) {
        int n = shmem.nPes();
        int[] odd = IntStream.range(0, n).filter(pe -> n == 1 || pe % 2 == 1).toArray();
        Team team = shmem.world().of(odd);
        Channel channel = Channel.allocate(shmem, team);
        if (team.isMember()) {
            int next = (team.myPe() + 1) % team.nPes();
            int[] got = {0};
            channel.send(next, 5, MemorySegment.ofArray(new byte[] {(byte) team.myPe()}));
            channel.finish((from, _, memory, offset, _) -> {
                equal((byte) from, memory.get(JAVA_BYTE, offset), "sender");
                equal(next, (from + 2) % team.nPes(), "order");
                got[0]++;
            });
            equal(1, got[0], "messages");
        } else {
            refused(InvalidPeException.class, "a message to PE 0", () -> channel.send(0, 0,
                MemorySegment.ofArray(new byte[1])));
        }
        channel.free();
    }

    static void aHandlerThatThrowsHasReceived(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        int me = shmem.myPe();
        for (int i = 0; i < 3; i++) {
            channel.send(me, i, MemorySegment.ofArray(new byte[i == 1 ? 5000 : 10]));
        }
        for (int i = 0; i < 3; i++) {
            int number = i;
            refused(IllegalArgumentException.class, "number " + i, () -> channel.take((_, tag, _, _, _) -> {
                equal((long) number, tag, "tag");
                throw new IllegalArgumentException("number " + tag);
            }));
        }
        equal(0, channel.poll((_, _, _, _, _) -> { }), "messages left");
        channel.free();
    }

    static void misuseIsRefused(Shmem shmem) {
        refused(IllegalArgumentException.class, "a ring has a power of two from 4096", () ->
            Channel.allocate(shmem, 5000));
        Channel channel = Channel.allocate(shmem);
        MemorySegment one = MemorySegment.ofArray(new byte[1]);
        refused(InvalidPeException.class, "a message to PE " + shmem.nPes(), () ->
            channel.send(shmem.nPes(), 0, one));
        refused(InvalidPeException.class, "a message to PE -1", () -> channel.offer(-1, 0, one));
        refused(IllegalArgumentException.class, "takes messages of 0 to " + channel.longest(), () ->
            channel.claim(0, 0, channel.longest() + 1));
        refused(IndexOutOfBoundsException.class, "", () -> channel.send(0, 0, one, 0, 2));
        channel.send(shmem.myPe(), 0, one);
        channel.take((_, _, _, _, _) -> Arrays.<Runnable>asList(() -> channel.poll((_, _, _, _, _) -> { }),
            () -> channel.take((_, _, _, _, _) -> { })).forEach(call ->
                refused(IllegalStateException.class, "a handler must not do", call)));
        channel.free();
    }
}
