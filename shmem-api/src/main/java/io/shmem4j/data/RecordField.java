// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Symmetric;

/**
 * A component of all elements of {@link SymmetricRecords} or {@link SymmetricStructs}, for the operations of symmetric
 * arrays: atomics, waits, signals, strided copies. The memory of all records is an array of the component's type too.
 * The component of record {@code i} is element {@code index(i)} of that array, and the component of the next record
 * lies {@link #stride} elements further.
 *
 * <pre>{@code
 * RecordField<SymmetricLongs> visits = cells.longs("visits");
 * shmem.inc(visits.array(), visits.index(i), pe);
 * shmem.iget(all, 0, visits.array(), visits.index(0), 1, visits.stride(), n, pe);
 * }</pre>
 *
 * @param <A> the class of symmetric arrays of its type
 */
public final class RecordField<A extends Symmetric> {
    private final Slots slots;
    private final A array;
    private final long first;
    private final long stride;

    RecordField(Slots slots, A array, long offset) {
        this.slots = slots;
        this.array = array;
        this.first = offset / array.elementBytes();
        this.stride = slots.size / array.elementBytes();
    }

    /** {@return the memory of all records as an array of this component's type} */
    public A array() {
        return array;
    }

    /**
     * {@return where the component of a record is in the array; of an array in a record, where its first element is}
     *
     * @param record the record's index
     */
    public long index(long record) {
        slots.at(record, 1);
        return first + record * stride;
    }

    /** {@return elements of the array from one record to the next} */
    public long stride() {
        return stride;
    }
}
