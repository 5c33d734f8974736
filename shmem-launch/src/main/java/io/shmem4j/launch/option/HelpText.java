// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The launcher's help: what stands around the options, and these by their purpose. */
final class HelpText {
    private static final String REST = "Simulation";
    private static final Map<String, List<String>> GROUPS = new LinkedHashMap<>();

    static {
        GROUPS.put("The job", List.of("-n", "-cp", "--jar", "--project", "--with", "--heap-size", "-x", "--wdir", "-J",
            "--vector", "--backend", "--shm-dir", "--keep-going", "--timeout", "--grace", "--checkpoint",
            "--checkpoint-interval", "--restart", "--max-restarts"));
        GROUPS.put("Output and input", List.of("--tag-output", "--timestamp-output", "--output-filename", "--tee",
            "--output-from", "--merge-stderr-to-stdout", "--stdin", "-v", "-q", "--show-progress",
            "--print-all-exitcodes", "--exit-report", "--report-pid"));
        GROUPS.put("Placement", List.of("--pes-per-jvm", "--share-classes", "--bind-to", "--map-by", "--cpu-set",
            "--report-bindings", "--nooversubscribe", "--oversubscribe", "--tune"));
        GROUPS.put("Several machines", List.of("--hosts", "--hostfile", "--starter", "--ucx-tls", "--split"));
        GROUPS.put("Waiting, hangs and debugging", List.of("--hang-detect", "--debug-port", "--debug-pe",
            "--keep-files", "--profile", "--trace", "--trace-size", "--stat"));
        GROUPS.put("About oshrun", List.of("-h", "-V", "--list", "--info", "--json", "--do-not-launch", "--clean",
            "--completion"));
    }

    private HelpText() {
    }

    /** Says what the launcher does. */
    static void describe(CommandSpec launcher) {
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

    /** Has a parser's help list the options in groups. */
    static void group(CommandLine parser) {
        parser.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        parser.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpText::text);
    }

    private static String text(Help help) {
        List<OptionSpec> left = new ArrayList<>(help.commandSpec().options());
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((heading, names) -> {
            List<OptionSpec> group = names.stream().map(help.commandSpec()::findOption).toList();
            left.removeAll(group);
            add(text, heading, group, help);
        });
        if (!left.isEmpty()) {
            add(text, REST, left, help);
        }
        return text.toString();
    }

    private static void add(StringBuilder text, String heading, List<OptionSpec> options, Help help) {
        Help.Layout layout = help.createDefaultLayout();
        layout.addOptions(options, help.createDefaultParamLabelRenderer());
        text.append('\n').append(heading).append(":\n").append(layout);
    }
}
