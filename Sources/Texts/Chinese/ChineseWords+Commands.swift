extension ChineseWords {
  /// What commands and options say of themselves.
  static let commands: [String: String] = [
    "the dashboard line by line, for screen readers, slow lines and scripts": "逐行显示的控制台，供屏幕阅读器、慢速线路和脚本使用",
    "the dashboard line by line, for screen readers and slow lines": "逐行显示的控制台，供屏幕阅读器和慢速线路使用",
    "the colours: terminal, dark, light, high-contrast or color-blind":
      "颜色：terminal、dark、light、high-contrast 或 color-blind",
    "the settings that count, and whence: option, environment, file or default": "生效的设置及其来源：选项、环境、文件或默认",
    "keys: every action with its place and its keys; schema: the JSON Schema of the file.":
      "keys：每个操作及其位置和按键；schema：文件的 JSON Schema。",
    "The file is JSON5: till/config.json5 in the XDG configuration directory (~/.config).":
      "文件为 JSON5：XDG 配置目录（~/.config）中的 till/config.json5。",
    "Keys are chosen by the action's name, in all places or one: keys: {quit: [\"q\", \"<Ctrl-Q>\"], \""
      + "main.buy\": \"B\"}.":
      "按操作的名称选择按键，用于所有位置或某一位置：keys: {quit: [\"q\", \"<Ctrl-Q>\"], \"main.buy\": \"B\"}。",
    "the colours of the dashboard": "控制台的颜色",
    "the language of what people read; auto goes by LC_ALL, LC_MESSAGES and LANG":
      "人阅读的内容所用的语言；auto 依 LC_ALL、LC_MESSAGES 和 LANG 而定",
    "clicks and the wheel; where nobody says, on where Shift still selects text": "点按和滚轮；未指定时，在按住 Shift 仍可选择文本的终端中开启",
    "the name of the terminal's window": "终端窗口的名称",
    "a line with five keys at the very first start": "首次启动时显示含五个按键的一行",
    "the pane that has the keys at first": "起始时拥有按键的面板",
    "the list that is in front at first": "起始时在前面的列表",
    "whether that pane takes the whole place at first": "该面板起始时是否占满全屏",
    "the columns of this list, in this order; auto for those that fit": "此列表的列及其顺序；auto 表示放得下的列",
    "which of the profiles counts": "使用哪个配置",
    "the language of what people read: en or zh; else the environment's": "人阅读的内容所用的语言：en 或 zh；否则依环境而定",
    "order number": "订单号",
    "milliseconds since 1970, or a date such as 2026-03-01T12:00:00Z": "自 1970 年起的毫秒数，或 2026-03-01T12:00:00Z 这样的日期",
    "--%1 %2: give a whole number from %3 to %4": "--%1 %2：请给出 %3 至 %4 的整数",
    "say %1 or %2, not %3": "请写 %1 或 %2，而不是 %3",
    "%1 is no duration: write 90s, 5m, 2h, 30d or 1w": "%1 不是时长：请写 90s、5m、2h、30d 或 1w",
    "--introductory is allow or deny, not %1": "--introductory 为 allow 或 deny，不是 %1",
    "%1 is no number of days: take 1 to 90": "%1 不是天数：请写 1 至 90",
    "%1 is no number of renewals: say a whole number from 1, or none": "%1 不是续期次数：请写从 1 起的整数，或 none",
    "--price %1: write an amount such as 9.99": "--price %1：请写 9.99 这样的金额",
    "%1 is no date: write one such as 2026-03-01 or 2026-03-01T12:00:00Z":
      "%1 不是日期：请写 2026-03-01 或 2026-03-01T12:00:00Z",
    "there is no rate %1: there are %2": "没有速率 %1：可用 %2",
    "there is no fault %1: there are %2": "没有故障 %1：可用 %2",
    "--renewals is default, cancel or until-now, and goes with --ago":
      "--renewals 为 default、cancel 或 until-now，须与 --ago 一起使用",
    "%1: a token is told as unreported, created or active-token-reminder":
      "%1：令牌以 unreported、created 或 active-token-reminder 告知",
    "--billing-plan %1: there are BILLED_UPFRONT and MONTHLY": "--billing-plan %1：可用 BILLED_UPFRONT 和 MONTHLY",
    "--token %1 is no UUID, such as 7389a31a-fb6d-4569-a2a6-db7d85d84813":
      "--token %1 不是 UUID，例如 7389a31a-fb6d-4569-a2a6-db7d85d84813",
    "a name under which the answer holds the file, in Base64": "应答中文件所用的名称，Base64 格式",
    "%1 takes no %2: see /till/openapi.json": "%1 没有 %2：请参阅 /till/openapi.json",
    "%1 cannot use this %2: %3": "%1 不能使用此 %2：%3",
    "%1 needs %2: %3": "%1 需要 %2：%3",
    "the file's content": "文件内容",
    "nobody is signed in: till account NAME": "无人登录：till account NAME",
    "%1 was not read: give it once more": "未读取 %1：请再给一次",
    "there is no simulator %1: see till help simulator": "没有模拟器操作 %1：请参阅 till help simulator",
    "there is no simulator %1: did you mean %2?": "没有模拟器操作 %1：您是指 %2 吗？",
    "till simulator needs a verb: see till help simulator": "till simulator 需要一个操作：请参阅 till help simulator",
    "till simulator %1 takes no --%2": "till simulator %1 没有选项 --%2",
    "till simulator %1 needs %2: %3": "till simulator %1 需要 %2：%3",
    "usage: %1": "用法：%1",
    "%1: say a whole number of percent from 1 to 100": "%1：请写 1 至 100 的整数百分比",
    "there is no %1": "没有 %1",
    "what a customer's in-app purchases entitle to, and why": "顾客的 App 内购买带来哪些权益，以及原因",
    "the Apple Account that is signed in; needless where there is only one": "已登录的 Apple 账户；只有一个时可省略",
    "the content of the file, as text or as JSON": "文件内容，文本或 JSON",
    "where the files lie; default: one directory per backend under the XDG data directory":
      "文件所在位置；默认：XDG 数据目录下每个后端一个目录",
    "simulator, simulator:LEDGER, http://127.0.0.1:PORT (a till serve), appstore:production|sandbox|URL, "
      + "receipt:production|sandbox|URL, exec:PROGRAM or none":
      "simulator、simulator:LEDGER、http://127.0.0.1:PORT（till "
      + "serve）、appstore:production|sandbox|URL、receipt:production|sandbox|URL、exec:PROGRAM 或 none",
    "evidence that was imported under this name (till import FILE... --case NAME)":
      "以此名称导入的证据（till import FILE... --case NAME）",
    "a .storekit file to sell instead of the ledger's catalogue": "代替账本产品目录销售的 .storekit 文件",
    "a trusted root certificate, PEM or DER; may be repeated": "受信任的根证书，PEM 或 DER；可重复",
    "the app": "该 App",
    "Production, Sandbox, Xcode or LocalTesting": "Production、Sandbox、Xcode 或 LocalTesting",
    "the in-app purchase key of a real backend, as App Store Connect gives it out (.p8)":
      "真实后端的 App 内购买密钥，由 App Store Connect 提供（.p8）",
    "that key's id": "该密钥的编号",
    "the issuer id of App Store Connect": "App Store Connect 的签发者编号",
    "a profile of the configuration file with these (default)": "配置文件中含有这些内容的配置（default）",
    "allow changes at a real backend": "允许在真实后端进行更改",
    "throw-away files with demo data; --demo=story: on an Apple Account with a history":
      "含演示数据的临时文件；--demo=story：使用有历史记录的 Apple 账户",
    "change nothing": "不做任何更改",
    "print one JSON document": "打印一个 JSON 文档",
    "no colours (as NO_COLOR in the environment)": "不使用颜色（如环境变量 NO_COLOR）",
    "dates in UTC instead of the local time zone": "日期使用 UTC 而非本地时区",
    "after so long without a check an answer is unconfirmed, from now on; or none": "从现在起，超过此时长未检查的答案视为未确认；或 none",
    "trust Apple for so long while the app's server cannot be reached, from now on; or none":
      "从现在起，无法联系 App 服务器时信任 Apple 的时长；或 none",
    "who confirms purchases, from now on: embedded, none or a URL": "从现在起由谁确认购买：embedded、none 或 URL",
    "answer yes to a question": "对询问回答“是”",
    "ask the App Store first": "先询问 App Store",
    "show help": "显示帮助",
    "show the version": "显示版本",
    "write the recording to this file, without tokens": "将记录写入此文件，不含令牌",
    "buy although an earlier purchase may have been charged": "即使此前的购买可能已扣款仍购买",
    "what this device would have answered then": "此设备当时会给出的答案",
    "the developer's signature of the offer; by default the simulator signs it": "开发者对优惠的签名；默认由模拟器签署",
    "success, cancel, pending, fail:KIND or unverified": "success、cancel、pending、fail:KIND 或 unverified",
    "whose UUID the purchase carries: user, order, or a UUID of one's own": "购买带有谁的 UUID：user、order，或自己的 UUID",
    "the customer's words": "顾客自己的话",
    "why an order is closed: compensated, duplicate, fraud or other":
      "关闭订单的理由类别：compensated（已补偿）、duplicate（重复）、fraud（欺诈）或 other（其他）",
    "an unconfirmed answer does not count": "未确认的答案不作数",
    "sign out": "退出登录",
    "to a user whom the app's server does not know yet": "转移给 App 服务器尚不认识的用户",
    "make the account at the simulated App Store first": "先在模拟的 App Store 创建账户",
    "json, csv, jws or storekit; of a desk's view json, csv or markdown":
      "json、csv、jws 或 storekit；客服台视图用 json、csv 或 markdown",
    "at most so many calls of Apple's API a second (a tenth of Apple's limit), or notifications taken":
      "每秒最多调用 Apple API 的次数（Apple 限额的十分之一），或接收通知的数量",
    "recorded consent and use, as JSON: user, productId, consented, percentage, at":
      "记录在案的同意与使用情况，JSON 格式：user、productId、consented、percentage、at",
    "what to prefer when Apple asks about consumption, as JSON": "Apple 询问消耗信息时的倾向，JSON 格式",
    "say what would be done, and do nothing": "只说明将做什么，不执行",
    "run this for each alert, with its words in TILL_ALERT": "每次提醒时运行此命令，提醒内容在 TILL_ALERT 中",
    "how long before Apple's deadline to say so (3h)": "在 Apple 的截止时间之前多久提醒（3h）",
    "how long without a notification to say so (1h)": "多久没有通知时提醒（1h）",
    "how many months are kept of what ages, besides the one that runs": "会过期的内容保留多少个月（不含当月）",
    "how late notifications may arrive (60s)": "通知最多可迟到多久（60s）",
    "cut the tables by customer: by Citus where it is, else in hash partitions":
      "按顾客切分数据表：有 Citus 时由 Citus 分布，否则用哈希分区",
    "a direct connection to the desk's database: news is announced, and heard at once":
      "直接连接客服台数据库：新消息会发出通知并立即收到",
    "a replica of the desk's database, for whoever only looks": "客服台数据库的只读副本，供只查看的人使用",
    "once, and then no more": "一次，然后结束",
    "the app's Apple id, for production": "App 的 Apple 编号，用于生产环境",
    "transaction, renewalInfo, notification or appTransaction": "transaction、renewalInfo、notification 或 appTransaction",
    "when the certificates must be valid, in milliseconds; default: when it was signed": "证书须在何时有效，以毫秒计；默认：签名时",
    "as the App Store has it": "App Store 中的内容",
    "change one letter and show which check notices; nothing is stored": "改动一个字母，看哪项检查会发现；不保存任何内容",
    "columns and rows (80x24)": "列数和行数（80x24）",
    "keys to press first, such as \"b<Enter>\"": "先按的键，例如 \"b<Enter>\"",
    "where to write; or who has it from then on": "写入位置；或从此归谁所有",
    "why a renewal is extended: 0 undeclared, 1 satisfaction, 2 other, 3 outage": "延长续期的原因：0 未声明，1 满意度，2 其他，3 服务中断",
    "a history that was written with --to; or the beginning": "以 --to 写出的历史记录；或起始日期",
    "only subscribers in these storefronts, such as USA,CHN": "仅这些店面的订阅者，例如 USA,CHN",
    "the port to listen on; 0 takes a free one (8421)": "监听的端口；0 为任一空闲端口（8421）",
    "where App Store Server Notifications are posted": "App Store 服务器通知的发送地址",
    "the address to listen on (127.0.0.1)": "监听的地址（127.0.0.1）",
    "where a proxy offers the server; every request then needs the token": "代理对外提供此服务器的网址；此后每个请求都需要令牌",
    "a host name by which programs ask for it; may be repeated": "程序访问它所用的主机名；可重复",
    "speak HTTPS with this certificate, its key behind it; or make one": "以此证书使用 HTTPS，其后为密钥；或自动生成",
    "what requests of the control API must show": "控制 API 的请求须出示的令牌",
    "a new ledger without demo: one Apple Account, and nothing to sell but --catalog":
      "没有演示数据的新账本：一个 Apple 账户，只销售 --catalog 的内容",
    "what the ids and UUIDs of a new ledger are drawn from": "新账本的编号和 UUID 的来源种子",
    "the App Store's clock stands still at this date": "App Store 的时钟停在此日期",
    "the desk's database: a file, or postgres://...": "客服台的数据库：文件，或 postgres://...",
    "what your own server says, as JSON: user, productId, entitled, until, reason, at":
      "您自己服务器的声明，JSON 格式：user、productId、entitled、until、reason、at",
    "derive everything again and compare": "全部重新推导并比较",
    "later: leave what an import brought to be derived when it is read": "later：导入的内容留待读取时推导",
    "list everybody that the app's server knows": "列出 App 服务器已知的所有用户",
    "counts and durations": "数量和时长",
    "the end": "结束日期",
    "end this grant now": "立即结束此授予",
    "list what a user has at the app's server, until when and why": "列出用户在 App 服务器上拥有的内容、期限和原因",
    "where it was bought": "购买的平台",
    "what it is called there": "在那里的参考号",
    "whose it is; default: who is logged in": "归谁所有；默认：当前登录的用户",
    "put a new secret into the file": "将新密钥写入文件",
    "take the secret over that another side's file holds": "采用另一方文件中的密钥",
    "how long the secret before it holds on (1d)": "之前的密钥继续有效的时长（1d）",
    "which Apple Account is signed in; sign in or out": "已登录的 Apple 账户；登录或退出",
    "which user is logged in to the app; log in or out, or list them": "已登录 App 的用户；登录、退出或列出用户",
    "set this device's store aside and begin a new one": "将此设备的存储移到一旁并新建存储",
    "delete the app and install it again: the keychain stays, the app's data goes": "删除并重新安装 App：钥匙串保留，App 数据清除",
    "whether news appears by itself": "更新是否自动显示",
    "from which age on the app's server finds a purchase too old to credit": "App 服务器认为购买过旧而不予记入的时长",
    "what the app's server did, newest first": "App 服务器所做的操作，最新的在前",
    "move one purchase to another user, at the app's server": "在 App 服务器上将一笔购买转移给其他用户",
    "record a purchase that a user made on another platform, at the app's server": "在 App 服务器上登记用户在其他平台的购买",
    "give the user access until a date, or some of a consumable, that was not bought":
      "授予用户并非购买的使用权直到某日期，或若干消耗型项目",
    "A request that is sent twice with one id is granted once.": "同一 ID 的请求即使发送两次也只授予一次。",
    "what to do when a customer says something, after asking the App Store": "询问 App Store 后，回应顾客所说",
    "The cases: paid-and-nothing, refunded-and-still-there, ended-though-paying, changed-phone, charged-twice.":
      "情况：paid-and-nothing、refunded-and-still-there、ended-though-paying、changed-phone、charged-twice。",
    "With --readonly, and in a case file, the App Store is not asked: the answer is from what is known.":
      "使用 --readonly 或在案例中时不询问 App Store：依据已知内容回答。",
    "The app's server keeps it, so that a purchase ends on every device; without one this device does.":
      "由 App 服务器保存，因此购买在所有设备上同时结束；没有服务器时由此设备保存。",
    "The first duration holds for all purchases, a later one for purchases from now on; --from names another date.":
      "首次设定的时长适用于所有购买，之后设定的适用于今后的购买；--from 可指定其他日期。",
    "a purchase begins when the one before it ends": "购买从前一次结束时开始",
    "each purchase begins when it is made (default)": "每次购买从购买时开始（默认）",
    "the id of the request: the same one is granted once": "请求的 ID：同一 ID 只授予一次",
    "the transaction or order that it makes up for": "所补偿的交易或订单",
    "what becomes of a purchase that another user has when it is restored": "恢复购买时，其他用户所拥有的购买如何处理",
    "ask Apple for a refund on the customer's behalf": "代顾客向 Apple 申请退款",
    "Apple's reasons, which the App Store passes on to the app's server: %1.": "Apple 的理由（App Store 会转告 App 服务器）：%1。",
    "Any other text is taken as the customer's own words. DECLINE is the sandbox's word for a refund that "
      + "Apple declines at once.":
      "其他文本视为顾客自己的话。DECLINE 是沙盒中由 Apple 立即拒绝的退款。",
    "spend a consumable": "使用消耗型项目",
    "buy a product for the signed-in Apple Account": "以已登录的 Apple 账户购买产品",
    "this list, or one command": "此列表，或单个命令",
    "many customers of an app: import, find one, say why, saved views, listen": "App 的众多顾客：导入、查找、说明原因、保存的视图、监听",
    "The desk is a file, desk.db in the store's directory, or what --db names. It belongs to one app and "
      + "environment:":
      "客服台是一个文件：存储目录中的 desk.db，或由 --db 指定。它属于一个 App 和环境：",
    "those of --bundle-id and --environment, else those of the first data that are imported.":
      "由 --bundle-id 和 --environment 给出，否则取首次导入数据的。",
    "VIEW is one of %1, quarantine.": "VIEW 为 %1、quarantine 之一。",
    "where the files are, and whether they are sound": "文件所在位置，以及是否完好",
    "why a product is, or is not, entitled, and what to do next": "产品为何有或没有权益，以及下一步",
    "exit 0 when a product is entitled, 3 when it is not": "产品有权益时以 0 退出，没有时以 3 退出",
    "how long a non-renewing subscription entitles": "非续期订阅的权益时长",
    "the account's transactions, or the catalogue, on standard output": "将账户的交易或产品目录写到标准输出",
    "make this device fail on purpose; without a name, what can fail": "让此设备按设定发生故障；不带名称则列出可能的故障",
    "sell what a .storekit file says; or take a customer's evidence into a case": "按 .storekit 文件销售；或将顾客的证据导入案例",
    "signed transactions of the account, newest first": "账户的签名交易，最新的在前",
    "what Apple refunded, or took back for another reason": "Apple 退款或因其他原因收回的内容",
    "what was paid, on its way to the customer": "已付款、正在交付的内容",
    "paid, and the App Store has not heard that it was delivered": "已付款，而 App Store 尚未得知交付的内容",
    "what happened on this device": "此设备上发生的事",
    "the manual pages, as troff for man": "手册页，供 man 使用的 troff 格式",
    "try what waits again at once: orders, and purchases without an answer": "立即重试等待的事项：订单和没有应答的购买",
    "everything known of an order; give one up that was charged and not delivered, or that waits":
      "订单的全部信息；放弃已扣款未交付或等待中的订单",
    "what Apple answered in the sandbox, asked of till serve, and what differs": "Apple 在沙盒中的应答与 till serve 的应答，以及差异",
    "FILE holds requests to the App Store Server API with Apple's answers: a line each,":
      "FILE 含有对 App Store Server API 的请求和 Apple 的应答：每行一个，",
    "or an HTTP archive (HAR) as proxies and browsers write it. A token in it is refused: --clean writes the "
      + "same without.":
      "或由代理和浏览器写出的 HTTP 存档（HAR）。其中若有令牌则拒绝：--clean 可写出不含令牌的版本。",
    "The customers of the recording get the like of what they bought, in throw-away files; then each request "
      + "is made there,":
      "记录中的顾客会在临时文件中得到类似的购买；然后在那里发出每个请求，",
    "with the ids of there. Compared are status, error, members and the kinds of their values, also inside "
      + "of what is signed.":
      "使用那里的编号。比较状态、错误、成员及其值的类型，包括签名内容之内。",
    "Exit status: 0 alike, 1 something differs, 2 wrong usage.": "退出状态：0 相同，1 有差异，2 用法错误。",
    "bring back what the signed-in Apple Account owns": "取回已登录的 Apple 账户所拥有的内容",
    "ask the App Store what was refunded, revoked or reversed": "询问 App Store 哪些已退款、撤销或撤回",
    "print the dashboard as text": "以文本打印控制台",
    "the secret between the app's server and its clients: whether it is set, and replace it":
      "App 服务器与其客户端之间的密钥：是否已设置，以及更换",
    "The file is the one that TILL_APP_SERVER_SECRET_FILE names, on either side. --rotate puts a new secret "
      + "there;":
      "文件由双方的 TILL_APP_SERVER_SECRET_FILE 指定。--rotate 写入新密钥；",
    "--take puts the one of another side's file there. The one before it holds on for a day, or for "
      + "--overlap, so that":
      "--take 写入另一方文件的密钥。之前的密钥再有效一天，或 --overlap 的时长，因此",
    "no request is refused whichever side is first; `till serve` reads the file again by itself. No secret "
      + "is printed.":
      "无论哪一方先更换，请求都不会被拒绝；`till serve` 会自行重新读取文件。不会打印密钥。",
    "the simulated App Store over HTTP, on this machine only": "通过 HTTP 提供的模拟 App Store，仅限本机",
    "An empty App Store for an app of your own: till serve --empty --catalog FILE.storekit --bundle-id ID "
      + "--store DIR":
      "供您自己的 App 使用的空 App Store：till serve --empty --catalog FILE.storekit --bundle-id ID --store DIR",
    "It serves the ledger of --store, or of --backend simulator:LEDGER, until Ctrl-C; the access log is on "
      + "stderr.":
      "它提供 --store 或 --backend simulator:LEDGER 的账本，直到 Ctrl-C；访问日志在 stderr。",
    "Beside the ledger lie the key (AuthKey_KEYID.p8), the root certificate to trust (.cer) and the shared "
      + "secret;":
      "账本旁有密钥（AuthKey_KEYID.p8）、要信任的根证书（.cer）和共享密钥；",
    "--json names key id, issuer and files. A 401 has no body, as Apple's has none: the access log says why.":
      "--json 给出密钥编号、签发者和文件。401 与 Apple 的一样没有正文：原因见访问日志。",
    "  /inApps/...                         Apple's App Store Server API, with tokens of that key":
      "  /inApps/...                         Apple 的 App Store Server API，使用该密钥的令牌",
    "  /verifyReceipt                      receipts; /production/verifyReceipt answers 21007 to a sandbox "
      + "receipt":
      "  /verifyReceipt                      收据；/production/verifyReceipt 对沙盒收据应答 21007",
    "  /verify, /verify/ORDER              the app's own server; with TILL_APP_SERVER_SECRET (or _FILE) set, "
      + "each request":
      "  /verify, /verify/ORDER              App 自己的服务器；设置了 TILL_APP_SERVER_SECRET（或 _FILE）时，请求",
    "                                      must be signed with that secret; without one, this machine only":
      "                                      须以该密钥签名；未设置时仅限本机",
    "  till --backend http://127.0.0.1:PORT    any till command or dashboard as another device":
      "  till --backend http://127.0.0.1:PORT    作为另一设备的任何 till 命令或控制台",
    "  /till/health                        200 once the ledger can be read; the line of --json says that it "
      + "listens":
      "  /till/health                        账本可读取时为 200；--json 的那一行表示已在监听",
    "  /till/v1/...                        the control API for tests: verbs, worlds, wait-idle, requests, "
      + "faults; see":
      "  /till/v1/...                        供测试的控制 API：操作、世界、wait-idle、请求、故障；见",
    "                                      /till/openapi.json. This machine only, or whoever shows "
      + "--control-token":
      "                                      /till/openapi.json。仅限本机，或出示 --control-token 者",
    "                                      (better TILL_CONTROL_TOKEN in the environment)":
      "                                      （最好用环境变量 TILL_CONTROL_TOKEN）",
    "--seed, --environment Production (with --app-apple-id N) and --bundle-id say what a new ledger is; one "
      + "that exists":
      "--seed、--environment Production（及 --app-apple-id N）和 --bundle-id 决定新账本的内容；已有的账本",
    "is not changed by them, and another value is refused. --key, --key-id and --issuer bring a key of your "
      + "own.":
      "不会因此改变，不同的值会被拒绝。--key、--key-id 和 --issuer 使用您自己的密钥。",
    "Assets/Docs/serve.md walks through it with curl and Apple's own client.":
      "Assets/Docs/serve.md 以 curl 和 Apple 自己的客户端逐步说明。",
    "something signed in full: what it says, its versions, why it is trusted": "完整显示签名内容：内容、版本、可信的理由",
    "ID is a transaction, an order, or a notification's UUID; --app-store shows a transaction as the App "
      + "Store has it.":
      "ID 为交易、订单或通知的 UUID；--app-store 显示 App Store 中的交易。",
    "--flip changes one letter of what it says and shows which check notices; nothing is stored.":
      "--flip 改动内容中的一个字母，看哪项检查会发现；不保存任何内容。",
    "what customers and Apple do at the simulated App Store": "顾客和 Apple 在模拟的 App Store 中所做的事",
    "What they do:": "各自的作用：",
    "products, prices and what the customer owns": "产品、价格和顾客拥有的内容",
    "look a customer up at the real App Store, and read what they bought": "在真实的 App Store 查询顾客，并读取其购买",
    "what support can read and change at the real App Store": "客服可在真实的 App Store 读取和更改的内容",
    "take back what was done last in a simulated App Store, on every file": "撤销最近在模拟的 App Store 中所做的操作，涉及所有文件",
    "Ids stay used; what was posted to a server stays posted, and is counted.": "编号仍算已用；已发给服务器的仍已发送，并会计数。",
    "It is refused where `till serve` or another device used the App Store since.":
      "若此后 `till serve` 或其他设备使用过该 App Store，则会被拒绝。",
    "verify signed data of the App Store, one JWS a line": "验证 App Store 的签名数据，每行一个 JWS",
    "stories told step by step: watch, check, print or record them": "逐步讲述的故事：观看、检查、打印或录制",
    "what the shell needs to complete the words of till": "shell 补全 till 的词语所需的内容",
    "next prints what may stand in the place of the last word, which is what the scripts ask: commands, "
      + "options, verbs, and":
      "next 打印最后一个词的位置可用的内容，脚本即由此查询：命令、选项、操作，以及",
    "the products, accounts, orders and walkthroughs of the store that the line means.": "该命令行所指存储的产品、账户、订单和演练。",
    "every signature, certificate and digest: what it takes for verified entitles": "所有签名、证书和摘要：它认定为已验证的即授予权益",
    "every file: device store, ledger, app server, desk; that what was committed stays":
      "所有文件：设备存储、账本、App 服务器、客服台；已提交的保持不变",
    "the terminal; sees only text that was made safe": "终端；只看到已处理为安全的文本",
    "requests to real backends with keys and tokens in them, over TLS": "对真实后端的请求，其中含密钥和令牌，通过 TLS",
    "a desk on PostgreSQL: the passwords of its server, and that what was committed stays":
      "PostgreSQL 上的客服台：服务器的密码，以及已提交的内容得以保留",
    "gzip files that a desk imports, before they are read": "客服台导入的 gzip 文件，在读取之前",
    "what anybody sends to till serve; listens on this machine unless told otherwise":
      "任何人发给 till serve 的内容；除非另行指定，只监听本机",
    "till undo takes the number of acts to take back, or list": "till undo 接受要撤销的操作数量，或 list",
    "find": "查找",
    "note": "备注",
  ]
}
