// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.mpi.data;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Messages of serialized objects: their number, then a stream. The JVM's filter of serialized classes applies, and
 * classes are found by the loader of the calling thread's program.
 */
public final class Objects {
    private Objects() {
    }

    /** {@return a message with elements of an array} */
    public static byte[] write(Object[] array, int offset, int count, Layout layout) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int number = Math.toIntExact(count * layout.size);
        for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
            bytes.write(number >>> shift);
        }
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            for (int i = 0; i < count; i++) {
                for (int run = 0; run < layout.at.length; run++) {
                    int from = Math.toIntExact(offset + i * layout.extent() + layout.at[run]);
                    for (int k = 0; k < layout.length[run]; k++) {
                        out.writeObject(array[from + k]);
                    }
                }
            }
        }
        return bytes.toByteArray();
    }

    /** Reads a message into elements of an array; {@return the number of objects in the message} */
    public static int read(byte[] message, Object[] array, int offset, int count, Layout layout) throws IOException {
        int number = MemorySegment.ofArray(message).get(ValueLayout.JAVA_INT_UNALIGNED, 0);
        int left = (int) Math.min(number, count * layout.size);
        InputStream bytes = new ByteArrayInputStream(message, Integer.BYTES, message.length - Integer.BYTES);
        try (ObjectInputStream in = new ProgramsStream(bytes)) {
            for (long element = offset; left > 0; element += layout.extent()) {
                for (int run = 0; run < layout.at.length && left > 0; run++) {
                    int to = Math.toIntExact(element + layout.at[run]);
                    for (int k = 0; k < layout.length[run] && left > 0; k++) {
                        array[to + k] = in.readObject();
                        left--;
                    }
                }
            }
        } catch (ClassNotFoundException | ArrayStoreException e) {
            throw new IOException(e);
        }
        return number;
    }

    /** Finds classes by the context loader first, as the library's own loader may not know the program. */
    private static final class ProgramsStream extends ObjectInputStream {
        private ProgramsStream(InputStream in) throws IOException {
            super(in);
        }

        @Override
        protected Class<?> resolveClass(ObjectStreamClass description) throws IOException, ClassNotFoundException {
            try {
                return Class.forName(description.getName(), false, Thread.currentThread().getContextClassLoader());
            } catch (ClassNotFoundException e) {
                return super.resolveClass(description);
            }
        }
    }
}
