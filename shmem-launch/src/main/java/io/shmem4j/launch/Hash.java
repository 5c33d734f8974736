// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.TimeUnit;

/** FNV-1a hash of texts, numbers and file attributes. A MessageDigest would load a security provider first. */
public final class Hash {
    private long value = 0xcbf29ce484222325L;

    public Hash add(String text) {
        for (int i = 0; i < text.length(); i++) {
            value = (value ^ text.charAt(i)) * 0x100000001b3L;
        }
        return this;
    }

    public Hash add(long number) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            value = (value ^ number >>> shift & 0xff) * 0x100000001b3L;
        }
        return this;
    }

    /** Adds the size and times of a file. All files of an archive share a time of change; unpacking creates each. */
    public Hash add(BasicFileAttributes facts) {
        return add(facts.size()).add(facts.lastModifiedTime().to(TimeUnit.NANOSECONDS))
            .add(facts.creationTime().to(TimeUnit.NANOSECONDS));
    }

    public Hash add(Path file) {
        add(file.toString());
        try {
            return add(Files.readAttributes(file, BasicFileAttributes.class));
        } catch (IOException e) {
            return add("missing");
        }
    }

    public long value() {
        return value;
    }

    @Override
    public String toString() {
        return Long.toHexString(value);
    }
}
