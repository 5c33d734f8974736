// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.apart;

import java.io.FileDescriptor;
import java.io.FileNotFoundException;
import java.io.FileOutputStream;
import java.io.IOException;

/**
 * The descriptors of standard output and error of each PE: ways of its own to those of the JVM, because a program that
 * closes a stream on one, as a fast writer does in the end, closes all streams on it.
 */
public final class Descriptors {
    private final FileDescriptor out = another(FileDescriptor.out, 1);
    private final FileDescriptor err = another(FileDescriptor.err, 2);

    private Descriptors() {
    }

    public static FileDescriptor out() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? FileDescriptor.out : pe.own(Descriptors.class, Descriptors::new).out;
    }

    public static FileDescriptor err() {
        ThreadPe pe = CurrentPe.find();
        return pe == null ? FileDescriptor.err : pe.own(Descriptors.class, Descriptors::new).err;
    }

    /** {@return another descriptor of what a standard one leads to; it stays open as long as somebody knows it} */
    private static FileDescriptor another(FileDescriptor standard, int number) {
        try {
            return new FileOutputStream("/proc/self/fd/" + number, true).getFD();
        } catch (FileNotFoundException e) {
            // There is one way only if /proc is missing.
            return standard;
        } catch (IOException e) {
            throw new AssertionError("a stream that was opened has a descriptor", e);
        }
    }
}
