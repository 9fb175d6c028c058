// The page's program of clients/javascript/examples under node: arguments are a file of edits, or --map.

import { readFileSync } from "node:fs";
import { Responder } from "../../clients/javascript/responder.js";
import { map, ticketMachine } from "../../clients/javascript/examples/ticket_machine.js";

const address = process.env.RESPONDER_WEB;
// A browser says which page a connection is for; the gateway asks for it.
const Plain = globalThis.WebSocket;
globalThis.WebSocket = class extends Plain {
  constructor(url, protocols) { super(url, { protocols, headers: { Origin: `http://${address}` } }); }
};

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const [argument] = process.argv.slice(2);
const options = { url: `http://${address}/socket` };
if (argument === "--map") await map(new Responder({ ...options, name: "map" }), say);
else await ticketMachine(new Responder(options), JSON.parse(readFileSync(argument, "utf8")), say);
