// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.check;

import io.shmem4j.Cmp;
import io.shmem4j.Context;
import io.shmem4j.SymmetricDoubles;
import io.shmem4j.SymmetricInts;
import io.shmem4j.SymmetricLongs;
import io.shmem4j.Team;
import io.shmem4j.conformance.Case;
import io.shmem4j.conformance.Trial;
import io.shmem4j.data.Length;
import io.shmem4j.data.RecordField;
import io.shmem4j.data.SymmetricRecords;
import io.shmem4j.data.SymmetricStrings;
import io.shmem4j.error.FreedObjectException;
import io.shmem4j.error.InvalidPeException;
import io.shmem4j.error.SymmetricIndexException;
import java.util.Arrays;

/** Records and strings: they arrive as they were, their components are symmetric arrays, and misuse is reported. */
public final class RecordCases {
    private static final int CELLS = 4;

    /** A record in a record. */
    record Point(double x, float y) {
    }

    /** One component of each kind, in an order that leaves gaps. */
    record Cell(byte kind, Point position, boolean hot, char letter, short level, long visits, int count,
        @Length(3) int[] neighbours) {
        boolean same(Cell o) {
            return kind == o.kind && position.equals(o.position) && hot == o.hot && letter == o.letter
                && level == o.level && visits == o.visits && count == o.count
                && Arrays.equals(neighbours, o.neighbours);
        }
    }

    /** Arrays of four kinds. */
    record FourArrays(@Length(3) boolean[] flags, @Length(1) byte[] bytes, @Length(2) char[] letters,
        @Length(1) double[] numbers) {
    }

    private static Cell cell(int pe, int i) {
        return new Cell((byte) (pe - i), new Point(pe + 0.5, -i), (pe + i) % 2 == 0, (char) ('\u00e4' + pe),
            (short) (-7 * i), (1L << 40) + pe, i, new int[] {pe, i, pe * i});
    }

    private static SymmetricRecords<Cell> cells(Trial t) {
        return SymmetricRecords.allocate(t.shmem, Cell.class, CELLS);
    }

    @Case
    public void recordsAndStringsOfATeam(Trial t) {
        Team reversed = t.shmem.world().splitStrided(t.n - 1, -1, t.n);
        Context context = reversed.createContext();
        SymmetricRecords<Cell> cells = cells(t);
        SymmetricStrings names = SymmetricStrings.allocate(t.shmem, 1, 16);
        int opposite = t.n - 1 - t.me;
        cells.on(context).p(0, cell(t.me, 0), t.me);
        names.on(context).p(0, "PE " + t.me, t.me);
        context.quiet();
        t.shmem.barrierAll();
        t.holds(cells.get(0).same(cell(opposite, 0)), "a record from the opposite PE: " + cells.get(0));
        t.equal("PE " + opposite, names.get(0), "a string from the opposite PE");
        t.holds(cells.on(context).g(0, t.me).same(cell(t.me, 0)), "a record got back");
        t.fails(InvalidPeException.class, () -> cells.on(context).g(0, t.n), "no PE " + t.n);
        names.free();
        cells.free();
        context.close();
        reversed.free();
    }

    /** The components are functions of one number, so a mix of two records shows. */
    record Tick(long number, double price, @Length(20) int[] volumes) {
        Tick(long number) {
            this(number, number / 8.0, filled((int) number));
        }

        private static int[] filled(int value) {
            int[] all = new int[20];
            Arrays.fill(all, value);
            return all;
        }

        boolean whole() {
            return price == number / 8.0 && Arrays.equals(volumes, filled((int) number));
        }
    }

    @Case
    public void publishedRecordsAreWhole(Trial t) {
        SymmetricRecords<Tick> ticks = SymmetricRecords.allocatePublished(t.shmem, Tick.class, 2);
        int rounds = 300;
        for (long last = 0, i = 1; last < rounds || i <= rounds; i++) {
            if (i <= rounds) {
                ticks.publish(1, new Tick(i));
            }
            Tick tick = ticks.published(1, t.right);
            if (tick != null) {
                t.holds(tick.whole() && tick.number >= last, "after " + last + ": " + tick);
                last = tick.number;
            }
        }
        t.equal(0L, ticks.get(0).number, "the other record");
        t.shmem.barrierAll();
        SymmetricRecords<Cell> cells = cells(t);
        t.fails(IllegalStateException.class, () -> cells.publish(0, cell(0, 0)), "allocatePublished() makes");
        cells.free();
        t.fails(SymmetricIndexException.class, () -> ticks.published(2, 0), "index 2");
        ticks.free();
    }

    @Case
    public void oneRecordArrives(Trial t) {
        SymmetricRecords<Cell> cells = cells(t);
        t.holds(cells.get(0).same(new Cell((byte) 0, new Point(0, 0), false, '\0', (short) 0, 0, 0, new int[3])),
            "a new record is zero");
        t.shmem.barrierAll();
        cells.p(1, cell(t.me, 1), t.right);
        cells.set(2, cell(t.me, 2));
        t.shmem.barrierAll();
        t.holds(cells.get(1).same(cell(t.left, 1)), "record put: " + cells.get(1));
        t.holds(cells.g(1, t.right).same(cell(t.me, 1)), "record got back: " + cells.g(1, t.right));
        t.holds(cells.g(2, t.left).same(cell(t.left, 2)), "record got: " + cells.g(2, t.left));
        t.holds(cells.get(0).count() == 0 && cells.get(3).count() == 0, "others are untouched");
    }

