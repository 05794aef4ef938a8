/** Tables that the Python side has recorded: meta, and what a seat sees, is asked and is told at many moments. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.env.HOYLE_TABLES;
if (!folder) throw new Error("HOYLE_TABLES names the folder with recorded tables; tests/web/test_page.py makes it");

export const tables = readdirSync(folder)
  .filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")));

if (tables.length < 6) throw new Error(`only ${tables.length} tables are recorded`);

/** Every question that was recorded, with its table. */
export const questions = tables.flatMap((table) => table.states.filter((state) => state.ask).map((state) => ({ ...state, meta: table.meta, look: table.look, name: table.name })));
