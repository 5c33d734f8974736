// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.ClassDescriptor;
import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/**
 * Runs test classes in random order, but long ones first: where classes run in parallel, a long one that started last
 * would run alone at the end.
 */
public final class LongOnesFirst implements ClassOrderer {
    private static final String SEED = "junit.jupiter.execution.order.random.seed";

    /** A class whose tests wait for long or take more than half a minute when other classes run in parallel. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.TYPE)
    public @interface TakesLong { }

    @Override
    public void orderClasses(ClassOrdererContext context) {
        long seed = context.getConfigurationParameter(SEED).map(Long::parseLong).orElseGet(System::nanoTime);
        List<ClassDescriptor> shuffled = new ArrayList<>(context.getClassDescriptors());
        Collections.shuffle(shuffled, new java.util.Random(seed));
        shuffled.sort(Comparator.comparing(each -> !each.isAnnotated(TakesLong.class)));
        context.getClassDescriptors().sort(Comparator.comparingInt(shuffled::indexOf));
    }
}
