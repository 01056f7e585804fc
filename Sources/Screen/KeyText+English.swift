import Texts

extension KeyText {
  var english: String {
    switch self {
    case .withoutEnd: "keys: '<' without '>'; write <lt> for '<' itself"
    case .controlCharacter: "keys: a control character; write it by name, such as <Enter> or <Tab>"

    case .noKey(let name, let known):
      "keys: no key is named <\(name)>; there are \(known.joined(separator: " ")) <F1> to <F12> <Ctrl-A> to <Ctrl-Z>"
    }
  }
}
