mod publish;
mod rules;

use clap::CommandFactory;
use tiger_arbiter::cli::CommandLine;

#[test]
fn the_command_line_is_well_formed() {
    CommandLine::command().debug_assert();
}

#[test]
fn every_subcommand_shows_an_example() {
    let mut waiting: Vec<_> = CommandLine::command().get_subcommands().cloned().collect();
    while let Some(mut command) = waiting.pop() {
        waiting.extend(command.get_subcommands().cloned());
        let help = command.render_long_help().to_string();
        assert!(help.contains("Example"), "`{}` has no example in its help", command.get_name());
    }
}
