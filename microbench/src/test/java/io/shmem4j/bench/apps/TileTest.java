// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.bench.apps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.shmem4j.report.UsageException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parts of a grid. */
class TileTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6, 7, 12, 16})
    void partsCoverTheGridOnce(int nPes) {
        int n = 29;
        int[] covered = new int[n * n];
        for (int pe = 0; pe < nPes; pe++) {
            Tile tile = Tile.of(n, pe, nPes);
            assertTrue(tile.width() <= tile.longestSide() && tile.height() <= tile.longestSide());
            for (int y = tile.top(); y < tile.bottom(); y++) {
                for (int x = tile.left(); x < tile.right(); x++) {
                    covered[y * n + x]++;
                }
            }
        }
        for (int count : covered) {
            assertEquals(1, count);
        }
    }

    @ParameterizedTest
    @CsvSource({"4,2,1", "5,3,1", "5,2,9", "3,2,4"})
    void refusesWhatIsTooSmall(int n, int radius, int nPes) {
        assertThrows(UsageException.class, () -> Tile.require(n, radius, nPes));
    }

    @ParameterizedTest
    @CsvSource({"5,2,1", "6,2,9", "9,4,2"})
    void takesTheSmallest(int n, int radius, int nPes) {
        Tile.require(n, radius, nPes);
        assertThrows(UsageException.class, () -> Tile.require(n - 1, radius, nPes));
    }
}
