import Texts

extension AccountText {
  var chinese: String {
    switch self {
    case .giveNameOrSignOut: "请给出 NAME 或 --sign-out，不能两者都给"
    case .nobodyIsSignedIn: "无人登录"
    case .signedIn(let what): "已登录 \(what)：恢复购买可将其购买带到此设备"
    case .signedOut: "已退出登录"
    case .ownsStandsAlone: "--owns 须单独使用"
    case .listStandsAlone: "--list 须单独使用"
    case .nobodyIsLoggedIn: "没有用户登录"
    case .userNeedsName: "用户需要名称：till user NAME"
    case .loggedIn(let what): "已登录为 \(what)"
    case .loggedOut: "已退出登录"
    case .confirmNewDevice: "将此设备的存储移到一旁，并为同一账户新建存储？"
    case .isNewDeviceOfUser(let count): "新设备：App 服务器已记入其用户 \(count) 项产品；恢复购买可取回 Apple 账户的购买"
    case .isNewDevice: "新设备：恢复购买可取回购买"
    case .confirmReinstall: "将 App 的数据移到一旁，仅保留钥匙串重新开始？"
    case .isReinstalled: "已重新安装：标记已清除，钥匙串保留；恢复购买可取回购买"
    case .updatesAre(let mode): "更新方式为 \(mode)"
    case .users(let count): "\(count) 个用户"
    case .noUpdateMode(let word): "更新方式为 held 或 live，不是 \(word)"
    }
  }
}
