# A Homebrew formula. No test runs it, because the tests run on Linux only.
class Till < Formula
  desc "Signed, offline, scriptable App Store in a terminal"
  homepage "https://example.com/till"
  head "https://example.com/till.git", branch: "main"

  depends_on "pkg-config" => :build
  depends_on "curl"
  depends_on "libmicrohttpd"
  depends_on "ncurses"
  depends_on "openssl@3"
  depends_on "sqlite"

  def install
    system "Assets/setup", "--install", "--prefix", prefix
  end

  test do
    assert_match "SIMULATED", shell_output("#{bin}/till --demo screen --size 80x24")
  end
end
