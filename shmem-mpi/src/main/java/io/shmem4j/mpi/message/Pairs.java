// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.message;

import io.shmem4j.mpi.data.Kind;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Reductions of pairs of a value and an index of another type. */
public final class Pairs {
    private Pairs() {
    }

    /** Replaces the second operands where the first are better; of equal values the lower index counts. */
    public static void fold(boolean most, Part in, Part inOut) {
        ByteBuffer a = ByteBuffer.wrap(in.message()).order(ByteOrder.nativeOrder());
        byte[] result = inOut.message();
        ByteBuffer b = ByteBuffer.wrap(result).order(ByteOrder.nativeOrder());
        Kind kind = in.layout().kindAt(0);
        int pair = (int) in.layout().size;
        for (int at = 0; at < result.length; at += pair) {
            int order = most ? compare(kind, a, b, at) : compare(kind, b, a, at);
            int index = pair - Integer.BYTES + at;
            if (order > 0 || order == 0 && a.getInt(index) < b.getInt(index)) {
                b.put(at, a, at, pair);
            }
        }
        new Part(result, 0, inOut.count(), in.layout().packed()).copyTo(inOut);
    }

    private static int compare(Kind kind, ByteBuffer a, ByteBuffer b, int at) {
        return switch (kind) {
            case SHORT -> Short.compare(a.getShort(at), b.getShort(at));
            case LONG -> Long.compare(a.getLong(at), b.getLong(at));
            case FLOAT -> Float.compare(a.getFloat(at), b.getFloat(at));
            default -> Double.compare(a.getDouble(at), b.getDouble(at));
        };
    }
}
