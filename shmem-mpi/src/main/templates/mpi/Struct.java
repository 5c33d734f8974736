// SPDX-License-Identifier: Apache-2.0
package mpi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Records of fields in buffers, in Open MPI's spelling: a subclass adds the fields and reads them by offset. */
public abstract class Struct {
    private record Field(int offset, int length, Datatype type) {
    }

    private final List<Field> fields = new ArrayList<>();
    private int extent;
    private Datatype type;

    /** Makes a record without fields. */
    protected Struct() {
    }

    /** {@return access to a record} */
    protected abstract Data newData();

    /** {@return bytes between a record and the next} */
    public final int getExtent() {
        getType();
        return extent;
    }

    /** {@return the datatype, which fixes the fields} */
    public final Datatype getType() {
        if (type == null) {
            type = Datatype.createStruct(fields.stream().mapToInt(Field::length).toArray(),
                fields.stream().mapToInt(Field::offset).toArray(),
                fields.stream().map(Field::type).toArray(Datatype[]::new));
            type.commit();
            extent = type.getExtent();
        }
        return type;
    }

    private int add(Datatype fieldType, int bytes, int length) {
        if (type != null) {
            throw new MPIException("the fields are fixed by the first use of the type");
        }
        int offset = extent;
        extent += bytes * length;
        fields.add(new Field(offset, length, fieldType));
        return offset;
    }

    /** Sets the offset of the next field; {@return this record} */
    public final Struct setOffset(int offset) {
        if (type != null || offset < extent) {
            throw new IllegalArgumentException("the offset " + offset + " is within earlier fields");
        }
        extent = offset;
        return this;
    }

//#each Type/TYPE/bytes
//#row Byte | BYTE | 1
//#row Char | CHAR | 2
//#row Short | SHORT | 2
//#row Int | INT | 4
//#row Long | LONG | 8
//#row Float | FLOAT | 4
//#row Double | DOUBLE | 8
    /** Adds a field; {@return its offset} */
    public final int add$Type$() {
        return add$Type$(1);
    }

    /** Adds an array; {@return its offset} */
    public final int add$Type$(int length) {
        return add(MPI.$TYPE$, $bytes$, length);
    }

//#next
    /** Adds a record as a field; {@return its offset} */
    public final int addStruct(Struct struct) {
        return addStruct(struct, 1);
    }

    /** Adds an array of records; {@return its offset} */
    public final int addStruct(Struct struct, int length) {
        return add(struct.getType(), struct.getExtent(), length);
    }

    /** Adds a field; {@return its offset} */
    public final int addData(Datatype fieldType) {
        return addData(fieldType, 1);
    }

    /** Adds an array; {@return its offset} */
    public final int addData(Datatype fieldType, int length) {
        return add(fieldType, Math.toIntExact(fieldType.layout.extent()), length);
    }

    /** {@return access to the record at the begin of a buffer} */
    public final <T extends Data> T getData(ByteBuffer buffer) {
        return getData(buffer, 0);
    }

    /** {@return access to a record in a buffer of records} */
    @SuppressWarnings("unchecked") // The program knows what newData makes.
    public final <T extends Data> T getData(ByteBuffer buffer, int index) {
        Data data = newData();
        data.buffer = buffer;
        data.offset = index * getExtent();
        return (T) data;
    }

    /** {@return access to the record at the begin of an array} */
    public final <T extends Data> T getData(byte[] array) {
        return getData(array, 0);
    }

    /** {@return access to a record in an array of records} */
    public final <T extends Data> T getData(byte[] array, int index) {
        return getData(ByteBuffer.wrap(array).order(ByteOrder.nativeOrder()), index);
    }

    /** Access to a record in a buffer. */
    public abstract class Data {
        private ByteBuffer buffer;
        private int offset;

        /** Makes an access, which {@link Struct#getData(ByteBuffer)} sets. */
        protected Data() {
        }

        /** {@return the buffer from this record on} */
        public final ByteBuffer getBuffer() {
            return offset == 0 ? buffer : MPI.slice(buffer, offset);
        }

        /** {@return access to a field that is a record} */
        protected final <T extends Data> T getData(Struct struct, int field) {
            return getData(struct, field, 0);
        }

        /** {@return access to a record of a field that is an array} */
        protected final <T extends Data> T getData(Struct struct, int field, int index) {
            return struct.getData(MPI.slice(buffer, offset + field), index);
        }

        /** {@return the part of the buffer with a field} */
        protected final ByteBuffer getBuffer(Datatype fieldType, int field) {
            return getBuffer(fieldType, field, 0);
        }

        /** {@return the part of the buffer with an element of a field that is an array} */
        protected final ByteBuffer getBuffer(Datatype fieldType, int field, int index) {
            return MPI.slice(buffer, offset + field + index * Math.toIntExact(fieldType.layout.extent()));
        }

//#each type/Type/In/bytes
//#row byte | Byte | | 1
//#row char | Char | Char | 2
//#row short | Short | Short | 2
//#row int | Int | Int | 4
//#row long | Long | Long | 8
//#row float | Float | Float | 4
//#row double | Double | Double | 8
        /** {@return a field} */
        protected final $type$ get$Type$(int field) {
            return buffer.get$In$(offset + field);
        }

        /** {@return an element of an array} */
        protected final $type$ get$Type$(int field, int index) {
            return buffer.get$In$(offset + field + index * $bytes$);
        }

        /** Sets a field. */
        protected final void put$Type$(int field, $type$ value) {
            buffer.put$In$(offset + field, value);
        }

        /** Sets an element of an array. */
        protected final void put$Type$(int field, int index, $type$ value) {
            buffer.put$In$(offset + field + index * $bytes$, value);
        }

//#next
    }
}
