// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.option;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The launcher's options by their purpose, as the help lists them. */
final class HelpGroups {
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

    private HelpGroups() {
    }

    /** Has a parser's help list the options in groups. */
    static void use(CommandLine parser) {
        parser.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST_HEADING, help -> "");
        parser.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpGroups::text);
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
