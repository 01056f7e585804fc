import TerminalUI
import Testing

/// Tests of frames as SVG pictures.
@Suite struct SVGPictureTests {
  private static func frame(_ text: String) -> Frame {
    var frame = Frame(Size(width: 8, height: 2))
    frame.put(text, at: Point(x: 0, y: 0), style: .good.bold)
    frame.put("<&>", at: Point(x: 2, y: 1), style: .banner)
    return frame
  }

  @Test func aFrameIsWrittenRunByRun() {
    let text = SVGPicture(Self.frame("● 高级")).text
    #expect(text == SVGPicture(Self.frame("● 高级")).text)
    #expect(text.contains(">● 高级</text>") && text.contains("font-weight=\"bold\""))
    #expect(text.contains(">&lt;&amp;&gt;</text>") && text.contains("<rect x="))
    // Three wide characters take six columns of 8.4 units.
    #expect(text.contains("textLength=\"50.4\""))
    #expect(!text.contains("<animate"))
  }

  /// Tests that a picture of a light screen has only the light theme's colours.
  @Test func theColoursAreThoseOfTheTheme() {
    let light = SVGPicture(Self.frame("● 高级"), .light).text
    #expect(light.contains("rx=\"8\" fill=\"#ffffff\"") && light.contains("fill=\"#005f00\" font-weight=\"bold\""))
    #expect(!light.contains("#16181d") && !light.contains("#98c379"))
    let onLight = SVGPicture(Self.frame("● 高级"), .terminalOnLight).text
    #expect(onLight.contains("rx=\"8\" fill=\"#ffffff\"") && !onLight.contains("#98c379"))
  }

  @Test func severalFollowEachOther() {
    let text = SVGPicture([(0, Self.frame("one")), (1000, Self.frame("two"))]).text
    #expect(text.components(of: "<animate") == 2 && text.contains("dur=\"4000ms\""))
    #expect(text.contains("values=\"hidden;visible\" keyTimes=\"0;0.25\""))
    // Without animation the first frame is seen, and no other.
    #expect(text.contains("<g visibility=\"visible\">") && text.components(of: "visibility=\"hidden\"") == 1)
    // What stays as it is stands there once.
    let still = SVGPicture([(0, Self.frame("one")), (1000, Self.frame("one"))]).text
    #expect(!still.contains("<animate") && still.components(of: "one") == 1)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int {
    var (count, rest) = (0, self[...])
    while let range = rest.firstRange(of: part) {
      count += 1
      rest = rest[range.upperBound...]
    }
    return count
  }
}
