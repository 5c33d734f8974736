// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.examples.corpus;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.shmem4j.Shmem;
import io.shmem4j.error.JobFailedException;
import io.shmem4j.explore.Explore;
import io.shmem4j.testing.Thorough;
import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The right algorithms, each with one ordering call or wait left out: the story names what is missing, and where. */
class MutantsTest {
    private static final Set<String> CALLS = Set.of("fence", "quiet", "waitUntil");

    /** Leaves out a call of a method. */
    private static final class LeavingOut implements CodeTransform {
        private final int index;
        private int seen;

        LeavingOut(int index) {
            this.index = index;
        }

        @Override
        public void accept(CodeBuilder builder, CodeElement element) {
            if (element instanceof InvokeInstruction call && isCall(call) && seen++ == index) {
                for (int i = call.typeSymbol().parameterCount() - 1; i >= 0; i--) {
                    if (call.typeSymbol().parameterType(i).descriptorString().equals("J")) {
                        builder.pop2();
                    } else {
                        builder.pop();
                    }
                }
                builder.pop();
                return;
            }
            builder.with(element);
        }
    }

    /** Has one class of its own, and all others from the tests' loader. */
    private static final class Loader extends ClassLoader {
        Loader() {
            super(MutantsTest.class.getClassLoader());
        }

        Class<?> define(byte[] bytes) {
            return defineClass(RightOnes.class.getName(), bytes, 0, bytes.length);
        }
    }

    private static boolean isCall(InvokeInstruction call) {
        return CALLS.contains(call.name().stringValue()) && call.owner().asInternalName().startsWith("io/shmem4j/")
            && call.typeSymbol().returnType().descriptorString().equals("V");
    }

    private static ClassModel rightOnes() throws IOException {
        try (InputStream in = RightOnes.class.getResourceAsStream("RightOnes.class")) {
            return ClassFile.of().parse(in.readAllBytes());
        }
    }

    static Stream<Arguments> mutants() throws IOException {
        List<Arguments> all = new ArrayList<>();
        for (MethodModel method : rightOnes().methods()) {
            int line = 0;
            int index = 0;
            for (CodeElement element : method.code().orElseThrow()) {
                if (element instanceof LineNumber number) {
                    line = number.line();
                } else if (element instanceof InvokeInstruction call && isCall(call)) {
                    all.add(Arguments.of(method.methodName().stringValue(), method.methodType().stringValue(), index++,
                        line, call.name().stringValue()));
                }
            }
        }
        return all.stream();
    }

    @Thorough
    @ParameterizedTest
    @MethodSource("mutants")
    void theMissingCallIsNamed(String name, String type, int index, int line, String call) throws Exception {
        byte[] bytes = ClassFile.of().transformClass(rightOnes(), ClassTransform.transformingMethodBodies(method ->
            method.methodName().equalsString(name) && method.methodType().equalsString(type), CodeTransform.ofStateful(
            () -> new LeavingOut(index))));
        Class<?> mutant = new Loader().define(bytes);
        MethodHandle method = MethodHandles.privateLookupIn(mutant, MethodHandles.lookup()).findStatic(mutant, name,
            MethodType.methodType(void.class, Shmem.class));
        String story = failure(method);
        Matcher lacks = Pattern.compile("lacks a (?:fence|quiet)\\(\\) between (?:the call at )?RightOnes\\.java:(\\d+)"
            + " and (?:RightOnes\\.java:(\\d+)|the next one there)").matcher(story);
        if (!call.equals("waitUntil")) {
            assertTrue(lacks.find() && Integer.parseInt(lacks.group(1)) <= line && (lacks.group(2) == null
                || Integer.parseInt(lacks.group(2)) >= line), story);
        } else if (!name.equals("binomialBroadcast")) {
            assertTrue(Pattern.compile("does not wait for|lacks a wait for|by a PE that loaded it before")
                .matcher(story).find(), story);
        } else {
            assertFalse(lacks.find(), story);
        }
    }

    /** {@return the story of the smallest job that fails} */
    private static String failure(MethodHandle method) {
        for (int pes = 2; pes < 4; pes++) {
            try {
                Explore.standard().bounds(2000, 60, 20_000).explore(pes, () -> {
                    try (Shmem shmem = Shmem.init()) {
                        method.invokeExact(shmem);
                    }
                });
            } catch (JobFailedException e) {
                return e.getMessage();
            }
        }
        return fail("no schedule fails");
    }
}
