import AppStoreModel
import Core
import TillApp

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

// A closed pipe and a file size limit are errors to report, not reasons to die.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)

let arguments = Array(BuiltIn.arguments.dropFirst())
// Before there is a second thread.
Language.speak(Program.language(arguments))
DisplayZone.use(Program.zone(arguments))
let status = Program.run(arguments)
// Not exit: another thread may still be at work, and must not find the libraries that it uses torn down.
fflush(nil)
_exit(status.rawValue)
