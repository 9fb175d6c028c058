// The page's program of clients/javascript/examples under node: arguments are a file of acts, or --map.

import { readFileSync } from "node:fs";
import { map, ticketMachine } from "../../clients/javascript/examples/ticket_machine.js";
import { connect } from "./clients_gateway.mjs";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const [argument] = process.argv.slice(2);
const name = argument === "--map" ? "map" : "machine";
const responder = connect({ name });
if (name === "map") await map(responder, say);
else await ticketMachine(responder, JSON.parse(readFileSync(argument, "utf8")), say);
