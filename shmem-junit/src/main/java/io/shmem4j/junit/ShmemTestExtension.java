// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import io.shmem4j.Shmem;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Expands a {@link ShmemTest} into a test for each number of PEs, and runs its method on all of them. */
final class ShmemTestExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), ShmemTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        ShmemTest test = AnnotationSupport.findAnnotation(method, ShmemTest.class).orElseThrow();
        if (test.pes().length == 0 || Arrays.stream(test.pes()).anyMatch(pes -> pes < 1)) {
            throw new ExtensionConfigurationException("@ShmemTest of " + method.getName()
                + " needs numbers of PEs, each at least 1, not " + Arrays.toString(test.pes()));
        }
        boolean processes = test.processes() || test.race();
        boolean others = Stream.of(method.getParameters()).anyMatch(each -> each.getType() != Shmem.class);
        if (processes && others) {
            throw new ExtensionConfigurationException("@ShmemTest(" + (test.race() ? "race" : "processes")
                + " = true) of " + method.getName() + ": only a parameter of type Shmem reaches other processes");
        }
        if (processes && !test.explore().isEmpty()) {
            throw new ExtensionConfigurationException("@ShmemTest(explore = \"" + test.explore() + "\") of "
                + method.getName() + " runs in threads of this JVM; leave out " + (test.race() ? "race" : "processes"));
        }
        if (!processes && test.options().length > 0) {
            throw new ExtensionConfigurationException("@ShmemTest(options = " + Arrays.toString(test.options())
                + ") of " + method.getName() + ": options are those of oshrun; add processes = true");
        }
        return Arrays.stream(test.pes()).mapToObj(pes -> new Invocation(pes, test));
    }

    /** The test for one number of PEs. */
    private record Invocation(int pes, ShmemTest test) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int index) {
            return (pes == 1 ? "1 PE" : pes + " PEs") + (test.processes() ? " in processes" : "")
                + (test.explore().isEmpty() ? "" : " by many schedules");
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new HandleParameter(), new OnAllPes(pes, test));
        }
    }

    /** Resolves the library to null; each PE replaces it by its own. */
    private static final class HandleParameter implements ParameterResolver {
        @Override
        public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
            return parameter.getParameter().getType() == Shmem.class
                && parameter.getDeclaringExecutable().equals(context.getTestMethod().orElse(null));
        }

        @Override
        public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
            return null;
        }
    }

    /** Replaces JUnit's call of the method. */
    private record OnAllPes(int pes, ShmemTest test) implements InvocationInterceptor {
        @Override
        public void interceptTestTemplateMethod(InvocationInterceptor.Invocation<Void> call,
            ReflectiveInvocationContext<Method> context, ExtensionContext extension) throws Throwable {
            call.skip();
            Method method = context.getExecutable();
            if (test.processes() || test.race()) {
                new TestProcesses(pes, test).run(context.getTargetClass(), method);
                return;
            }
            Parameter[] parameters = method.getParameters();
            TestThreads.run(pes, test.explore(), method, context.getTarget().orElse(null), shmem -> {
                Object[] arguments = context.getArguments().toArray();
                for (int at = 0; at < parameters.length; at++) {
                    arguments[at] = parameters[at].getType() == Shmem.class ? shmem : arguments[at];
                }
                return arguments;
            });
        }
    }
}
