// SPDX-License-Identifier: Apache-2.0
package io.shmem4j.launch.cli;

import io.shmem4j.launch.Installation;
import io.shmem4j.launch.option.HelpText;
import io.shmem4j.tools.Oshstat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Writes a manual page in roff, from the parser's options, and the completion script for each of {@code oshrun} and
 * {@code oshstat}.
 */
final class ManualPages {
    private final CommandLine command;
    private final StringBuilder text = new StringBuilder();

    private ManualPages(CommandLine command) {
        this.command = command;
    }

    /** Writes {@code man/man1} and {@code bash-completion/completions} below a folder. */
    public static void main(String[] args) throws IOException {
        Path share = Path.of(args[0]);
        Path pages = Files.createDirectories(share.resolve("man").resolve("man1"));
        Path completions = Files.createDirectories(share.resolve("bash-completion").resolve("completions"));
        for (CommandLine command : List.of(HelpText.commandLine(), Oshstat.commandLine())) {
            String name = command.getCommandName();
            Files.writeString(pages.resolve(name + ".1"), new ManualPages(command).page());
            Files.writeString(completions.resolve(name), Completion.script());
        }
    }

    private String page() {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        String name = command.getCommandName();
        text.append(".TH ").append(name.toUpperCase(Locale.ROOT)).append(" 1 \"\" \"shmem4j ")
            .append(Installation.version()).append("\" \"OpenSHMEM for Java\"\n");
        section("NAME");
        text.append(name).append(" \\- ").append(plain(String.join(" ", usage.header()))).append('\n');
        section("SYNOPSIS");
        lines(usage.customSynopsis());
        section("DESCRIPTION");
        lines(usage.description());
        section("OPTIONS");
        command.getCommandSpec().options().stream().filter(option -> !option.hidden()).forEach(this::option);
        section("NOTES");
        lines(usage.footer());
        section("SEE ALSO");
        text.append(plain(name.equals("oshrun") ? "oshstat(1)" : "oshrun(1)")).append('\n');
        return text.toString();
    }

    private void section(String title) {
        text.append(".SH ").append(title).append('\n');
    }

    /** Lines that stay lines, because their columns mean something. */
    private void lines(String... lines) {
        text.append(".nf\n");
        for (String line : lines) {
            text.append(plain(line)).append('\n');
        }
        text.append(".fi\n");
    }

    private void option(OptionSpec option) {
        text.append(".TP\n");
        String separator = "";
        for (String each : option.names()) {
            text.append(separator).append("\\fB").append(plain(each)).append("\\fR");
            separator = ", ";
        }
        if (option.arity().max() > 0) {
            text.append(" \\fI").append(plain(option.paramLabel())).append("\\fR");
        }
        String standard = option.defaultValueString(true);
        String help = String.join(" ", option.description()).replace("${DEFAULT-VALUE}", standard);
        text.append('\n').append(plain(help)).append('\n');
    }

    /** {@return text in which roff finds nothing of its own} */
    private static String plain(String line) {
        String shown = Help.Ansi.OFF.string(line.replace("%n", " ")).replace("\\", "\\e").replace("-", "\\-");
        return shown.startsWith(".") || shown.startsWith("'") ? "\\&" + shown : shown;
    }
}
