// SPDX-License-Identifier: Apache-2.0
package mpi;

import io.shmem4j.mpi.collective.Reductions.Fold;
import io.shmem4j.mpi.data.Data;
import io.shmem4j.mpi.data.Folds;
import io.shmem4j.mpi.data.Kind;
import io.shmem4j.mpi.data.Layout;
import io.shmem4j.mpi.data.Operator;
import io.shmem4j.mpi.message.Pairs;
import io.shmem4j.mpi.message.Part;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** An operator of reductions. */
public class Op {
    private static final Object[] EMPTY = Arrays.stream(Kind.values())
        .map(kind -> Array.newInstance(kind.array.getComponentType(), 0)).toArray();

    /** Number of a predefined operator, from 1; 0 for the program's own. */
    public int opCode;
    private final Operator operator;
    private final boolean commutes;
    private Object function;

    Op(Operator operator) {
        this.operator = operator;
        this.opCode = operator.ordinal() + 1;
        this.commutes = true;
        this.function = operator;
    }

    private Op(Object function, boolean commutes) {
        this.operator = null;
        this.function = function;
        this.commutes = commutes;
    }

//#each Function
//#row User_function
//#row UserFunction
    /** Makes an operator of a function. */
    public Op($Function$ function, boolean commutes) {
        this((Object) function, commutes);
    }

//#next
    /** {@return whether operands may be exchanged} */
    public boolean isCommutative() {
        return commutes;
    }

//#each Free/Is_null
//#row Free | Is_null
//#row free | isNull
    /** Gives up the operator. */
    public void $Free$() {
        function = null;
    }

    /** {@return whether the operator has been given up} */
    public boolean $Is_null$() {
        return function == null;
    }

//#next
    /** {@return how to combine elements of a datatype} */
    Fold fold(Datatype type) {
        if (function instanceof User_function own) {
            return (in, i, inOut, o, count) -> own.Call(in, i, inOut, o, count, type);
        }
        if (function instanceof UserFunction own) {
            return (in, i, inOut, o, count) -> call(own, new Part(in, i, count, type.layout),
                new Part(inOut, o, count, type.layout), type);
        }
        if (function == null) {
            throw new MPIException("the operator has been given up");
        }
        Kind kind = type.layout.kind;
        boolean pairs = operator.ordinal() >= Operator.MAXLOC.ordinal();
        boolean has = kind == Kind.MIXED ? pairs : type.layout.contiguous && (!pairs || type.layout.elements % 2 == 0)
            && kind != Kind.OBJECT && Folds.fold(operator, EMPTY[kind.ordinal()], 0, EMPTY[kind.ordinal()], 0, 0);
        if (!has) {
            throw new MPIException("the operator " + operator + " does not combine elements of " + type);
        }
        return new Predefined(operator, type.layout);
    }

    private record Predefined(Operator operator, Layout layout) implements Fold {
        @Override
        public void combine(Object in, int i, Object inOut, int o, int count) {
            fold(operator, in, i, inOut, o, count, layout);
        }
    }

    private static void fold(Operator operator, Object in, int i, Object inOut, int o, int elements, Layout layout) {
        Kind kind = layout.kind;
        int count = elements * layout.elements;
        if (inOut.getClass() == kind.array && kind != Kind.MIXED) {
            Folds.fold(operator, in, i, inOut, o, count);
            return;
        }
        Part left = new Part(in, i, elements, layout);
        Part right = new Part(inOut, o, elements, layout);
        if (kind == Kind.MIXED) {
            Pairs.fold(operator == Operator.MAXLOC, left, right);
            return;
        }
        // Buffers, and bytes that stand for other elements.
        Layout basic = Datatype.basic(kind).layout;
        Part a = new Part(Array.newInstance(kind.array.getComponentType(), count), 0, count, basic);
        Part b = new Part(Array.newInstance(kind.array.getComponentType(), count), 0, count, basic);
        left.copyTo(a);
        right.copyTo(b);
        Folds.fold(operator, a.buffer(), 0, b.buffer(), 0, count);
        b.copyTo(right);
    }

    private static void call(UserFunction own, Part in, Part inOut, Datatype type) {
        if (in.buffer() instanceof boolean[] || in.buffer() instanceof Object[]) {
            Object left = array(in);
            Object right = array(inOut);
            own.call(left, right, in.count(), type);
            System.arraycopy(right, 0, inOut.buffer(), inOut.offset(), Array.getLength(right));
            return;
        }
        ByteBuffer left = bytes(in);
        ByteBuffer right = bytes(inOut);
        own.call(left, right, in.count(), type);
        long start = (long) inOut.offset() * Data.unit(inOut.buffer());
        Data.segment(inOut.buffer()).asSlice(start, right.capacity()).copyFrom(Data.segment(right));
    }

    private static int length(Part part) {
        return Math.toIntExact(part.layout().trueUpper(part.count()));
    }

    private static Object array(Part part) {
        Object copy = Array.newInstance(part.buffer().getClass().getComponentType(), length(part));
        System.arraycopy(part.buffer(), part.offset(), copy, 0, length(part));
        return copy;
    }

    private static ByteBuffer bytes(Part part) {
        ByteBuffer copy = ByteBuffer.allocateDirect(length(part)).order(ByteOrder.nativeOrder());
        long start = (long) part.offset() * Data.unit(part.buffer());
        Data.segment(copy).copyFrom(Data.segment(part.buffer()).asSlice(start, length(part)));
        return copy;
    }
}
