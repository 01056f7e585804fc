package import StrictJSON

extension UserAccount: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    self.init(user: try json.required("user"), policy: try json.requiredWord("policy"))
    for (index, balance) in (try json.objects("balances") ?? []).enumerated() {
      do {
        balances[try balance.required("productId")] = try ConsumableCount(json: balance)
      } catch {
        throw error.below("balances", index)
      }
    }
    for (index, grant) in (try json.objects("grants") ?? []).enumerated() {
      do {
        grants.append(try Grant(json: grant))
      } catch {
        throw error.below("grants", index)
      }
    }
  }

  /// Balances in the order of their product ids.
  package var json: JSONObject {
    var json = JSONObject()
    json.write("user", user)
    json.write("policy", policy.rawValue)
    let balances = balances.sorted { $0.key < $1.key }.map { product, count in
      var balance = JSONObject()
      balance.write("productId", product)
      balance.append(contentsOf: count.json)
      return JSONValue.object(balance)
    }
    json.append("balances", .array(balances))
    json.append("grants", .array(grants.map { .object($0.json) }))
    return json
  }
}

extension ConsumableCount: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    self.init(
      delivered: try json.required("delivered"), used: try json.required("used"),
      refunded: try json.required("refunded"))
  }

  package var json: JSONObject {
    var json = JSONObject()
    json.write("delivered", delivered)
    json.write("used", used)
    json.write("refunded", refunded)
    return json
  }
}

extension Grant: JSONRepresentable {
  package init(json: JSONObject) throws(JSONError) {
    self.init(
      id: try json.required("id"), user: try json.required("user"), productId: try json.required("productId"),
      reason: try json.required("reason"), grantedDate: try json.required("grantedDate"),
      untilDate: try json.required("untilDate"))
  }

  package var json: JSONObject {
    var json = JSONObject()
    json.write("id", id)
    json.write("user", user)
    json.write("productId", productId)
    json.write("reason", reason)
    json.write("grantedDate", grantedDate)
    json.write("untilDate", untilDate)
    return json
  }
}
