import Foundation

// A closed pipe and a file size limit are errors to report, not reasons to die.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)

exit(Program.run(Array(CommandLine.arguments.dropFirst())).rawValue)
