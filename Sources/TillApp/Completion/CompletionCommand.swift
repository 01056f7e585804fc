import Core
import Verbs

extension Command {
  static let completion = Command(
    name: "completion", summary: "print the completion script of a shell",
    forms: [UsageForm(.value("bash|zsh|fish")), UsageForm("next", .shown("-- WORD..."))],
    details: [
      "next prints the candidates for the last word, for the completion scripts: commands, options, verbs, and",
      "the products, accounts, orders and walkthroughs of that command line's store.",
    ],
    examples: [
      "till completion bash > ~/.local/share/bash-completion/completions/till", "till completion zsh > ~/.zfunc/_till",
      "till completion fish > ~/.config/fish/completions/till.fish", "till completion next -- buy ''",
    ],
    words: 1...10_000
  ) { call in
    guard call.words[0] == "next" else {
      guard call.words.count == 1, let shell = Shell(rawValue: call.words[0]) else {
        throw UsageError(say("missing shell; use till completion bash, zsh or fish"))
      }
      call.output.document([
        "ok": true, "message": .string(say("completion for \("\(shell)")")),
        "script": .string(shell.script),
      ])
      if !call.output.json { call.output.raw(shell.script.utf8) }
      return .done
    }
    let line = Array(call.words.dropFirst())
    let values = await CompletionValues((try? Arguments(line.dropLast())) ?? Arguments(words: [], values: [:]))
    defer { values.close() }
    let candidates = Completion(line, values: values).candidates
    call.output.document([
      "ok": true, "message": .string(say("candidates")),
      "candidates": .array(candidates.map { ["word": .string($0.word), "text": .string($0.note)] }),
    ])
    if !call.output.json {
      let lines = candidates.map { ([$0.word] + ($0.note.isEmpty ? [] : [$0.note])).map(Destination.clipboard.safe) }
      call.output.raw(lines.map { $0.joined(separator: "\t") + "\n" }.joined().utf8)
    }
    return .done
  }
}

/// A shell that Till writes a completion script for.
enum Shell: String {
  case bash, zsh, fish

  /// The completion script; it runs `till completion next` for each word.
  var script: String {
    switch self {
    case .bash: Self.bashScript
    case .zsh: Self.zshScript
    case .fish: Self.fishScript
    }
  }

  // Bash also splits words at `:` and `@`. The script joins them again, and removes the part of each candidate that
  // Bash already has.
  private static let bashScript = """
    # Completion of till for Bash; made by: till completion bash
    _till() {
      local line=${COMP_LINE:0:COMP_POINT} word rest cut
      local -a words
      read -r -a words <<< "$line"
      [[ $line == *[[:space:]] ]] && words+=("")
      word=${words[${#words[@]}-1]}
      cut=${word%"${COMP_WORDS[COMP_CWORD]}"}
      [[ -z ${COMP_WORDS[COMP_CWORD]//[:=@]/} ]] && cut=$word
      COMPREPLY=()
      while IFS=$'\\t' read -r word rest; do
        if [[ $word == :files ]]; then compopt -o default; else COMPREPLY+=("${word#"$cut"}"); fi
      done < <("${words[0]}" completion next -- "${words[@]:1}" 2> /dev/null)
    }
    complete -F _till till

    """

  private static let zshScript = """
    #compdef till
    # Completion of till for Zsh; made by: till completion zsh
    _till() {
      local -a candidates
      local word rest
      while IFS=$'\\t' read -r word rest; do
        if [[ $word == :files ]]; then _files; else candidates+=("${word//:/\\\\:}:$rest"); fi
      done < <(${words[1]} completion next -- "${(@)words[2,CURRENT]}" 2> /dev/null)
      (( $#candidates )) && _describe till candidates
    }
    if [[ $funcstack[1] == _till ]]; then _till "$@"; else compdef _till till; fi

    """

  private static let fishScript = """
    # Completion of till for fish; made by: till completion fish
    function __till_next
        set -l words (commandline -opc) (commandline -ct)
        $words[1] completion next -- $words[2..-1] 2> /dev/null
    end
    complete -c till -f -a '(__till_next | string match -v ":files")'
    complete -c till -n 'contains -- ":files" (__till_next)' -F

    """
}
