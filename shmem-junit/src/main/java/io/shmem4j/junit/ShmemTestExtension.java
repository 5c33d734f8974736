// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.junit;

import io.shmem4j.Shmem;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
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

/** Expands an annotation into a test for each number of PEs, and runs its method on all of them. */
final class ShmemTestExtension implements TestTemplateInvocationContextProvider {
    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return true;
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        Optional<ExploreTest> explored = AnnotationSupport.findAnnotation(method, ExploreTest.class);
        if (explored.isPresent()) {
            return invocations(method, explored.get().pes(), " by many schedules", onThreads(explored.get().value()));
        }
        ShmemTest test = AnnotationSupport.findAnnotation(method, ShmemTest.class).orElseThrow();
        boolean processes = test.processes() || test.race();
        boolean others = Stream.of(method.getParameters()).anyMatch(each -> each.getType() != Shmem.class);
        if (processes && others) {
            throw new ExtensionConfigurationException("@ShmemTest(" + (test.race() ? "race" : "processes")
                + " = true) of " + method.getName() + ": only a parameter of type Shmem reaches other processes");
        }
        if (!processes && test.options().length > 0) {
            throw new ExtensionConfigurationException("@ShmemTest(options = " + Arrays.toString(test.options())
                + ") of " + method.getName() + ": options are those of oshrun; add processes = true");
        }
        return invocations(method, test.pes(), test.processes() ? " in processes" : "", processes
            ? (pes, call) -> new TestProcesses(pes, test).run(call.getTargetClass(), method) : onThreads(""));
    }

    private static Stream<TestTemplateInvocationContext> invocations(Method method, int[] numbers, String manner,
        Runner runner) {
        if (numbers.length == 0 || Arrays.stream(numbers).anyMatch(pes -> pes < 1)) {
            throw new ExtensionConfigurationException(method.getName()
                + " needs numbers of PEs, each at least 1, not " + Arrays.toString(numbers));
        }
        return Arrays.stream(numbers).mapToObj(pes -> new Invocation(pes, manner, runner));
    }

    /** {@return what runs a method on threads, once or by the schedules of a strategy} */
    private static Runner onThreads(String strategy) {
        return (pes, call) -> {
            Parameter[] parameters = call.getExecutable().getParameters();
            TestThreads.run(pes, strategy, call.getExecutable(), call.getTarget().orElse(null), shmem -> {
                Object[] arguments = call.getArguments().toArray();
                for (int at = 0; at < parameters.length; at++) {
                    arguments[at] = parameters[at].getType() == Shmem.class ? shmem : arguments[at];
                }
                return arguments;
            });
        };
    }

    /** Runs a test method on all PEs. */
    private interface Runner {
        void run(int pes, ReflectiveInvocationContext<Method> call) throws Throwable;
    }

    /** The test for one number of PEs. */
    private record Invocation(int pes, String manner, Runner runner) implements TestTemplateInvocationContext {
        @Override
        public String getDisplayName(int number) {
            return (pes == 1 ? "1 PE" : pes + " PEs") + manner;
        }

        @Override
        public List<Extension> getAdditionalExtensions() {
            return List.of(new HandleParameter(), new OnAllPes(pes, runner));
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
    private record OnAllPes(int pes, Runner runner) implements InvocationInterceptor {
        @Override
        public void interceptTestTemplateMethod(InvocationInterceptor.Invocation<Void> call,
            ReflectiveInvocationContext<Method> context, ExtensionContext extension) throws Throwable {
            call.skip();
            runner.run(pes, context);
        }
    }
}
