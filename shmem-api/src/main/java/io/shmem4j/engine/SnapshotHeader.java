// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.engine;

import io.shmem4j.spi.SymmetricObject;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A snapshot's description of its job, with the objects in the order of their offsets, which are relative to the start
 * of the heap.
 */
public record SnapshotHeader(String program, int nPes, long heapBytes, long writtenMillis,
    List<SymmetricObject> objects) {

    byte[] encode() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeUTF(program);
            out.writeInt(nPes);
            out.writeLong(heapBytes);
            out.writeLong(writtenMillis);
            out.writeInt(objects.size());
            for (SymmetricObject object : objects) {
                out.writeUTF(object.type());
                out.writeUTF(object.name());
                out.writeLong(object.offset());
                out.writeLong(object.bytes());
                out.writeUTF(object.site());
            }
        }
        return bytes.toByteArray();
    }

    static SnapshotHeader decode(byte[] bytes) throws IOException {
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
            String program = in.readUTF();
            int nPes = in.readInt();
            long heapBytes = in.readLong();
            long writtenMillis = in.readLong();
            int count = in.readInt();
            List<SymmetricObject> objects = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                String type = in.readUTF();
                String name = in.readUTF();
                long offset = in.readLong();
                long size = in.readLong();
                if (offset < 0 || size < 0 || offset > heapBytes - size) {
                    throw new IOException("object " + i + " lies outside the heap");
                }
                objects.add(new SymmetricObject(type, name, offset, size, in.readUTF()));
            }
            if (nPes < 1) {
                throw new IOException(nPes + " PEs");
            }
            return new SnapshotHeader(program, nPes, heapBytes, writtenMillis, List.copyOf(objects));
        }
    }

    long bytesPerPe() {
        return objects.stream().mapToLong(SymmetricObject::bytes).sum();
    }

    /** {@return the difference in the objects that keeps a job from continuing from this snapshot, or null} */
    public String mismatch(List<SymmetricObject> now) {
        for (int i = 0; i < Math.max(now.size(), objects.size()); i++) {
            String here = i < now.size() ? describe(now.get(i)) : "nothing";
            String there = i < objects.size() ? describe(objects.get(i)) : "nothing";
            if (!here.equals(there)) {
                return "the heap has " + here + (i < now.size() ? ", allocated at " + now.get(i).site() : "")
                    + ", where the snapshot has " + there
                    + (i < objects.size() ? ", allocated at " + objects.get(i).site() : "");
            }
        }
        return null;
    }

    private static String describe(SymmetricObject object) {
        return object.type() + "[" + object.length() + "] at heap offset " + object.offset();
    }
}
