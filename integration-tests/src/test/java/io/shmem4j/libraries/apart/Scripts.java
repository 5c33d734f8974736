// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.libraries.apart;

import groovy.lang.Binding;
import groovy.lang.GroovyShell;
import io.shmem4j.Shmem;
import io.shmem4j.libraries.shared.Pieces;

/** Groovy evaluates a script on each PE. */
public final class Scripts implements Pieces.Piece {
    @Override
    public String run(Shmem shmem) {
        Binding binding = new Binding();
        binding.setVariable("shmem", shmem);
        Object same = new GroovyShell(binding).evaluate("shmem.myPe() == System.getenv('SHMEM_PE').toInteger()"
            + " ? (1..10).collect { it * it }.sum() : 'another PE'");
        return String.valueOf(same);
    }
}
