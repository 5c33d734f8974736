// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import io.shmem4j.config.Variable;
import io.shmem4j.launch.BackendPolicy;
import io.shmem4j.launch.option.LauncherOption.Kind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine;

/** Help of {@code oshrun}. */
public final class HelpText {
    private HelpText() {
    }

    private static void describe(CommandSpec launcher) {
        launcher.name("oshrun").parser().separator(" ");
        launcher.usageMessage().sortOptions(false).autoWidth(true)
            .header("Runs a Java program as N processing elements (PEs) that share a symmetric heap.")
            .customSynopsis("oshrun [options] <name | class | jar | File.java> [arguments]",
                "       oshrun [options] java [JVM options] <class> [arguments]")
            .descriptionHeading("%n")
            .description("Examples:",
                "  oshrun -np 4 ring                          a bundled program (--list has all)",
                "  oshrun -np 8 -cp classes Solver data.csv   a class of yours and its argument",
                "  oshrun -np 4 --timeout 60 app.jar          a jar; after 60 s say where PEs are",
                "", "A program word is a bundled program's name, an existing jar or .java file, or a class.",
                "Options end at the first word that is none; long ones take one dash or two.")
            .footer("", "Tools: oshrun doctor looks at this machine, oshrun new FOLDER makes a project,",
                "oshstat shows what running jobs do, oshrun stacks where their PEs are,",
                "oshrun heap dumps and saves symmetric heaps.", "",
                "Exit status: 0 if every PE ends with 0, else that of the lowest failing PE",
                "(128+n after signal n); 2 wrong command line, 124 time limit, 125 the job can't",
                "be started, 126 the program can't be run, 127 it does not exist.");
    }

    /** {@return a model of all options, including those of backends} */
    public static CommandLine commandLine() {
        CommandSpec spec = CommandSpec.create();
        describe(spec);
        for (LauncherOption option : LauncherOption.values()) {
            OptionSpec.Builder builder = OptionSpec.builder(option.names.toArray(new String[0]))
                .description(option.help).type(option.kind == Kind.FLAG ? boolean.class : String.class);
            if (option.label != null) {
                builder.paramLabel(option.label).arity(option.kind == Kind.OPTIONAL ? "0..1" : "1");
            }
            spec.addOption(builder.build());
        }
        for (BackendPolicy backend : BackendPolicy.added()) {
            for (BackendPolicy.Option option : backend.options()) {
                Variable variable = option.variable();
                spec.addOption(OptionSpec.builder(option.name()).paramLabel(option.label())
                    .type(variable.kind() == Variable.Kind.FLAG ? boolean.class : String.class)
                    .description("--backend " + backend.name() + ": " + variable.help()
                        + (variable.standard().isEmpty() ? "" : " (default: " + variable.standard() + ")")).build());
            }
        }
        return new CommandLine(spec);
    }

    public static String text() {
        CommandLine launcher = commandLine();
        launcher.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        launcher.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::options);
        return launcher.getUsageMessage();
    }

    private static String options(Help help) {
        Map<String, List<OptionSpec>> groups = new LinkedHashMap<>();
        for (OptionSpec option : help.commandSpec().options()) {
            LauncherOption known = LauncherOption.find(option.longestName());
            groups.computeIfAbsent(known == null ? "Simulation" : known.group.heading, heading -> new ArrayList<>())
                .add(option);
        }
        StringBuilder text = new StringBuilder();
        groups.forEach((heading, options) -> {
            Help.Layout layout = help.createDefaultLayout();
            layout.addOptions(options, help.createDefaultParamLabelRenderer());
            text.append('\n').append(heading).append(":\n").append(layout);
        });
        return text.toString();
    }
}
