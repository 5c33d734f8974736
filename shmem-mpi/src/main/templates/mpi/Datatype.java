// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongUnaryOperator;

/** The types of a message's elements, and where they are in memory. */
public class Datatype {
    private static final Datatype[] BASIC = new Datatype[Kind.values().length];

    final Layout layout;
    /** Bytes of the elements in which indices count. */
    private final int unit;
    private String name;
    private boolean freed;
    /** Whether messages may have it; in Open MPI's spelling only after a call. */
    private boolean committed = true;

    static {
        for (Kind kind : Kind.values()) {
            BASIC[kind.ordinal()] = new Datatype(Layout.of(kind), kind.bytes, "MPI."
                + kind.name().toUpperCase(Locale.ROOT));
        }
    }

    private Datatype(Layout layout, int unit, String name) {
        this.layout = layout;
        this.unit = unit;
        this.name = name;
    }

    static Datatype basic(Kind kind) {
        return BASIC[kind.ordinal()];
    }

    static Datatype pair(String name, Datatype old) {
        return new Datatype(old.layout.blocks(new int[] {2}, new long[1]), old.unit, name);
    }

    /** {@return a type with a name} */
    static Datatype of(Layout layout, int unit, String name) {
        return new Datatype(layout, unit, name);
    }

    private static Datatype like(Datatype old, Layout layout, boolean commits) {
        return new Datatype(layout, old.unit, "a type of elements of " + old.name).committed(!commits);
    }

    private Datatype committed(boolean is) {
        committed = is;
        return this;
    }

    /** Refuses messages of elements of this type, if they may have none. */
    void requireCommitted() {
        if (freed || this == MPI.DATATYPE_NULL) {
            throw new MPIException("a message without a datatype");
        }
        if (!committed) {
            throw new MPIException(name + " is not committed");
        }
    }

    private static int[] requireCounts(int... counts) {
        for (int count : counts) {
            if (count < 0) {
                throw new MPIException("a type of " + count + " elements");
            }
        }
        return counts;
    }

    boolean isObject() {
        return layout.kind == Kind.OBJECT;
    }

    private static Datatype blocks(int count, int length, long stride, Datatype old, boolean commits) {
        requireCounts(count, length);
        int[] lengths = new int[count];
        long[] displacements = new long[count];
        Arrays.fill(lengths, length);
        Arrays.setAll(displacements, i -> i * stride);
        return like(old, old.layout.blocks(lengths, displacements), commits);
    }

    private static long[] longs(int[] numbers, LongUnaryOperator in) {
        return Arrays.stream(numbers).mapToLong(i -> i).map(in).toArray();
    }

    private static Datatype struct(int[] lengths, int[] displacements, Datatype[] types, boolean inBytes) {
        Datatype first = null;
        for (Datatype each : types) {
            first = first == null && each.layout != Layout.LOWER && each.layout != Layout.UPPER ? each : first;
        }
        int unit = inBytes || first == null ? 1 : first.unit;
        Layout[] layouts = Arrays.stream(types).map(type -> type.layout).toArray(Layout[]::new);
        return new Datatype(Layout.of(requireCounts(lengths), longs(displacements, i -> i * unit), layouts), unit,
            "a struct").committed(!inBytes);
    }

    private int inUnits(long bytes) {
        return Math.toIntExact(bytes / unit);
    }

//#each Contiguous/Vector/Hvector/Indexed/Hindexed/Struct/Extent/Size/Lb/Commit/Is_null/bytes/unit
//#row Contiguous | Vector | Hvector | Indexed | Hindexed | Struct | Extent | Size | Lb | Commit | Is_null | false
//#     | old.unit
//#row createContiguous | createVector | createHVector | createIndexed | createHIndexed | createStruct | getExtent
//#     | getSize | getLb | commit | isNull | true | 1
    /** {@return elements one behind the other} */
    public static Datatype $Contiguous$(int count, Datatype old) {
        return like(old, old.layout.blocks(requireCounts(count), new long[1]), $bytes$);
    }

    /** {@return blocks of elements at equal distances, in elements} */
    public static Datatype $Vector$(int count, int length, int stride, Datatype old) {
        return blocks(count, length, stride * old.layout.extent(), old, $bytes$);
    }

    /** {@return blocks of elements at equal distances} In Open MPI's spelling they count bytes, else basic elements. */
    public static Datatype $Hvector$(int count, int length, int stride, Datatype old) {
        return blocks(count, length, (long) stride * $unit$, old, $bytes$);
    }

    /** {@return blocks of elements at places of their own, in elements} */
    public static Datatype $Indexed$(int[] lengths, int[] displacements, Datatype old) {
        return like(old, old.layout.blocks(requireCounts(lengths), longs(displacements, i -> i * old.layout.extent())),
            $bytes$);
    }

    /** {@return blocks of elements at places of their own} In Open MPI's spelling they count bytes, else elements. */
    public static Datatype $Hindexed$(int[] lengths, int[] displacements, Datatype old) {
        return like(old, old.layout.blocks(requireCounts(lengths), longs(displacements, i -> i * $unit$)), $bytes$);
    }

    /** {@return blocks of several types} In Open MPI's spelling the places count bytes, else basic elements. */
    public static Datatype $Struct$(int[] lengths, int[] displacements, Datatype[] types) {
        return struct(lengths, displacements, types, $bytes$);
    }

    /** {@return distance from an element to the next, in basic elements} */
    public int $Extent$() {
        return inUnits(layout.extent());
    }

    /** {@return number of basic elements} */
    public int $Size$() {
        return inUnits(layout.size);
    }

    /** {@return lower bound, in basic elements} */
    public int $Lb$() {
        return inUnits(layout.lower);
    }

    /** Lets messages have the type. */
    public void $Commit$() {
        committed = true;
    }

    /** {@return whether the type is null} */
    public boolean $Is_null$() {
        return freed || this == MPI.DATATYPE_NULL;
    }

//#next
    /** {@return upper bound, in basic elements} */
    public int Ub() {
        return inUnits(layout.upper);
    }

    /** {@return offset of the first element's data, in basic elements} */
    public int getTrueLb() {
        return inUnits(layout.trueLower(1));
    }

    /** {@return distance from the first to behind the last element's data, in basic elements} */
    public int getTrueExtent() {
        return inUnits(layout.trueUpper(1) - layout.trueLower(1));
    }

    /** {@return a type with other bounds, in bytes} */
    public static Datatype createResized(Datatype old, int lb, int extent) {
        return like(old, old.layout.resized(lb, extent), true);
    }

    /** {@return a copy} */
    public Datatype dup() {
        return new Datatype(layout, unit, name).committed(committed);
    }

    /** {@return a copy} */
    @Override
    public Datatype clone() {
        return dup();
    }

    /** Gives up the type. */
    public void free() {
        freed = true;
    }

    /** Gives up the type. */
    public void Free() {
        freed = true;
    }

    /** Sets the name. */
    public void setName(String newName) {
        name = newName;
    }

    /** {@return the name} */
    public String getName() {
        return name;
    }

    @Override
    public String toString() {
        return name;
    }
}
