import assert from "node:assert";
import { startTill } from "./till.mjs";

const till = await startTill(process.argv[2], "com.example.shop");
const bought = await till.verb("buy", { product: "plus" });
assert.match(bought.transactionId, /^\d+$/);
assert.match((await till.identity()).privateKey, /BEGIN PRIVATE KEY/);
await assert.rejects(till.verb("buy", { product: "none" }), /productUnavailable/);
await till.stop();
console.log("node: bought");
