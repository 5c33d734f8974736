// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.chronicle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.Shmem;
import io.shmem4j.SymmetricBytes;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.channel.Channel;
import io.shmem4j.junit.ShmemTest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;

/** Views, places and messages. */
class ChronicleTest {
    private static final int OBJECTS = 300;

    @ShmemTest(pes = {1, 3})
    void viewsAreTheObjectsThemselves(Shmem shmem) {
        SymmetricBytes text = shmem.allocateBytes(64);
        SymmetricLongs numbers = shmem.allocateLongs(2);
        int right = (shmem.myPe() + 1) % shmem.nPes();
        int left = (shmem.myPe() + shmem.nPes() - 1) % shmem.nPes();
        BytesViews.of(shmem, text, right).bytesForWrite().writeUtf8("gänse " + shmem.myPe());
        assertTrue(BytesViews.of(shmem, numbers, right).compareAndSwapLong(8, 0, 77));
        shmem.barrierAll();
        Bytes<?> read = BytesViews.local(text).bytesForWrite();
        read.writePosition(text.byteSize());
        assertEquals("gänse " + left, read.readUtf8());
        assertEquals(77, numbers.get(1));
        shmem.barrierAll();
    }

    @ShmemTest(pes = {1, 4})
    void objectsArePutAndGot(Shmem shmem) {
        SymmetricObjects places = SymmetricObjects.allocate(shmem, shmem.nPes(), 40);
        Trade trade = new Trade().set(-5L - shmem.myPe(), 1.5, "ä" + shmem.myPe());
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            places.put(trade, shmem.myPe(), pe);
        }
        shmem.barrierAll();
        Trade seen = new Trade();
        for (int pe = 0; pe < shmem.nPes(); pe++) {
            for (int from = 0; from < shmem.nPes(); from++) {
                assertTrue(places.get(seen, from, pe));
                assertEquals("-" + (5 + from) + " 1.5 ä" + from, seen.toString());
            }
        }
        shmem.barrierAll();
        places.free();
    }

    @ShmemTest(pes = 2)
    void emptyPlacesAndLargeObjectsAreToldApart(Shmem shmem) {
        SymmetricObjects places = SymmetricObjects.allocate(shmem, 2, 24);
        Trade untouched = new Trade().set(9, 9, "nine");
        assertFalse(places.get(untouched, 1, 1 - shmem.myPe()));
        assertEquals("9 9.0 nine", untouched.toString());
        Trade large = new Trade().set(1, 1, "x".repeat(40));
        String message = assertThrows(IllegalArgumentException.class, () -> places.put(large, 0, 0)).getMessage();
        assertTrue(message.endsWith("Trade is larger than the 24 bytes of a slot"), message);
        shmem.barrierAll();
    }

    @ShmemTest(pes = 1)
    void objectsWithoutBytesAreObjects(Shmem shmem) {
        List<String> read = new ArrayList<>();
        BytesMarshallable marker = new BytesMarshallable() {
            @Override
            public void writeMarshallable(BytesOut<?> out) {
                // It says all by being there.
            }

            @Override
            public void readMarshallable(BytesIn<?> in) {
                read.add("marker of " + in.readRemaining());
            }
        };
        SymmetricObjects places = SymmetricObjects.allocate(shmem, 2, 0);
        places.put(marker, 1, 0);
        assertFalse(places.get(marker, 0, 0));
        assertTrue(places.get(marker, 1, 0));
        Channel channel = Channel.allocate(shmem);
        ObjectMessages objects = new ObjectMessages();
        assertTrue(channel.offer(0, 0, objects.memory(marker)));
        channel.take(objects.into(marker));
        assertEquals(List.of("marker of 0", "marker of 0"), read);
        String message = assertThrows(IllegalArgumentException.class,
            () -> SymmetricObjects.allocate(shmem, 2, -1)).getMessage();
        assertEquals("the size of an object is between 0 and 2147483643 bytes, not -1", message);
    }

    /** All send to all at once, through small rings and with long objects between. */
    @ShmemTest(pes = {1, 2, 5})
    void messagesKeepEveryObjectInItsSendersOrder(Shmem shmem) {
        Channel channel = Channel.allocate(shmem, 4096);
        ObjectMessages objects = new ObjectMessages();
        int[] received = new int[shmem.nPes()];
        Trade out = new Trade();
        Trade in = new Trade();
        Channel.Handler read = objects.into(in);
        for (int number = 0; number < OBJECTS; number++) {
            out.set(number, shmem.myPe(), name(number));
            for (int pe = 0; pe < shmem.nPes(); pe++) {
                if (number % 50 == 0 || !channel.offer(pe, number, objects.memory(out))) {
                    channel.send(pe, number, objects.memory(out));
                }
            }
        }
        channel.finish((from, tag, memory, offset, length) -> {
            read.message(from, tag, memory, offset, length);
            assertEquals(from, in.price);
            assertEquals(tag, in.number);
            assertEquals(received[from]++, in.number, "from PE " + from);
            assertEquals(name((int) in.number), in.name.toString());
        });
        int[] expected = new int[shmem.nPes()];
        Arrays.fill(expected, OBJECTS);
        assertArrayEquals(expected, received);
        channel.free();
    }

    private static String name(int number) {
        return number % 50 == 0 ? "n".repeat(5000 + number) : "n" + number;
    }
}
