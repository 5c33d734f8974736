// SPDX-License-Identifier: Apache-2.0
package waits;

import java.util.List;
import java.util.stream.Stream;
import waits.Wait.Trait;

/** All rows. */
public final class Waits {
    private Waits() {
    }

    /** {@return rows that all PEs can repeat after a death} */
    public static Stream<Wait> lasting() {
        return Stream.of(ApiRows.words(), ApiRows.meetings(), ApiRows.collectives(), ApiRows.legacy(),
            ApiRows.halos(), ApiRows.pending()).flatMap(List::stream)
            .filter(row -> !row.is(Trait.LAST) && !row.is(Trait.MORTAL));
    }

    public static Stream<Wait> rows() {
        return Stream.of(ApiRows.words(), ApiRows.signals(), ApiRows.locks(), ApiRows.meetings(),
            ApiRows.collectives(), ApiRows.legacy(), ApiRows.halos(), ApiRows.pending(), MessageRows.channels(),
            MessageRows.feeds(), IrregularRows.messages(), IrregularRows.batches(), IrregularRows.pools(),
            MpiRows.messages(), MpiRows.collectives()).flatMap(List::stream);
    }
}
