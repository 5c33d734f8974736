// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.data;

import io.shmem4j.Symmetric;

/**
 * A component of all elements of {@link SymmetricRecords} or {@link SymmetricStructs}, for the operations of symmetric
 * arrays: atomics, waits, signals, strided copies. It views the memory of all records as an array of the component's
 * type. The component of record {@code i} is element {@code index(i)} of that array, and {@link #stride} elements
 * separate it from that of the next record.
 *
 * <pre>{@code
 * RecordField<SymmetricLongs> visits = cells.longs("visits");
 * shmem.inc(visits.array(), visits.index(i), pe);
 * shmem.iget(all, 0, visits.array(), visits.index(0), 1, visits.stride(), n, pe);
 * }</pre>
 *
 * @param <A> the class of symmetric arrays of the component's type
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
     * {@return the index in the array of a record's component; of the first element, if the component is an array}
     *
     * @param record the record's index
     */
    public long index(long record) {
        slots.at(record, 1);
        return first + record * stride;
    }

    /** {@return the number of array elements from one record to the next} */
    public long stride() {
        return stride;
    }
}
