// SPDX-License-Identifier: Apache-2.0
package mpi;

//#files Pair/type/Type/TYPE/at
//#row ShortInt | short | Short | SHORT | 4
//#row LongInt | long | Long | LONG | 8
//#row FloatInt | float | Float | FLOAT | 4
//#row DoubleInt | double | Double | DOUBLE | 8
//#row Int2 | int | Int | INT | 4
/** Pairs of a value and an index in buffers. */
public final class $Pair$ extends Struct {
    private final int value;
    private final int index;

    $Pair$() {
        value = add$Type$();
        index = setOffset($at$).addInt();
    }

    @Override
    protected Data newData() {
        return new Data();
    }

    /** Access to a pair. */
    public final class Data extends Struct.Data {
        Data() {
        }

        /** {@return the value} */
        public $type$ getValue() {
            return get$Type$(value);
        }

        /** {@return the index} */
        public int getIndex() {
            return getInt(index);
        }

        /** Sets the value. */
        public void putValue($type$ newValue) {
            put$Type$(value, newValue);
        }

        /** Sets the index. */
        public void putIndex(int newIndex) {
            putInt(index, newIndex);
        }
    }
}
