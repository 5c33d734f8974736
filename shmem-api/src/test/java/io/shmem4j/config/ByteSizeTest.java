// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0", "1, 1", "512, 512", "1.5, 2", "0.0001, 1", "20k, 20480", "20K, 20480", "20kk, 20480", "20kB, 20480",
        "20kib, 20480", "3.1M, 3250586", ".5m, 524288", "0.5m, 524288", "5.m, 5242880", "1g, 1073741824",
        "1G, 1073741824", "2t, 2199023255552", "0.3, 1", "' 7k ', 7168", "9223372036854775807, 9223372036854775807"})
    void parses(String text, long bytes) {
        assertEquals(bytes, ByteSize.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "k", "-1", "+1", "1x", "1 m", "m1", "1e3", "0x10", "1.2.3", "..", ".", "1,5m",
        "9223372036854775808", "8388608t", "99999999999999999999999t"})
    void refuses(String text) {
        String message = assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(text)).getMessage();
        assertTrue(message.contains("'" + text + "'"), message);
    }

    @ParameterizedTest
    @CsvSource({"0, 0 B", "1023, 1023 B", "1024, 1 KiB", "1536, 1.5 KiB", "67108864, 64 MiB", "1048575, 1024.0 KiB",
        "3221225472, 3 GiB", "1099511627776, 1 TiB", "1125899906842624, 1024 TiB",
        "9223372036854775807, 8388608 TiB"})
    void formats(long bytes, String text) {
        assertEquals(text, ByteSize.format(bytes));
    }
}
