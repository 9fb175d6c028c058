// A program of clients/javascript/examples under node, $PROGRAM or the ticket machine: arguments are a file of acts, or --map.

import { readFileSync } from "node:fs";
import { connect } from "./clients_gateway.mjs";

const say = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);
const [argument] = process.argv.slice(2);
const program = await import(process.env.PROGRAM ?? "../../clients/javascript/examples/ticket_machine.js");
if (argument === "--map") await program.map(connect({ name: "map" }), say);
else await program.default(connect({ name: "machine" }), JSON.parse(readFileSync(argument, "utf8")), say);
