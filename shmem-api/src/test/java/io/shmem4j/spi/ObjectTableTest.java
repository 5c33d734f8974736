// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.spi;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObjectTableTest {
    private final MemorySegment memory = Arena.ofAuto().allocate(ObjectTable.BYTES, 64);
    private final ObjectTable table = new ObjectTable(memory);

    private static SymmetricObject object(String name, long offset, long bytes) {
        return new SymmetricObject("SymmetricInts", name, offset, bytes, "Program.main(Program.java:7)");
    }

    @Test
    void objectsComeAndGo() {
        SymmetricObject a = object("a", 4096, 40);
        SymmetricObject b = object("b", 8192, 8);
        assertEquals(0, table.add(a));
        assertEquals(1, table.add(b));
        assertEquals(List.of(a, b), new ObjectTable(memory).live());
        table.remove(0);
        assertEquals(List.of(b), table.live());
        table.rename(1, "c");
        assertEquals("c", table.live().getFirst().name());
        assertEquals(0, table.add(a), "a free place is used again");
        assertEquals(2, table.live().size());
        table.clear();
        assertEquals(List.of(), table.live());
        assertEquals(0, table.add(b));
    }

    @Test
    void anObjectIsToldFromTheNextInItsPlace() {
        SymmetricObject a = object("a", 4096, 40);
        table.add(a);
        ObjectTable outside = new ObjectTable(memory.asReadOnly());
        ObjectTable.Entry first = outside.entries().getFirst();
        table.rename(0, "b");
        assertTrue(outside.has(first), "by any name");
        table.remove(0);
        assertFalse(outside.has(first));
        table.add(a);
        assertFalse(outside.has(first));
        assertTrue(outside.has(outside.entries().getFirst()));
    }

    @Test
    void placesAreFoundByOffset() {
        List<SymmetricObject> objects = List.of(object("a", 4096, 40), object("b", 8192, 4));
        assertEquals("\"a\"[9]", SymmetricObject.at(objects, 4132).element(4132, 0));
        assertNull(SymmetricObject.at(objects, 4136));
        assertEquals("\"b\"", SymmetricObject.at(objects, 8192).element(8192, 0));
        assertEquals("SymmetricInts[10] allocated at Program.main(Program.java:7)", objects.getFirst().describe());
    }

    @Test
    void whatDoesNotFitIsLeftOutOrCut() {
        for (int i = 0; i < ObjectTable.ENTRIES; i++) {
            assertEquals(i, table.add(object("x".repeat(500), i, 1)));
        }
        int none = table.add(object("one too many", 0, 1));
        assertEquals(-1, none);
        table.rename(none, "nothing");
        table.remove(none);
        assertEquals(ObjectTable.ENTRIES, table.live().size());
        assertEquals("x".repeat(72), table.live().getLast().name());
    }

    @Test
    void damageIsNoCrash() {
        table.add(object("a", 4096, 40));
        memory.set(JAVA_INT, 0, Integer.MAX_VALUE);
        for (int field : new int[] {4, 24, 28}) {
            memory.set(JAVA_INT, 256 + field, -5);
            assertEquals(1, table.live().size());
            memory.set(JAVA_INT, 256 + field, Integer.MAX_VALUE);
            assertEquals(1, table.live().size());
        }
    }
}
