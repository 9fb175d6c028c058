// A page of the story of random acts: makes the requests that it reads, and says when it is connected again.

import { createInterface } from "node:readline";
import { connect } from "./clients_gateway.mjs";

const responder = connect();
const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
let connected;
let wake;
responder.addEventListener("connect", ({ detail }) => {
  connected = { type: "connected", ...detail };
  wake?.();
});
for await (const line of createInterface({ input: process.stdin })) {
  if (line) {
    const [[name, argument]] = Object.entries(JSON.parse(line));
    say(await responder.request(name, argument).catch(() => ({ type: "refused" })));
    continue;
  }
  // A blank line comes after a loss.
  while (!connected) await new Promise((resolve) => { wake = resolve; });
  say(connected);
  connected = undefined;
}
responder.close();
