// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.tool;

import io.shmem4j.config.ByteSize;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number with k, m or g. */
public final class Size implements ITypeConverter<Long> {
    @Override
    public Long convert(String word) {
        try {
            return ByteSize.parse(word);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
