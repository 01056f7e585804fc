import Foundation
import TerminalUI
import TestSupport
import Testing

/// Tests of the program in Chinese: commands, manual, walkthroughs, and the README's first walk in a real terminal.
@Suite(.startsPrograms) struct ChineseProgramTests {
  private let till = TillProgram()

  @Test func theLanguageIsAnOptionElseTheEnvironments() throws {
    let usage = "till: 未知的命令“nothing”"
    #expect(try till.run("--language", "zh", "nothing").error.hasPrefix(usage))
    for (name, value) in [("TILL_LANGUAGE", "zh"), ("LC_ALL", "zh_CN.UTF-8")] {
      #expect(try till.run(["nothing"], environment: [name: value]).error.hasPrefix(usage), "\(name)")
    }
    let english = try till.run(["--language=en", "nothing"], environment: ["LC_ALL": "zh_CN.UTF-8"])
    #expect(english.error.hasPrefix("till: unknown command “nothing”"))
    #expect(try till.run(["nothing"], environment: ["LC_ALL": "zh_TW.UTF-8"]).error.hasPrefix("till: unknown command"))
    let unknown = try till.run("--language", "tlh", "status")
    #expect(unknown.status == 2 && unknown.error.contains("unknown language “tlh”; use en or zh"))
  }

  @Test func commandsSayTheSameInChineseAndDocumentsStay() throws {
    let bought = try till.run("--language", "zh", "buy", "com.example.piglet.premium")
    #expect(bought.status == 0 && bought.output.contains("已购买 com.example.piglet.premium"))
    let explained = try till.run("--language", "zh", "explain", "com.example.piglet.premium")
    #expect(explained.output.contains("有权益（已购买）") && explained.output.contains("下一步：无需处理"))
    let table = try till.run("--language", "zh", "status").output
    #expect(table.contains("产品") && table.contains("已购买") && !table.contains("not purchased"))
    let rows = try till.json("--language", "zh", "status").rows("products")
    #expect(rows.first { $0.text("productId") == "com.example.piglet.premium" }?.text("state") == "purchased")
    let id = try #require(till.json("transactions").rows("transactions").first?.text("transactionId"))
    #expect(try till.run("simulator", "refund", "approve", id).status == 0)
    #expect(try till.run("--language", "zh", "refund-check").status == 0)
    let entry = try till.json("journal").rows("journal").first { $0.text("kind") == "refundCheck.done" }
    #expect(entry?.text("text") == "退款检查：1 项退款、1 项失去权益", "\(String(describing: entry))")
  }

  /// Tests that an order closed by hand is recognized by a stored mark, whatever language was in use that day.
  @Test func aMarkThatIsStoredHasNoLanguage() throws {
    _ = try till.run("--language", "zh", "fault", "app-server-refused")
    _ = try till.run("--language", "zh", "buy", "com.example.piglet.premium")
    let order = try #require(try till.json("orders").rows("orders").first?.text("orderId"))
    let closed = try till.run("--language", "zh", "order", "close", order, "--reason", "顾客撤回", "--yes")
    #expect(closed.status == 0, "\(closed.error)")
    #expect(try till.run("explain", "com.example.piglet.premium").output.contains("closed by hand: 顾客撤回"))
    #expect(
      try till.run("--language", "zh", "explain", "com.example.piglet.premium").output.contains("手动关闭：顾客撤回"))
  }

  @Test func theManualIsMadeFromTheSameTables() throws {
    let page = try TillProgram.runAlone(["--language", "zh", "manual"]).output
    #expect(page.contains(".SH \"选项\"") && page.contains("购买"))
    #expect(!page.contains(".SH \"OPTIONS\""))
    let help = try TillProgram.runAlone(["--language", "zh", "help"]).output
    #expect(help.contains("购买与拥有：") && help.contains("所有命令的选项："))
  }

  /// Tests that every walkthrough passes in Chinese, with the texts that its steps expect on the screen.
  @Test func walkthroughsHoldAndArePrinted() throws {
    let run = try TillProgram.runAlone(["--language", "zh", "walkthrough", "check"])
    #expect(run.status == 0, "\(run.error)")
    let print = try TillProgram.runAlone(["--language", "zh", "walkthrough", "print", "refund"])
    #expect(print.status == 0, "\(print.error)")
    for text in ["# 退款及其收回的内容", "## 第 1 步", "按键：", "✗ 已退款", "## 如何告诉顾客"] {
      #expect(print.output.contains(text), "\(text)")
    }
    let files = try FileManager.default.contentsOfDirectory(
      atPath: WalkthroughTests.root.appending(path: "Assets/Walkthroughs").path(percentEncoded: false))
    for file in files where file.hasSuffix(".json5") {
      let text = try String(
        contentsOf: WalkthroughTests.root.appending(path: "Assets/Walkthroughs/\(file)"), encoding: .utf8)
      #expect(text.contains("\n  zh: {"), "\(file) has no Chinese")
    }
  }

  /// Tests the README's first walk, key by key, in a Chinese dashboard.
  @Test func theFirstWalkInChinese() throws {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--demo", "--utc", "--language", "zh"], size: Size(width: 80, height: 24), environment: [:])
    try terminal.waitFor("更新：即时", "? 帮助")
    let seen = [
      ("b", "Enter 付款"), ("<Enter>", "● 已购买"), ("s", "f 退款"), ("f", "没有人申请"), ("y", "✗ 已退款"), ("q", "q 退出"),
    ]
    for (key, text) in seen {
      try terminal.send(key, until: text)
    }
    try terminal.waitFor("无权益：已退款", "回复：")
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }

  /// The language is one for the whole process, so only the real program can change it while other tests run.
  @Test func theLanguageIsChosenInTheSettingsAndSpokenAtOnce() throws {
    let terminal = try PseudoTerminal(
      TillProgram.path, ["--demo", "--utc"], size: Size(width: 80, height: 24), environment: [:])
    try terminal.waitFor("Premium unlock", "? help")
    try terminal.send(",", until: "▸ theme")
    try terminal.send("j<Enter>", until: "▸ auto")
    try terminal.send("G<Enter>", until: "language: zh")
    try terminal.send("<Esc>", until: "产品", "? 帮助")
    #expect(try terminal.end(pressing: "q") == .exited(0))
  }
}
