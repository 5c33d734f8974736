// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of variables by their rules. */
class VariableTest {
    private static final String UNSET = "SHMEM4J_IN_NO_ENVIRONMENT";

    private enum Shape { ROUND, SQUARE }

    private record Named(String variable, Definition definition) implements Variable {
    }

    private static Variable unset(Rule rule, String standard) {
        return new Named(UNSET, new Variable.Definition(rule, standard, "means something"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "CHECK          | 0                    |",
        "CHECK          | 2                    |",
        "CHECK          | ' 1 '                |",
        "CHECK          | +1                   |",
        "CHECK          | 5                    | is not a whole number from 0 to 4",
        "CHECK          | -1                   | is not a whole number from 0 to 4",
        "CHECK          | ''                   | is not a whole number from 0 to 4",
        "CHECK          | -                    | is not a whole number from 0 to 4",
        "CHECK          | 1.0                  | is not a whole number from 0 to 4",
        "CHECK          | \u0661               | is not a whole number from 0 to 4",
        "CORES          | 1                    |",
        "CORES          | 2147483647           |",
        "CORES          | 2147483648           | is not a whole number from 1",
        "CORES          | 99999999999999999999 | is not a whole number from 1",
        "SYMMETRIC_SIZE | 1                    |",
        "SYMMETRIC_SIZE | 0                    | a size of at least 1 byte",
        "SYMMETRIC_SIZE | lots                 | a size is a number with an optional suffix k, m, g or t, not 'lots'",
        "WAIT           | Spin                 |",
        "WAIT           | spins                | it is one of auto, spin, yield, sleep",
        "DEBUG          | ''                   |",
    })
    void whatIsWrongWithAValue(Setting setting, String value, String wrong) {
        String problem = setting.problem("NAME", value);
        if (wrong == null) {
            assertNull(problem);
        } else {
            assertTrue(problem.startsWith("NAME=" + value) && problem.endsWith(" " + wrong), problem);
        }
    }

    @Test
    void anUnsetVariableHasItsStandard() {
        Variable number = unset(Rule.range(-5, 5), " -3 ");
        assertFalse(number.isSet());
        assertEquals(UNSET, number.source());
        assertEquals(-3, number.intValue());
        assertEquals(2048, unset(Rule.SIZE, "2k").bytes());
        assertEquals("square", unset(Rule.TEXT, " Square").word());
        assertEquals(Shape.SQUARE, unset(Rule.oneOf("round", "square"), "Square").choice(Shape.class));
        assertEquals(1 << 20, unset(Rule.INTERNAL, "1048576").intValue());
    }

    @Test
    void aValueAgainstTheRuleNamesTheVariable() {
        assertEquals(UNSET + "=6 is not a whole number from -5 to 5",
            refused(() -> unset(Rule.range(-5, 5), "6").intValue()));
        assertEquals(UNSET + "=x is not a whole number", refused(() -> unset(Rule.INTERNAL, "x").intValue()));
        assertEquals(UNSET + "=0: a size of at least 1 byte", refused(() -> unset(Rule.SIZE, "0").bytes()));
        assertEquals(UNSET + "=oval: it is one of round, square",
            refused(() -> unset(Rule.oneOf("round", "square"), "oval").choice(Shape.class)));
    }

    private static String refused(Runnable reading) {
        return assertThrows(IllegalArgumentException.class, reading::run).getMessage();
    }

    @Test
    void theTableSaysWhereAValueComesFrom() {
        Variable path = new Named("PATH", new Variable.Definition(Rule.TEXT, "none", "where programs are"));
        assertTrue(path.isSet());
        String long100 = "word ".repeat(19) + "ends.";
        Variable wrapped = new Named(UNSET, new Variable.Definition(Rule.oneOf("a", "b"), "", long100 + " More"));
        assertEquals("""
              PATH  text  %s  from PATH
                  where programs are
              %s  word  (none)  default
                  %s
                  More (a, b)
            """.formatted(System.getenv("PATH"), UNSET, long100), SettingTable.describe(List.of(path, wrapped)));
        Variable aColumnLonger = new Named(UNSET, new Variable.Definition(Rule.TEXT, "", "word ".repeat(19)
            + "beyond"));
        assertTrue(SettingTable.describe(List.of(aColumnLonger)).endsWith(" word\n      beyond\n"));
        assertTrue(SettingTable.describe().startsWith("Variables (name, kind, value, where it comes from):\n"));
    }
}
