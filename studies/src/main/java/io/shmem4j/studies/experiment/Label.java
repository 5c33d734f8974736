// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.studies.experiment;

import java.util.Locale;

/** What a result that agrees with a publication proves. */
public enum Label {
    /** Nothing: an input comes out again. */
    FED_IN,
    /** Nothing: nothing else could come out. */
    BY_CONSTRUCTION,
    /** That a number of the model can be chosen so that a published one comes out, and what follows from it. */
    CALIBRATED,
    /** It could have missed, and nothing in the model was chosen with it in view. */
    EMERGENT,
    /** It was measured on this host. */
    MEASURED_HERE,
    /** It does not agree. */
    MISSED;

    /** {@return its words in tables} */
    public String words() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
