import AppStoreModel
import CBuiltInData
import Core
import Libc
import TillApp

// A file size limit must be reported as an error, not end the process.
signal(SIGXFSZ, SIG_IGN)

let arguments = Array(BuiltIn.arguments.dropFirst())
// The language and zone are set before a second thread starts.
Language.speak(Program.language(arguments))
DisplayZone.use(Program.zone(arguments))
let status = Program.run(arguments)
// `_exit` instead of `exit`: another thread may still work, and must not find its libraries torn down.
fflush(nil)
_exit(status.rawValue)
