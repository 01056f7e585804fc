import Texts

/// Why a text of keys cannot be read.
enum KeyText: Sentence {
  case withoutEnd, controlCharacter

  case noKey(String, known: [String])
}