    @Case
    public void rangesArrive(Trial t) {
        SymmetricRecords<Cell> cells = cells(t);
        Cell[] mine = {null, cell(t.me, 1), cell(t.me, 2), null};
        cells.put(2, mine, 1, 2, t.right);
        t.shmem.barrierAll();
        Cell[] got = new Cell[3];
        cells.get(got, 1, 2, 2, t.me);
        t.holds(got[0] == null && got[1].same(cell(t.left, 1)) && got[2].same(cell(t.left, 2)), "records in a range");
        SymmetricRecords<Cell> others = cells(t);
        others.put(0, cells, 2, 2, t.right);
        t.shmem.barrierAll();
        int twoToTheLeft = (t.left + t.n - 1) % t.n;
        t.holds(others.get(1).same(cell(twoToTheLeft, 2)), "records from records");
        cells.put(CELLS, mine, 4, 0, t.right);
        others.free();
        cells.free();
    }

    @Case
    public void arraysOfEachKindArrive(Trial t) {
        SymmetricRecords<FourArrays> records = SymmetricRecords.allocate(t.shmem, FourArrays.class, 2);
        t.equal(new boolean[3], records.get(1).flags(), "new flags");
        t.shmem.barrierAll();
        boolean[] flags = {true, false, t.me % 2 == 0};
        records.p(1, new FourArrays(flags, new byte[] {(byte) t.me}, new char[] {'\u00e4', 'b'}, new double[] {t.me}),
            t.right);
        t.shmem.barrierAll();
        FourArrays got = records.get(1);
        t.equal(new boolean[] {true, false, t.left % 2 == 0}, got.flags(), "flags");
        t.equal(new byte[] {(byte) t.left}, got.bytes(), "bytes");
        t.equal(new char[] {'\u00e4', 'b'}, got.letters(), "letters");
        t.equal(new double[] {t.left}, got.numbers(), "numbers");
        t.equal(flags, records.g(1, t.right).flags(), "flags got back");
        t.equal(new boolean[3], records.get(0).flags(), "others are untouched");
    }

    @Case
    public void componentsAreArrays(Trial t) {
        SymmetricRecords<Cell> cells = cells(t);
        RecordField<SymmetricLongs> visits = cells.longs("visits");
        RecordField<SymmetricInts> neighbours = cells.ints("neighbours");
        RecordField<SymmetricDoubles> x = cells.doubles("position.x");
        for (int i = 0; i < CELLS; i++) {
            t.shmem.add(visits.array(), visits.index(i), i + 1L, 0);
            t.shmem.inc(neighbours.array(), neighbours.index(i) + 2, t.right);
        }
        double[] values = {1.5, 2.5, 3.5, 4.5};
        t.shmem.iput(x.array(), x.index(0), values, 0, x.stride(), 1, CELLS, t.right);
        t.shmem.barrierAll();
        for (int i = 0; i < CELLS; i++) {
            t.equal((long) t.n * (i + 1), cells.g(i, 0).visits(), "visits of record " + i);
            t.equal(1, cells.get(i).neighbours()[2], "last neighbour of record " + i);
            t.equal(values[i], cells.get(i).position().x(), "x of record " + i);
            t.equal(0, cells.get(i).count(), "component beside it");
        }
        t.shmem.barrierAll();
        t.shmem.atomicSet(visits.array(), visits.index(3), 99L, t.right);
        visits.array().waitUntil(visits.index(3), Cmp.EQ, 99);
        t.equal(99, cells.get(3).visits(), "what was waited for");
        t.shmem.barrierAll();
    }

    @Case
    public void stringsArrive(Trial t) {
        SymmetricStrings names = SymmetricStrings.allocate(t.shmem, 3, 16).named("names");
        t.equal("", names.get(2), "a new string");
        t.shmem.barrierAll();
        names.p(0, "PE " + t.me + " \u00e9\u4e16\ud83d\ude00", t.right);
        names.set(1, "mine " + t.me);
        t.shmem.barrierAll();
        t.equal("PE " + t.left + " \u00e9\u4e16\ud83d\ude00", names.get(0), "string put");
        t.equal("mine " + t.left, names.g(1, t.left), "string got");
        t.shmem.barrierAll();
        names.p(0, "", t.right);
        t.shmem.barrierAll();
        t.equal("", names.get(0), "a shorter string");
        t.fails(IllegalArgumentException.class, () -> names.set(0, "seventeen bytes.."), "the string has 17 bytes",
            "names[3] have 16 at most");
        t.fails(SymmetricIndexException.class, () -> names.g(3, 0), "index 3 is out of bounds: names (allocated at ");
        names.free();
        t.fails(FreedObjectException.class, () -> names.get(0), "names was freed at ");
    }
}
